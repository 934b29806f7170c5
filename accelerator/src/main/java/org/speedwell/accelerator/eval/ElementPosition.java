package org.speedwell.accelerator.eval;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The row ids of an element: one for each of its tables, and −1 if it has no row of a table. The natural order is that
 * of the elements of a stream without a sort: by the row of the first table, then by that of the second, and so on. A
 * missing row is the last one. Immutable.
 */
public final class ElementPosition implements Comparable<ElementPosition> {
    private final int[] rows;
    private final int hash;

    /** @param rows the row ids by table, which nothing may change any more */
    public ElementPosition(int... rows) {
        this.rows = rows;
        this.hash = Arrays.hashCode(rows);
    }

    /** Returns the id of the row of the first table. */
    public int first() {
        return rows[0];
    }

    /** Returns the row ids by table. The caller must not change the array. */
    public int[] rows() {
        return rows;
    }

    @Override
    public int compareTo(ElementPosition other) {
        int first = Integer.compareUnsigned(rows[0], other.rows[0]); // −1 is the greatest number without a sign
        return first == 0 ? Arrays.compareUnsigned(rows, other.rows) : first;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ElementPosition position && hash == position.hash && Arrays.equals(rows, position.rows);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(rows);
    }
}
