package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** The smallest or greatest key of each group, in the order of the values. Null values do not count. */
final class Extremes implements State {
    private final LongInput keys;
    private final @Nullable IntPredicate nulls;
    private final BlockRows rows;
    private final LongFunction<Object> value;
    private final boolean greatest;
    private long[] found = {};

    /**
     * True for groups with a key. The initial value of {@link #found} cannot say so, because a row may have it as its
     * key.
     */
    private boolean[] any = {};

    /**
     * Creates a state without rows.
     *
     * @param nulls tests whether a row is null; null if no row is
     * @param value returns the value of a key
     */
    Extremes(
            LongInput keys,
            @Nullable IntPredicate nulls,
            BlockRows rows,
            LongFunction<Object> value,
            boolean greatest) {
        this.keys = keys;
        this.nulls = nulls;
        this.rows = rows;
        this.value = value;
        this.greatest = greatest;
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
        int[] read = rows.rows(block);
        for (int i = 0; i < block.size; i++) {
            if (nulls == null || !nulls.test(read[i])) {
                offer(groups.of[i], of[i]);
            }
        }
    }

    private void offer(int group, long key) {
        any[group] = true;
        found[group] = greatest ? Math.max(found[group], key) : Math.min(found[group], key);
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        Extremes extreme = (Extremes) other;
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

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("The aggregate keeps only the extreme, not the value next to it.");
    }

    @Override
    public boolean isOrdered() {
        return false;
    }
}
