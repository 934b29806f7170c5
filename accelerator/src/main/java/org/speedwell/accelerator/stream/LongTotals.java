package org.speedwell.accelerator.stream;

import org.speedwell.accelerator.eval.RowLongs;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;

/**
 * The count, sum, minimum and maximum of the whole numbers of an expression. Sums overflow as those of {@code long}s
 * do.
 */
final class LongTotals implements RowWorker<LongTotals> {
    private final RowLongs numbers;
    private long[] read = {};
    private long count;
    private long sum;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    LongTotals(RowLongs numbers) {
        this.numbers = numbers;
    }

    @Override
    public void accept(RowBlock block) {
        read = block.room(read);
        numbers.read(block.rows[0], block.size, read);
        count += block.size;
        add(block.size);
    }

    private void add(int size) {
        long total = 0;
        long min = least;
        long max = greatest;
        for (int i = 0; i < size; i++) {
            total += read[i];
            min = Math.min(min, read[i]);
            max = Math.max(max, read[i]);
        }
        sum += total;
        least = min;
        greatest = max;
    }

    @Override
    public LongTotals append(LongTotals other) {
        count += other.count;
        sum += other.sum;
        least = Math.min(least, other.least);
        greatest = Math.max(greatest, other.greatest);
        return this;
    }

    long count() {
        return count;
    }

    long sum() {
        return sum;
    }

    /** Returns the smallest number; undefined if there are no numbers. */
    long least() {
        return least;
    }

    /** Returns the largest number; undefined if there are no numbers. */
    long greatest() {
        return greatest;
    }
}
