package org.speedwell.accelerator.expression;

/** Sums, differences and products of two whole numbers of a row; they wrap. */
public record LongOperation(Operation kind, RowLongs first, RowLongs second) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        long a = first.applyAsLong(row);
        long b = second.applyAsLong(row);
        return switch (kind) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
        };
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        if (second instanceof ConstantLong constant) {
            first.read(rows, count, into);
            withConstant(into, count, constant.value());
            return;
        }
        Scratch scratch = Scratch.own();
        long[] others = scratch.take(count);
        try {
            first.read(rows, count, into);
            second.read(rows, count, others);
            apply(into, others, count, into);
        } finally {
            scratch.giveBack();
        }
    }

    private void withConstant(long[] numbers, int count, long constant) {
        switch (kind) {
            case PLUS -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] += constant;
                }
            }
            case MINUS -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] -= constant;
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] *= constant;
                }
            }
        }
    }

    /** The results of so many first and second operands, in an array that may be that of either. */
    public void apply(long[] numbers, long[] others, int count, long[] into) {
        switch (kind) {
            case PLUS -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] + others[i];
                }
            }
            case MINUS -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] - others[i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] * others[i];
                }
            }
        }
    }

    @Override
    public boolean isTotal() {
        return first.isTotal() && second.isTotal();
    }
}
