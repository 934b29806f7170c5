package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.ExpressionType;

/** Whole numbers cut to the width of a type, as Java's casts do. */
record NarrowLongs(ExpressionType type, RowLongs wide) implements RowLongs {

    static RowLongs of(ExpressionType type, RowLongs wide) {
        return switch (type) {
            case BYTE, SHORT, INT -> new NarrowLongs(type, wide);
            default -> wide;
        };
    }

    @Override
    public long applyAsLong(int row) {
        long number = wide.applyAsLong(row);
        return switch (type) {
            case BYTE -> (byte) number;
            case SHORT -> (short) number;
            default -> (int) number;
        };
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        wide.read(rows, count, into);
        int cut = Long.SIZE
                - switch (type) {
                    case BYTE -> Byte.SIZE;
                    case SHORT -> Short.SIZE;
                    default -> Integer.SIZE;
                };
        for (int i = 0; i < count; i++) {
            into[i] = into[i] << cut >> cut;
        }
    }

    @Override
    public boolean isTotal() {
        return wide.isTotal();
    }
}
