package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;

/**
 * Statistics of the real numbers of an expression. A sum of doubles depends on their order. The only worker of a
 * sequential stream adds them in the order of the rows, as the JDK's streams do. Each worker of a parallel stream adds
 * each morsel separately, so that the sum of a scan does not depend on the number of threads.
 */
final class RealTotals implements RowWorker<RealTotals> {
    private final IntToDoubleFunction numbers;
    private final boolean isParallel;

    /** The statistics of consecutive blocks. A block whose first row is in another morsel begins a new element. */
    private final List<DoubleSummaryStatistics> parts = new ArrayList<>();

    /** The morsel of the last block; -1 before the first block. */
    private int morsel = -1;

    RealTotals(IntToDoubleFunction numbers, boolean isParallel) {
        this.numbers = numbers;
        this.isParallel = isParallel;
    }

    @Override
    public void accept(RowBlock block) {
        if (block.size > 0) {
            int[] rows = block.rows[0];
            DoubleSummaryStatistics part = part(isParallel ? rows[0] / MORSEL_ROWS : 0);
            for (int i = 0; i < block.size; i++) {
                part.accept(numbers.applyAsDouble(rows[i]));
            }
        }
    }

    private DoubleSummaryStatistics part(int of) {
        if (of != morsel) {
            morsel = of;
            parts.add(new DoubleSummaryStatistics());
        }
        return parts.getLast();
    }

    @Override
    public RealTotals append(RealTotals other) {
        parts.addAll(other.parts);
        return this;
    }

    long count() {
        return parts.stream().mapToLong(DoubleSummaryStatistics::getCount).sum();
    }

    /** Returns the statistics of all rows. Call it when all workers have finished. */
    DoubleSummaryStatistics statistics() {
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        parts.forEach(all::combine);
        return all;
    }
}
