package org.speedwell.accelerator.aggregate;

import java.util.Arrays;

/**
 * Sums of whole numbers by group. They wrap around like sums of longs.
 *
 * <p>A few groups are summed one by one, in loops that the compiler vectorises. Up to 4,096 groups have four sums each,
 * which take turns. Two additions in a row to the same sum would have to wait for each other.
 */
final class PartialSums {
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
            long[] all = Arrays.copyOf(first, room);
            for (int group = 0; usesLanes() && group < first.length; group++) {
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

    /** Adds 1 to the group of each row. */
    void count(BlockGroups groups) {
        if (groups.isSingleGroup()) {
            first[BlockGroups.ALL] += groups.rows();
        } else if (groups.hasFewGroups()) {
            for (int group = BlockGroups.NONE + 1; group < groups.count(); group++) {
                first[group] += groups.members(group);
            }
        } else {
            count(groups.of, groups.rows(), first, second, third, fourth);
        }
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

    /** Adds the value of each row to its group. */
    void add(BlockGroups groups, long[] values) {
        if (groups.isSingleGroup()) {
            first[BlockGroups.ALL] += sum(values, groups.rows());
        } else if (groups.hasFewGroups()) {
            for (int group = BlockGroups.NONE + 1; group < groups.count(); group++) {
                first[group] += sum(values, groups.mask(group), groups.rows());
            }
        } else {
            add(groups.of, values, groups.rows(), first, second, third, fourth);
        }
    }

    /** Subtracts the value of each row from its group. */
    void subtract(BlockGroups groups, long[] values) {
        for (int i = 0; i < groups.rows(); i++) {
            first[groups.of[i]] -= values[i];
        }
    }

    /** Subtracts 1 from the group of each row. */
    void subtractOne(BlockGroups groups) {
        for (int i = 0; i < groups.rows(); i++) {
            first[groups.of[i]]--;
        }
    }

    private static long sum(long[] values, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i];
        }
        return sum;
    }

    private static long sum(long[] values, long[] mask, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i] & mask[i];
        }
        return sum;
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

    long sum(int group) {
        return usesLanes() ? first[group] + second[group] + third[group] + fourth[group] : first[group];
    }

    @SuppressWarnings("ReferenceEquality") // with many groups, one array has all four roles
    private boolean usesLanes() {
        return first != second;
    }
}
