package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import org.speedwell.accelerator.kernel.RowBlock;

/** The sum, least and greatest of whole numbers, as statistics of ints or longs. */
final class Summaries implements State {
    private final LongInput values;
    private final boolean isInt;
    private final Lanes sums = new Lanes();
    private long[] least = {};
    private long[] greatest = {};

    Summaries(LongInput values, boolean isInt) {
        this.values = values;
        this.isInt = isInt;
    }

    @Override
    public void grow(int groups) {
        sums.grow(groups);
        int former = least.length;
        if (groups > former) {
            least = Arrays.copyOf(least, Math.max(groups, 2 * former));
            greatest = Arrays.copyOf(greatest, least.length);
            Arrays.fill(least, former, least.length, Long.MAX_VALUE);
            Arrays.fill(greatest, former, least.length, Long.MIN_VALUE);
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        long[] of = values.of(block);
        sums.add(groups, of);
        for (int i = 0; i < block.size; i++) {
            int group = groups.of[i];
            least[group] = Math.min(least[group], of[i]);
            greatest[group] = Math.max(greatest[group], of[i]);
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        Summaries of = (Summaries) other;
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            int mine = groups[group];
            sums.add(mine, of.sums.sum(group));
            least[mine] = Math.min(least[mine], of.least[group]);
            greatest[mine] = Math.max(greatest[mine], of.greatest[group]);
        }
    }

    @Override
    public Object result(int group, long rows) {
        long sum = sums.sum(group);
        if (isInt) {
            return rows == 0
                    ? new IntSummaryStatistics()
                    : new IntSummaryStatistics(rows, (int) least[group], (int) greatest[group], sum);
        }
        return rows == 0
                ? new LongSummaryStatistics()
                : new LongSummaryStatistics(rows, least[group], greatest[group], sum);
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("Only the least and the greatest number are kept, not those next to them.");
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
