package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Kind;

/** Whole numbers narrowed to the width of a kind, as Java's casts do. */
record NarrowLongs(Kind kind, RowLongs wide) implements RowLongs {
    static RowLongs of(Kind kind, RowLongs wide) {
        return switch (kind) {
            case BYTE, SHORT, CHAR, INT -> isNarrow(kind, wide) ? wide : new NarrowLongs(kind, wide);
            case BOOLEAN, LONG, FLOAT, DOUBLE, DECIMAL, OBJECT -> wide;
        };
    }

    private static boolean isNarrow(Kind kind, RowLongs wide) {
        return wide instanceof KeyLongs(KeyColumn column)
                && kind.narrow(column.min()) == column.min()
                && kind.narrow(column.max()) == column.max();
    }

    @Override
    public long applyAsLong(int row) {
        return kind.narrow(wide.applyAsLong(row));
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        wide.read(rows, count, into);
        if (kind == Kind.INT) {
            for (int i = 0; i < count; i++) {
                into[i] = (int) into[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                into[i] = kind.narrow(into[i]);
            }
        }
    }

    @Override
    public boolean cannotThrow() {
        return wide.cannotThrow();
    }
}
