package org.speedwell.accelerator.eval;

import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Whole numbers chosen by the first test that holds. */
final class ChosenLongs implements RowLongs {
    private final IntPredicate[] tests;
    private final RowLongs[] values;
    private final boolean areTotal;

    /** @param values one more than there are tests */
    ChosenLongs(IntPredicate[] tests, RowLongs[] values) {
        this.tests = tests;
        this.values = values;
        this.areTotal = Stream.of(values).allMatch(RowLongs::isTotal);
    }

    @Override
    public long applyAsLong(int row) {
        return values[first(tests, row)].applyAsLong(row);
    }

    /** All values are read of all rows, where that can do no harm. */
    @Override
    public void read(int[] rows, int count, long[] into) {
        if (!areTotal) {
            RowLongs.super.read(rows, count, into);
            return;
        }
        try (Scratch scratch = Scratch.own()) {
            long[][] numbers = new long[values.length][];
            for (int i = 0; i < values.length; i++) {
                numbers[i] = scratch.longs(count);
                values[i].read(rows, count, numbers[i]);
            }
            for (int i = 0; i < count; i++) {
                into[i] = numbers[first(tests, rows[i])][i];
            }
        }
    }

    /** Returns the place of the first test that holds; that behind the last one if none does. */
    static int first(IntPredicate[] tests, int row) {
        int place = 0;
        while (place < tests.length && !tests[place].test(row)) {
            place++;
        }
        return place;
    }
}
