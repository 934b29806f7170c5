package org.speedwell.accelerator.stream;

import java.util.DoubleSummaryStatistics;
import java.util.function.IntToDoubleFunction;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;

/**
 * Statistics of the real numbers of an expression. A sum of doubles depends on their order. One worker adds them in the
 * order of the rows, as the JDK's streams do. Several workers add each morsel separately, so that the result does not
 * depend on the number of threads.
 */
final class RealTotals implements RowWorker<RealTotals> {
    private final IntToDoubleFunction numbers;

    /**
     * One part, or one for each morsel of the table. All workers share the array, but each morsel belongs to one
     * worker.
     */
    private final DoubleSummaryStatistics[] parts;

    RealTotals(IntToDoubleFunction numbers, DoubleSummaryStatistics[] parts) {
        this.numbers = numbers;
        this.parts = parts;
    }

    @Override
    public void accept(RowBlock block) {
        if (block.size > 0) {
            int[] rows = block.rows[0];
            DoubleSummaryStatistics part = parts[parts.length == 1 ? 0 : rows[0] / MORSEL_ROWS];
            for (int i = 0; i < block.size; i++) {
                part.accept(numbers.applyAsDouble(rows[i]));
            }
        }
    }

    @Override
    public RealTotals append(RealTotals other) {
        return this;
    }

    long count() {
        long count = 0;
        for (DoubleSummaryStatistics part : parts) {
            count += part.getCount();
        }
        return count;
    }

    /** Returns the statistics of all parts. Call it once, when all workers have finished. */
    DoubleSummaryStatistics statistics() {
        for (int i = 1; i < parts.length; i++) {
            parts[0].combine(parts[i]);
        }
        return parts[0];
    }
}
