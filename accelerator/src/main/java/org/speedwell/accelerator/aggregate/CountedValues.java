package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * The number of occurrences of each distinct value of a group, in a hash table with open addressing. Null values do not
 * count.
 */
final class CountedValues implements State {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /**
     * The number of longs of a slot: the group with the number of a value, the count, and a row with the value. The
     * first long is 0 if the slot is free.
     */
    private static final int SLOT = 3;

    private final GroupKey values;
    private final Reader.OfRows of;
    private final Finisher finisher;
    private int[] numbers = {};
    private long[] slots = new long[SLOT << 6];
    private int shift = Long.SIZE - 6;
    private int taken;
    private int groups = BlockGroups.ALL + 1;

    /** The end of each group's slots in {@link #byGroup}; null before the first result. */
    private int @Nullable [] ends;

    private int[] byGroup = {};

    CountedValues(GroupKey values, Reader.OfRows of, Finisher finisher) {
        this.values = values;
        this.of = of;
        this.finisher = finisher;
    }

    /** A function that creates the result from the distinct values of a group. */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(Values values);
    }

    /** The distinct values of a group, in undefined order. */
    interface Values {
        int size();

        long count(int place);

        Object value(int place);
    }

    @Override
    public void grow(int count) {
        groups = Math.max(groups, count);
    }

    @Override
    public void add(RowBlock block, BlockGroups of) {
        count(block, of, 1);
    }

    @Override
    public void retract(RowBlock block, BlockGroups of) {
        count(block, of, -1);
    }

    private void count(RowBlock block, BlockGroups groupsOf, int by) {
        numbers = block.room(numbers);
        values.read(block, numbers);
        int[] rows = of.rows(block);
        for (int i = 0; i < block.size; i++) {
            if (numbers[i] != 0) {
                count(groupsOf.of[i], numbers[i], rows[i], by);
            }
        }
    }

    private void count(int group, int number, long row, long by) {
        ends = null;
        long pair = (long) group << Integer.SIZE | number;
        int at = slot(pair);
        if (slots[at] == 0) {
            slots[at] = pair;
            slots[at + 2] = row;
            taken++;
        }
        slots[at + 1] += by;
        if (2 * SLOT * taken > slots.length) {
            rehash();
        }
    }

    /** Returns the position in {@link #slots} of a pair, or of the free slot where it belongs. */
    private int slot(long pair) {
        int mask = slots.length / SLOT - 1;
        int slot = (int) (pair * SPREAD >>> shift);
        while (slots[SLOT * slot] != 0 && slots[SLOT * slot] != pair) {
            slot = slot + 1 & mask;
        }
        return SLOT * slot;
    }

    private void rehash() {
        long[] former = slots;
        slots = new long[Math.multiplyExact(2, former.length)];
        shift--;
        for (int at = 0; at < former.length; at += SLOT) {
            if (former[at] != 0) {
                System.arraycopy(former, at, slots, slot(former[at]), SLOT);
            }
        }
    }

    @Override
    public void merge(State other, int[] to, int size) {
        CountedValues counted = (CountedValues) other;
        int[] translation = values.translation(counted.values);
        while (2L * SLOT * (taken + counted.taken) > slots.length) {
            rehash(); // now, for the reason that LongSet.reserve gives
        }
        for (int at = 0; at < counted.slots.length; at += SLOT) {
            long pair = counted.slots[at];
            if (pair != 0) {
                int number = (int) pair;
                count(
                        to[(int) (pair >>> Integer.SIZE)],
                        translation == null ? number : translation[number],
                        counted.slots[at + 2],
                        counted.slots[at + 1]);
            }
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        int[] of = ends == null ? sortByGroup() : ends;
        int from = of[group - 1];
        int size = of[group] - from;
        return finisher.of(new Values() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public long count(int place) {
                return slots[byGroup[from + place] + 1];
            }

            @Override
            public Object value(int place) {
                @Nullable Object[] value = new @Nullable Object[1];
                values.values(new int[] {(int) slots[byGroup[from + place] + 2]}, 1, value);
                return requireNonNull(value[0]);
            }
        });
    }

    /** Lists the slots of each group. Skips values whose rows were all retracted. */
    private int[] sortByGroup() {
        int[] next = new int[groups + 1];
        for (int at = 0; at < slots.length; at += SLOT) {
            if (slots[at + 1] != 0) {
                next[(int) (slots[at] >>> Integer.SIZE) + 1]++;
            }
        }
        for (int group = 0; group < groups; group++) {
            next[group + 1] += next[group];
        }
        byGroup = new int[next[groups]];
        for (int at = 0; at < slots.length; at += SLOT) {
            if (slots[at + 1] != 0) {
                byGroup[next[(int) (slots[at] >>> Integer.SIZE)]++] = at;
            }
        }
        ends = next;
        return next;
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.empty();
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public long bytes() {
        return (long) slots.length * Long.BYTES;
    }
}
