package org.speedwell.schema;

import java.util.stream.IntStream;

/**
 * A distribution of a number of rows over owners. Owner 0 has the first rows, owner 1 the next ones, and so on.
 *
 * <p>There are two uses: values with exact counts ("178 of 1,000 films are G"), and children of parents ("this film has
 * 5 actors").
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

    /** Returns a distribution in which owner {@code i} has {@code counts[i]} rows. */
    static Shares of(int... counts) {
        return new Shares(counts);
    }

    /** Returns a distribution in which {@code owners[n]} owners have {@code n} rows each. */
    static Shares ofSizes(int... owners) {
        return new Shares(IntStream.range(0, owners.length)
                .flatMap(size -> IntStream.range(0, owners[size]).map(_ -> size))
                .toArray());
    }

    /** Returns an even distribution. The owners' numbers of rows differ by at most one. */
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

    /** Returns the number of a row among the rows of its owner, from 0. */
    int number(int row) {
        return row - firstRow[ownerOfRow[row]];
    }
}
