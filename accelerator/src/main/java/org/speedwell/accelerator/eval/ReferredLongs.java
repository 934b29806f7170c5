package org.speedwell.accelerator.eval;

import org.speedwell.accelerator.store.TableStore;

/**
 * Whole numbers of referenced rows. Reading the number of a row that references no row throws a
 * {@link NullPointerException}.
 */
record ReferredLongs(RowMapping path, TableStore<?> referred, RowLongs value) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        long number = value.applyAsLong(present(path.applyAsInt(row)));
        referred.keepAlive();
        return number;
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        int[] found = new int[count];
        path.map(rows, count, found);
        for (int row : found) {
            present(row);
        }
        value.read(found, count, into);
        referred.keepAlive();
    }

    /**
     * Reads the numbers of rows unless one of them is null. Then it returns false. It follows each reference once.
     *
     * @param nulls the test of the same numbers for null
     */
    boolean readUnlessNull(ReferredNulls nulls, int[] rows, int count, long[] into) {
        if (!nulls.path().equals(path)) {
            return false;
        }
        try (Scratch scratch = Scratch.own()) {
            int[] found = scratch.ints(count);
            path.map(rows, count, found);
            boolean isPresent = !nulls.isAnyNull(found, count);
            if (isPresent) {
                value.read(found, count, into);
            }
            referred.keepAlive();
            return isPresent;
        }
    }

    static int present(int row) {
        if (row < 0) {
            throw new NullPointerException("The referenced row does not exist.");
        }
        return row;
    }
}
