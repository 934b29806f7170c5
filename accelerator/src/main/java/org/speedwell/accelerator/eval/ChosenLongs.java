package org.speedwell.accelerator.eval;

import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Whole numbers that the first passing test chooses. */
final class ChosenLongs implements RowLongs {
    private final IntPredicate[] tests;
    private final RowLongs[] values;
    private final boolean noneThrows;

    /**
     * Creates a choice of values.
     *
     * @param values one for each test, and a last one for rows that pass no test
     */
    ChosenLongs(IntPredicate[] tests, RowLongs[] values) {
        this.tests = tests;
        this.values = values;
        this.noneThrows = Stream.of(values).allMatch(RowLongs::cannotThrow);
    }

    @Override
    public long applyAsLong(int row) {
        return values[first(tests, row)].applyAsLong(row);
    }

    /**
     * Reads all values of all rows if no value can throw. Otherwise it reads row by row, and only the chosen values.
     */
    @Override
    public void read(int[] rows, int count, long[] into) {
        if (!noneThrows) {
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

    /** Returns the place of the first test that a row passes, or the number of tests if it passes none. */
    static int first(IntPredicate[] tests, int row) {
        int place = 0;
        while (place < tests.length && !tests[place].test(row)) {
            place++;
        }
        return place;
    }
}
