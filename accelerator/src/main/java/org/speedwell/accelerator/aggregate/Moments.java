package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * For each group, the count of its numbers, their mean, and the sum of the squares of their differences from the mean.
 */
final class Moments implements State {
    private final IntToDoubleFunction value;
    private final BlockRows rows;
    private final Finisher finisher;
    private long[] counts = {};
    private double[] means = {};
    private double[] squares = {};

    Moments(IntToDoubleFunction value, BlockRows rows, Finisher finisher) {
        this.value = value;
        this.rows = rows;
        this.finisher = finisher;
    }

    /**
     * A function that creates the result of a group from the count of its numbers, their mean, and the sum of the
     * squared differences from the mean.
     */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(long count, double mean, double squares);
    }

    @Override
    public void grow(int groups) {
        if (groups > counts.length) {
            int room = Math.max(groups, 2 * counts.length);
            counts = Arrays.copyOf(counts, room);
            means = Arrays.copyOf(means, room);
            squares = Arrays.copyOf(squares, room);
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        int[] read = rows.rows(block);
        for (int i = 0; i < block.size; i++) {
            add(groups.of[i], value.applyAsDouble(read[i]));
        }
    }

    /**
     * Adds a number. Source: Welford, "Note on a method for calculating corrected sums of squares and products", 1962.
     */
    void add(int group, double number) {
        double difference = number - means[group];
        means[group] += difference / ++counts[group];
        squares[group] += difference * (number - means[group]);
    }

    /**
     * Merges two states. Source: Chan, Golub, LeVeque, "Updating formulae and a pairwise algorithm for computing sample
     * variances", 1979.
     */
    @Override
    public void merge(State other, int[] groups, int size) {
        Moments of = (Moments) other;
        for (int theirs = BlockGroups.NONE + 1; theirs < size; theirs++) {
            if (of.counts[theirs] > 0) {
                int group = groups[theirs];
                long count = counts[group];
                long both = count + of.counts[theirs];
                double difference = of.means[theirs] - means[group];
                squares[group] += of.squares[theirs] + difference * difference * count * of.counts[theirs] / both;
                means[group] += difference * of.counts[theirs] / both;
                counts[group] = both;
            }
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        return finisher.of(counts[group], means[group], squares[group]);
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("Java rounds the mean of doubles, so removing a number does not restore the earlier mean.");
    }
}
