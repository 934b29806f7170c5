package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** Counts, sums, extremes and distinct values by group. */
public final class Accumulators {
    private Accumulators() {}

    /** Makes a result of the number of rows of a group and a sum. */
    @FunctionalInterface
    public interface Finisher {
        @Nullable
        Object of(long rows, long sum);
    }

    /** Makes a result of the number of rows of a group and an exact sum. */
    @FunctionalInterface
    public interface ExactFinisher {
        @Nullable
        Object of(long rows, BigInteger sum);
    }

    /** The number of rows, which is counted anyway. */
    public record Count() implements Accumulator {
        @Override
        public boolean isOrdered() {
            return false;
        }

        @Override
        public void grow(int groups) {}

        @Override
        public void add(RowBlock block, BlockGroups groups) {}

        @Override
        public boolean isTotal() {
            return true;
        }

        @Override
        public void merge(Accumulator other, int[] groups, int size) {}

        @Override
        public Object result(int group, long rows) {
            return rows;
        }
    }

    /** Sums that wrap, or of which it is known that they do not. */
    public static final class Sum implements Accumulator {
        private final LongInput values;
        private final Finisher finisher;
        private Lanes sums = new Lanes();
        private boolean isShared;

        public Sum(LongInput values, Finisher finisher) {
            this.values = values;
            this.finisher = finisher;
        }

        @Override
        public boolean isOrdered() {
            return false;
        }

        @Override
        public boolean isTotal() {
            return values.isTotal();
        }

        @Override
        public void share(Accumulator other) {
            if (other instanceof Sum sum && !isShared && sum.values == values) {
                sums = sum.sums;
                isShared = true;
            }
        }

        @Override
        public void grow(int groups) {
            sums.grow(groups);
        }

        @Override
        public void add(RowBlock block, BlockGroups groups) {
            if (!isShared) {
                sums.add(groups, values.of(block));
            }
        }

        @Override
        public void merge(Accumulator other, int[] groups, int size) {
            for (int group = BlockGroups.NONE + 1; group < size && !isShared; group++) {
                sums.add(groups[group], ((Sum) other).sums.sum(group));
            }
        }

        @Override
        public @Nullable Object result(int group, long rows) {
            return finisher.of(rows, sums.sum(group));
        }
    }

    /** Sums of any longs, exactly: of their upper and lower halves, which do not wrap for as many rows as there can be. */
    public static final class ExactSum implements Accumulator {
        private static final long LOW = 0xFFFF_FFFFL;

        private final LongInput values;
        private final ExactFinisher finisher;
        private final Lanes upper = new Lanes();
        private final Lanes lower = new Lanes();
        private final long[] halves = new long[RowBlock.CAPACITY];

        public ExactSum(LongInput values, ExactFinisher finisher) {
            this.values = values;
            this.finisher = finisher;
        }

        @Override
        public boolean isOrdered() {
            return false;
        }

        @Override
        public boolean isTotal() {
            return values.isTotal();
        }

        @Override
        public void grow(int groups) {
            upper.grow(groups);
            lower.grow(groups);
        }

        @Override
        public void add(RowBlock block, BlockGroups groups) {
            long[] of = values.of(block);
            for (int i = 0; i < block.size; i++) {
                halves[i] = of[i] >> Integer.SIZE;
            }
            upper.add(groups, halves);
            for (int i = 0; i < block.size; i++) {
                halves[i] = of[i] & LOW;
            }
            lower.add(groups, halves);
        }

        @Override
        public void merge(Accumulator other, int[] groups, int size) {
            ExactSum sum = (ExactSum) other;
            for (int group = BlockGroups.NONE + 1; group < size; group++) {
                upper.add(groups[group], sum.upper.sum(group));
                lower.add(groups[group], sum.lower.sum(group));
            }
        }

        @Override
        public @Nullable Object result(int group, long rows) {
            return finisher.of(
                    rows,
                    BigInteger.valueOf(upper.sum(group))
                            .shiftLeft(Integer.SIZE)
                            .add(BigInteger.valueOf(lower.sum(group))));
        }
    }

    /** A decimal of an exact sum, which is mostly small. */
    public static BigDecimal decimal(BigInteger unscaled, int scale) {
        return unscaled.bitLength() < Long.SIZE
                ? BigDecimal.valueOf(unscaled.longValue(), scale)
                : new BigDecimal(unscaled, scale);
    }

    /** The least key or the greatest, of those that are not null. */
    public static final class Extreme implements Accumulator {
        private final LongInput keys;
        private final @Nullable IntPredicate nulls;
        private final int table;
        private final LongFunction<Object> value;
        private final boolean greatest;
        private long[] found = {};

        /** Whether a group has a key at all: of those that have, none need have the one that stands for none. */
        private boolean[] any = {};

        /** @param nulls null where none is */
        public Extreme(
                LongInput keys, @Nullable IntPredicate nulls, int table, LongFunction<Object> value, boolean greatest) {
            this.keys = keys;
            this.nulls = nulls;
            this.table = table;
            this.value = value;
            this.greatest = greatest;
        }

        @Override
        public boolean isOrdered() {
            return false;
        }

        @Override
        public void grow(int groups) {
            if (groups > found.length) {
                int former = found.length;
                found = Arrays.copyOf(found, Math.max(groups, 2 * former));
                any = Arrays.copyOf(any, found.length);
                Arrays.fill(found, former, found.length, greatest ? Long.MIN_VALUE : Long.MAX_VALUE);
            }
        }

        @Override
        public void add(RowBlock block, BlockGroups groups) {
            long[] of = keys.of(block);
            int[] rows = block.rows[table];
            for (int i = 0; i < block.size; i++) {
                if (nulls == null || !nulls.test(rows[i])) {
                    offer(groups.of[i], of[i]);
                }
            }
        }

        private void offer(int group, long key) {
            any[group] = true;
            found[group] = greatest ? Math.max(found[group], key) : Math.min(found[group], key);
        }

        @Override
        public void merge(Accumulator other, int[] groups, int size) {
            Extreme extreme = (Extreme) other;
            for (int group = BlockGroups.NONE + 1; group < size; group++) {
                if (extreme.any[group]) {
                    offer(groups[group], extreme.found[group]);
                }
            }
        }

        @Override
        public @Nullable Object result(int group, long rows) {
            return any[group] ? value.apply(found[group]) : null;
        }
    }

    /** How many different values there are; null is none. */
    public static final class DistinctCount implements Accumulator {
        private final GroupKey values;
        private final int[] numbers = new int[RowBlock.CAPACITY];

        /** Of groups and their values' numbers. */
        private final LongSet pairs = new LongSet();

        private long[] counts = {};

        public DistinctCount(GroupKey values) {
            this.values = values;
        }

        @Override
        public boolean isOrdered() {
            return false;
        }

        @Override
        public void grow(int groups) {
            if (groups > counts.length) {
                counts = Arrays.copyOf(counts, Math.max(groups, 2 * counts.length));
            }
        }

        @Override
        public void add(RowBlock block, BlockGroups groups) {
            values.read(block, numbers);
            for (int i = 0; i < block.size; i++) {
                if (numbers[i] != 0) {
                    add(groups.of[i], numbers[i]);
                }
            }
        }

        private void add(int group, int number) {
            if (pairs.add((long) group << Integer.SIZE | number)) {
                counts[group]++;
            }
        }

        @Override
        public void merge(Accumulator other, int[] groups, int size) {
            DistinctCount distinct = (DistinctCount) other;
            int[] translation = values.translation(distinct.values);
            for (long pair : distinct.pairs.slots()) {
                int number = (int) pair; // 0 is none
                if (number != 0) {
                    add(groups[(int) (pair >>> Integer.SIZE)], translation == null ? number : translation[number]);
                }
            }
        }

        @Override
        public Object result(int group, long rows) {
            return counts[group];
        }
    }
}
