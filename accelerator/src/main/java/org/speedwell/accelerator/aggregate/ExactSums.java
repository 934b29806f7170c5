package org.speedwell.accelerator.aggregate;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** Exact sums of any longs. The sums of their upper and lower halves do not overflow, however many rows there are. */
final class ExactSums implements State {
    private static final long LOW = 0xFFFF_FFFFL;

    private final LongInput values;
    private final Finisher finisher;
    private final Lanes upper = new Lanes();
    private final Lanes lower = new Lanes();
    private final long[] halves = new long[RowBlock.CAPACITY];

    ExactSums(LongInput values, Finisher finisher) {
        this.values = values;
        this.finisher = finisher;
    }

    /** Makes a result of a number of rows and an exact sum. */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(long rows, BigInteger sum);
    }

    @Override
    public void grow(int groups) {
        upper.grow(groups);
        lower.grow(groups);
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        upper.add(groups, upperHalves(block));
        lower.add(groups, lowerHalves(block));
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        upper.subtract(groups, upperHalves(block));
        lower.subtract(groups, lowerHalves(block));
    }

    private long[] upperHalves(RowBlock block) {
        long[] of = values.of(block);
        for (int i = 0; i < block.size; i++) {
            halves[i] = of[i] >> Integer.SIZE;
        }
        return halves;
    }

    private long[] lowerHalves(RowBlock block) {
        long[] of = values.of(block);
        for (int i = 0; i < block.size; i++) {
            halves[i] = of[i] & LOW;
        }
        return halves;
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        ExactSums sum = (ExactSums) other;
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            upper.add(groups[group], sum.upper.sum(group));
            lower.add(groups[group], sum.lower.sum(group));
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        return finisher.of(
                rows,
                BigInteger.valueOf(upper.sum(group)).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(lower.sum(group))));
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
    public boolean isTotal() {
        return values.isTotal();
    }
}
