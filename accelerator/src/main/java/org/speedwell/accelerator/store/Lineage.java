package org.speedwell.accelerator.store;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The edits that led to a version of a table. A reader finds the rows that changed since a recent version without a
 * comparison of both versions. Each version has its own instance, which identifies it. Thread-safe.
 */
final class Lineage {
    /** The number of former edits that a version remembers. Each holds an int for every changed row. */
    private static final int MAX_EDITS = 16;

    private final int[] rows;

    /** The former version; null if a load created this version, or the former edit is too old. */
    private @Nullable Lineage former;

    /** Creates the lineage of a version that a load created. */
    Lineage() {
        this.rows = new int[0];
    }

    private Lineage(int[] rows, Lineage former) {
        this.rows = rows;
        this.former = former;
    }

    /**
     * Returns the lineage of the next version.
     *
     * @param changed the ids of replaced and new rows
     * @param removed the ids of removed rows
     */
    Lineage next(int[] changed, int[] removed) {
        Lineage next = new Lineage(
                IntStream.concat(Arrays.stream(changed), Arrays.stream(removed)).toArray(), this);
        Lineage oldest = this;
        for (int i = 1; i < MAX_EDITS && oldest.former != null; i++) {
            oldest = oldest.former;
        }
        oldest.former = null; // another thread may still see the edit, which is also correct
        return next;
    }

    /**
     * Returns the ids of the rows that the edits after a version have replaced, added or removed, in ascending order.
     * Returns null if this lineage does not reach back to that version.
     */
    @SuppressWarnings("ReferenceEquality") // an instance identifies its version
    int @Nullable [] rowsSince(Lineage version) {
        IntStream all = IntStream.empty();
        for (Lineage at = this; at != null; at = at.former) {
            if (at == version) {
                return all.sorted().distinct().toArray();
            }
            all = IntStream.concat(all, Arrays.stream(at.rows));
        }
        return null;
    }
}
