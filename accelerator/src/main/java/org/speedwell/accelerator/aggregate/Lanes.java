package org.speedwell.accelerator.aggregate;

import java.util.Arrays;

/**
 * Sums of whole numbers by group; they wrap as those of longs do. While there are few groups each has four sums that take
 * turns: adding to one twice in a row has to wait.
 */
final class Lanes {
    private static final int MAX_LANED_GROUPS = 1 << 12;

    private long[] first = {};
    private long[] second = first;
    private long[] third = first;
    private long[] fourth = first;

    void grow(int groups) {
        if (groups <= first.length) {
            return;
        }
        int room = Math.max(groups, 2 * first.length);
        if (room > MAX_LANED_GROUPS) {
            long[] all = new long[room];
            for (int group = 0; group < first.length; group++) {
                all[group] = sum(group);
            }
            first = all;
            second = all;
            third = all;
            fourth = all;
        } else {
            first = Arrays.copyOf(first, room);
            second = Arrays.copyOf(second, room);
            third = Arrays.copyOf(third, room);
            fourth = Arrays.copyOf(fourth, room);
        }
    }

    void count(int[] groups, int rows) {
        count(groups, rows, first, second, third, fourth);
    }

    private static void count(int[] groups, int rows, long[] first, long[] second, long[] third, long[] fourth) {
        int whole = rows & -4;
        for (int i = 0; i < whole; i += 4) {
            first[groups[i]]++;
            second[groups[i + 1]]++;
            third[groups[i + 2]]++;
            fourth[groups[i + 3]]++;
        }
        for (int i = whole; i < rows; i++) {
            first[groups[i]]++;
        }
    }

    void add(int[] groups, long[] values, int rows) {
        add(groups, values, rows, first, second, third, fourth);
    }

    private static void add(
            int[] groups, long[] values, int rows, long[] first, long[] second, long[] third, long[] fourth) {
        int whole = rows & -4;
        for (int i = 0; i < whole; i += 4) {
            first[groups[i]] += values[i];
            second[groups[i + 1]] += values[i + 1];
            third[groups[i + 2]] += values[i + 2];
            fourth[groups[i + 3]] += values[i + 3];
        }
        for (int i = whole; i < rows; i++) {
            first[groups[i]] += values[i];
        }
    }

    void add(int group, long value) {
        first[group] += value;
    }

    @SuppressWarnings("ReferenceEquality") // one array stands for all four
    long sum(int group) {
        return first == second ? first[group] : first[group] + second[group] + third[group] + fourth[group];
    }
}
