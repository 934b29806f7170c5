package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.speedwell.accelerator.kernel.RowBlock;

/** The statistics of doubles. They use the class of the JDK, because the rounding depends on how it adds. */
final class RealSummaries implements State {
    private final IntToDoubleFunction value;
    private final BlockRows rows;
    private DoubleSummaryStatistics[] statistics = {};

    RealSummaries(IntToDoubleFunction value, BlockRows rows) {
        this.value = value;
        this.rows = rows;
    }

    @Override
    public void grow(int groups) {
        int former = statistics.length;
        if (groups > former) {
            statistics = Arrays.copyOf(statistics, Math.max(groups, 2 * former));
            for (int group = former; group < statistics.length; group++) {
                statistics[group] = new DoubleSummaryStatistics();
            }
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        int[] read = rows.rows(block);
        for (int i = 0; i < block.size; i++) {
            statistics[groups.of[i]].accept(value.applyAsDouble(read[i]));
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            statistics[groups[group]].combine(((RealSummaries) other).statistics[group]);
        }
    }

    @Override
    public Object result(int group, long rows) {
        return statistics[group];
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of(
                "Java rounds the sum of doubles, and the aggregate keeps only the smallest and largest number.");
    }
}
