package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * The sums or averages of doubles by group. Rows are added in order, with the same compensation as in the JDK's
 * collectors. The results are therefore equal to the last bit. Source: Kahan, "Further remarks on reducing truncation
 * errors", 1965.
 */
final class RealSums implements State {
    private final IntToDoubleFunction value;
    private final BlockRows rows;
    private final boolean isAverage;
    private double[] sums = {};
    private double[] compensations = {};

    /** The sums without compensation. They are the result if it is infinite, where the compensated sum is NaN. */
    private double[] simple = {};

    RealSums(IntToDoubleFunction value, BlockRows rows, boolean isAverage) {
        this.value = value;
        this.rows = rows;
        this.isAverage = isAverage;
    }

    @Override
    public void grow(int groups) {
        if (groups > sums.length) {
            int room = Math.max(groups, 2 * sums.length);
            sums = Arrays.copyOf(sums, room);
            compensations = Arrays.copyOf(compensations, room);
            simple = Arrays.copyOf(simple, room);
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        int[] read = rows.rows(block);
        for (int i = 0; i < block.size; i++) {
            double number = value.applyAsDouble(read[i]);
            int group = groups.of[i];
            add(group, number);
            simple[group] += number;
        }
    }

    private void add(int group, double number) {
        double corrected = number - compensations[group];
        double sum = sums[group];
        double next = sum + corrected;
        compensations[group] = next - sum - corrected;
        sums[group] = next;
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        RealSums sum = (RealSums) other;
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            add(groups[group], sum.sums[group]);
            add(groups[group], -sum.compensations[group]);
            simple[groups[group]] += sum.simple[group];
        }
    }

    @Override
    public Object result(int group, long rows) {
        double sum = sums[group] - compensations[group];
        if (Double.isNaN(sum) && Double.isInfinite(simple[group])) {
            sum = simple[group];
        }
        return isAverage ? rows > 0 ? sum / rows : 0.0 : sum;
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("Java rounds the sum of doubles, so removing a number does not restore the earlier sum.");
    }
}
