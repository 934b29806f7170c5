package org.speedwell.schema;

import java.util.stream.IntStream;

/**
 * A number of rows shared out among owners: owner 0 has the first of them, owner 1 the next, and so on.
 *
 * <p>Two uses: values with exact counts ("178 of 1,000 films are G") and children of parents ("this film has 5
 * actors").
 */
final class Shares {

    private final int[] ownerOfRow;
    private final int[] firstRow;

    private Shares(int[] counts) {
        firstRow = new int[counts.length];
        for (int owner = 1; owner < counts.length; owner++) {
            firstRow[owner] = firstRow[owner - 1] + counts[owner - 1];
        }
        ownerOfRow = IntStream.range(0, counts.length)
                .flatMap(owner -> IntStream.range(0, counts[owner]).map(_ -> owner))
                .toArray();
    }

    /** Owner {@code i} has {@code counts[i]} rows. */
    static Shares of(int... counts) {
        return new Shares(counts);
    }

    /** {@code owners[n]} owners have {@code n} rows each. */
    static Shares ofSizes(int... owners) {
        return new Shares(IntStream.range(0, owners.length)
                .flatMap(size -> IntStream.range(0, owners[size]).map(_ -> size))
                .toArray());
    }

    /** Every one of so many owners has as many rows as the others, or one more. */
    static Shares even(int rows, int owners) {
        return new Shares(IntStream.range(0, owners)
                .map(owner -> rows / owners + (owner < rows % owners ? 1 : 0))
                .toArray());
    }

    int rows() {
        return ownerOfRow.length;
    }

    int owner(int row) {
        return ownerOfRow[row];
    }

    /** Which of its owner's rows this is, from 0. */
    int number(int row) {
        return row - firstRow[ownerOfRow[row]];
    }
}
