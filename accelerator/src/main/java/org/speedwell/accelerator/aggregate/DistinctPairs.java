package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of pairs of positive ints, each in a long whose upper half is the first int. For one thread.
 *
 * <p>As long as the first ints ascend, as those of a clustered key do, the pairs form a list. The set then compares a
 * pair only with the few pairs at the end of the list that have the same first int. Otherwise the pairs are in a hash
 * table.
 */
final class DistinctPairs {
    /** The most pairs with the same first int that the set compares one by one. */
    private static final int MAX_RUN = 16;

    private long[] list = new long[16];
    private int size;

    /** The position of the first pair with the same first int as the last pair. */
    private int run;

    /** All pairs, once they no longer form a list; null before that. */
    private @Nullable LongSet table;

    boolean isEmpty() {
        return table == null && size == 0; // a table has pairs
    }

    /** Adds a pair, and returns whether it is new. */
    boolean add(long pair) {
        if (table != null) {
            return table.add(pair);
        }
        long step = size == 0 ? 0 : (pair >>> Integer.SIZE) - (list[size - 1] >>> Integer.SIZE);
        if (step < 0 || step == 0 && size - run == MAX_RUN) {
            return inTable().add(pair);
        }
        run = step == 0 ? run : size;
        for (int i = run; i < size; i++) {
            if (list[i] == pair) {
                return false;
            }
        }
        if (size == list.length) {
            list = Arrays.copyOf(list, Math.multiplyExact(2, size));
        }
        list[size++] = pair;
        return true;
    }

    /** Prepares this set for the addition of all pairs of another set, in the order of {@link #pairs}. */
    void reserve(DistinctPairs other) {
        if (other.table != null) {
            inTable().reserve(other.table.size());
        } else if (table != null) {
            table.reserve(other.size);
        }
    }

    private LongSet inTable() {
        if (table == null) {
            table = new LongSet();
            table.reserve(size);
            for (int i = 0; i < size; i++) {
                table.add(list[i]);
            }
            list = new long[0];
        }
        return table;
    }

    /** Returns all pairs, with zeroes between or after them. The array is not a copy. */
    long[] pairs() {
        return table == null ? list : table.slots();
    }
}
