package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.expr.Expr;

/** An operation on two whole numbers of a row, with the results of {@link Expr.BinaryOperation#of(long, long)}. */
public record LongOperation(Expr.BinaryOperation operation, RowLongs first, RowLongs second) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        return operation.of(first.applyAsLong(row), second.applyAsLong(row));
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        try (Scratch scratch = Scratch.own()) {
            long[] others = scratch.longs(count);
            first.read(rows, count, into);
            second.read(rows, count, others);
            apply(into, others, count, into);
        }
    }

    /** Writes the results for pairs of operands to an array. It may be the array of either operand. */
    public void apply(long[] numbers, long[] others, int count, long[] into) {
        switch (operation) {
            case ADD -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] + others[i];
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] - others[i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    into[i] = numbers[i] * others[i];
                }
            }
            case DIVIDE, REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> {
                for (int i = 0; i < count; i++) {
                    into[i] = operation.of(numbers[i], others[i]);
                }
            }
        }
    }

    /** Returns false for divisions, because a division by zero throws. */
    @Override
    public boolean cannotThrow() {
        boolean isDivision = operation == Expr.BinaryOperation.DIVIDE || operation == Expr.BinaryOperation.REMAINDER;
        return !isDivision && first.cannotThrow() && second.cannotThrow();
    }
}
