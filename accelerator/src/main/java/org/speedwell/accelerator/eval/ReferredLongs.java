package org.speedwell.accelerator.eval;

/** Whole numbers of the rows that rows reference; of a row that references none it is an error. */
record ReferredLongs(RowPath path, RowLongs value) implements RowLongs {
    @Override
    public long applyAsLong(int row) {
        long number = value.applyAsLong(present(path.applyAsInt(row)));
        path.referred().keepAlive();
        return number;
    }

    @Override
    public void read(int[] rows, int count, long[] into) {
        int[] referred = new int[count];
        path.map(rows, count, referred);
        for (int row : referred) {
            present(row);
        }
        value.read(referred, count, into);
        path.referred().keepAlive();
    }

    static int present(int row) {
        if (row < 0) {
            throw new NullPointerException("A foreign key names no row.");
        }
        return row;
    }
}
