package org.speedwell.accelerator.maintain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The change of one row of a result that is a list. A row whose values have changed leaves the list, and enters it with
 * its new values.
 *
 * <p>To update a copy of the former list, remove all rows that have a former rank. Then insert those that have a new
 * rank there, in ascending order of the new ranks.
 *
 * @param row the row
 * @param before the former rank, from 0; empty if the row has entered the list
 * @param after the new rank, from 0; empty if the row has left the list
 */
public record RankChange<E>(E row, OptionalInt before, OptionalInt after) {
    /**
     * Returns the rows that entered a list, left it or moved. A row that only makes room for others has not moved. The
     * rows that left are first, in their former order. The others follow in their new order. The first change of a
     * subscription enters all rows.
     *
     * <p>Rows are the same if they are equal. Runs in time proportional to n log n, where n is the length of both lists.
     */
    public static <E> List<RankChange<E>> of(ResultChange<? extends List<E>> change) {
        return between(change.before() == null ? List.of() : change.before(), change.after());
    }

    /** Returns the rows that entered a list, left it or moved: see {@link #of}. */
    public static <E> List<RankChange<E>> between(List<? extends E> before, List<? extends E> after) {
        Map<E, Deque<Integer>> places = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            places.computeIfAbsent(before.get(i), _ -> new ArrayDeque<>()).add(i);
        }
        int[] former = new int[after.size()]; // the former rank of each row; −1 for a new row
        for (int i = 0; i < former.length; i++) {
            Deque<Integer> same = places.get(after.get(i));
            former[i] = same == null || same.isEmpty() ? -1 : same.remove();
        }
        boolean[] isUnmoved = longestAscending(former);
        List<RankChange<E>> changes = new ArrayList<>();
        places.values().stream()
                .flatMap(Deque::stream)
                .sorted()
                .forEach(place ->
                        changes.add(new RankChange<>(before.get(place), OptionalInt.of(place), OptionalInt.empty())));
        for (int i = 0; i < former.length; i++) {
            if (!isUnmoved[i]) {
                OptionalInt from = former[i] < 0 ? OptionalInt.empty() : OptionalInt.of(former[i]);
                changes.add(new RankChange<>(after.get(i), from, OptionalInt.of(i)));
            }
        }
        return changes;
    }

    /** Marks a longest subsequence of ascending ranks. Negative ranks do not count. */
    private static boolean[] longestAscending(int[] ranks) {
        int[] lasts = new int[ranks.length]; // the place of the least last rank of each length
        int[] previous = new int[ranks.length];
        int length = 0;
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] >= 0) {
                int low = 0;
                int high = length;
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (ranks[lasts[middle]] < ranks[i]) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                previous[i] = low == 0 ? -1 : lasts[low - 1];
                lasts[low] = i;
                length = Math.max(length, low + 1);
            }
        }
        boolean[] marked = new boolean[ranks.length];
        for (int i = length == 0 ? -1 : lasts[length - 1]; i >= 0; i = previous[i]) {
            marked[i] = true;
        }
        return marked;
    }
}
