package org.speedwell.accelerator.aggregate;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** The sums of longs by group. They wrap around, unless the caller has ensured that they cannot overflow. */
final class WholeSums implements State {
    private final LongInput values;
    private final Finisher finisher;
    private final OptionalInt scale;
    private PartialSums sums = new PartialSums();
    private boolean isShared;

    WholeSums(LongInput values, Finisher finisher) {
        this(values, finisher, OptionalInt.empty());
    }

    private WholeSums(LongInput values, Finisher finisher, OptionalInt scale) {
        this.values = values;
        this.finisher = finisher;
        this.scale = scale;
    }

    /** Creates sums whose results are decimals, or longs for the scale 0. */
    static WholeSums scaled(LongInput values, Finisher finisher, int scale) {
        return new WholeSums(values, finisher, OptionalInt.of(scale));
    }

    /** A function that creates the result of a group from its number of rows and its sum. */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(long rows, long sum);
    }

    @Override
    public void grow(int groups) {
        sums.grow(groups);
    }

    @Override
    public void expect(int groups) {
        sums.grow(groups);
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        if (!isShared) {
            sums.add(groups, values.of(block));
        }
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        if (!isShared) {
            sums.subtract(groups, values.of(block));
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        for (int group = BlockGroups.NONE + 1; group < size && !isShared; group++) {
            sums.add(groups[group], ((WholeSums) other).sums.sum(group));
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        return finisher.of(rows, sums.sum(group));
    }

    @Override
    public OptionalInt scale() {
        return scale;
    }

    @Override
    public long unscaled(int group, long rows) {
        return sums.sum(group);
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
    public boolean cannotThrow() {
        return values.cannotThrow();
    }

    @Override
    public void share(State other) {
        if (other instanceof WholeSums sum && !isShared && sum.values == values) {
            sums = sum.sums;
            isShared = true;
        }
    }
}
