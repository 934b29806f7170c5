package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.DoubleSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.KeyTotals;

/**
 * Compares the count, sum, minimum and maximum over tables of several morsels, by scan and by index, with a plain loop.
 */
@Tag("oracle")
class KeyTotalsTest {

    @Test
    void totalsEqualAPlainLoop() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int rows = new int[] {0, 1, 63, 5_000, 140_001}[random.nextInt(5)];
            NumberTable table = NumberTable.of(rows, random);
            int tested = random.nextInt(8);
            long[] bounds = {-1, 20, 50, 400, 4_000, 1_000_000_000, Long.MAX_VALUE};
            long high = bounds[random.nextInt(bounds.length)];
            long low = Math.min(high, random.nextLong(-10, 100));
            Filter.InRange filter = random.nextInt(4) == 0
                    ? null
                    : new Filter.InRange(table.ref(tested), low, high, random.nextBoolean());
            for (int column : new int[] {0, 2, 4, 5, 6, 7}) {
                check(seed, table, column, filter, random.nextBoolean());
            }
        }
    }

    private static void check(long seed, NumberTable table, int of, Filter.@Nullable InRange filter, boolean parallel) {
        KeyColumn column = (KeyColumn) table.store().column(of);
        LongSummaryStatistics expected = new LongSummaryStatistics();
        DoubleSummaryStatistics inOrder = new DoubleSummaryStatistics();
        for (int row = 0; row < table.store().rows(); row++) {
            Long tested = filter == null
                    ? null
                    : table.columns().get(filter.column().place()).get(row);
            if (filter == null
                    || tested != null && (tested >= filter.low() && tested <= filter.high()) != filter.inverted()) {
                expected.accept(column.key(row));
                inOrder.accept(column.codec().doubleValue(column.key(row)));
            }
        }
        Logical query = filter == null ? Logical.TABLE : Logical.filtered(Logical.TABLE, filter);
        Planner planner = new Planner(table.store());
        KeyTotals totals = table.run(planner.totals(query, table.ref(of)), parallel);
        Node<DoubleSummaryStatistics> doubles = planner.realTotals(query, table.ref(of));
        String which = "seed %d, column %d, %s".formatted(seed, of, filter);

        assertThat(totals.count()).as(which).isEqualTo(expected.getCount());
        assertThat(table.run(doubles, false).toString()).as(which).isEqualTo(inOrder.toString());
        DoubleSummaryStatistics inParts = table.run(doubles, true);
        assertThat(inParts.getCount()).as(which).isEqualTo(expected.getCount());
        assertThat(inParts.getMin()).as(which).isEqualTo(inOrder.getMin());
        assertThat(inParts.getMax()).as(which).isEqualTo(inOrder.getMax());
        if (totals.count() > 0) {
            assertThat(totals.sum()).as(which).isEqualTo(expected.getSum());
            assertThat(totals.min()).as(which).isEqualTo(expected.getMin());
            assertThat(totals.max()).as(which).isEqualTo(expected.getMax());
        }
    }
}
