package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.Input;
import org.speedwell.accelerator.aggregate.ValueAggregate.Total;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.GroupTotals;

/**
 * Compares counts and sums by group over tables of several morsels with a plain loop. Arrays and an aggregator compute
 * them.
 */
@Tag("oracle")
class GroupTotalsTest {

    @Test
    void countsAndSumsEqualAPlainLoop() {
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            NumberTable table = NumberTable.of(random.nextBoolean() ? 5_000 : 140_001, random);
            int group = new int[] {0, 2, 5, 6, 7}[random.nextInt(5)];
            int value = new int[] {0, 2, 4, 5, 6, 7}[random.nextInt(6)];
            Filter filter =
                    random.nextBoolean() ? null : new Filter.InRange(table.ref(1), -50, 50, random.nextBoolean());
            check(seed, table, group, value, filter, random.nextBoolean());
        }
    }

    private static void check(
            long seed, NumberTable table, int group, int value, @Nullable Filter filter, boolean parallel) {
        KeyColumn groups = (KeyColumn) table.store().column(group);
        KeyColumn values = (KeyColumn) table.store().column(value);
        assertThat(GroupTotals.isPossible(groups)).isTrue();
        Logical query = filter == null ? Logical.TABLE : Logical.filtered(Logical.TABLE, filter);
        Planner planner = new Planner(table.store());
        GroupTotals counted = table.run(planner.groups(query, table.ref(group), null), parallel);
        long[] counts = new long[counted.groups()];
        long[] sums = new long[counted.groups()];
        for (int row = 0; row < table.store().rows(); row++) {
            Long tested = table.columns().get(1).get(row);
            boolean inside = tested != null && tested >= -50 && tested <= 50;
            if (filter == null
                    || filter instanceof Filter.InRange range && tested != null && inside != range.inverted()) {
                int place = (int) (groups.key(row) - groups.min());
                counts[place]++;
                sums[place] += values.key(row);
            }
        }
        for (int place = 0; place < counts.length; place++) {
            assertThat(counted.count(place))
                    .as("seed %d, count alone of %d", seed, place)
                    .isEqualTo(counts[place]);
        }
        if (GroupTotals.isPossible(groups, values)) {
            GroupTotals totals = table.run(planner.groups(query, table.ref(group), table.ref(value)), parallel);
            for (int place = 0; place < counts.length; place++) {
                assertThat(totals.count(place))
                        .as("seed %d, count of %d", seed, place)
                        .isEqualTo(counts[place]);
                assertThat(totals.sum(place))
                        .as("seed %d, sum of %d", seed, place)
                        .isEqualTo(sums[place]);
            }
        }
        long[] added = table.run(
                        planner.aggregates(
                                query,
                                () -> new Aggregator(1, sums(table, group, value, groups.min(), sums.length)),
                                "sums"),
                        parallel)
                .result();
        assertThat(added).as("seed %d, sums of an aggregator", seed).isEqualTo(sums);
    }

    private static Aggregate sums(NumberTable table, int group, int value, long min, int size) {
        return new Aggregate.Grouped(
                List.of(input(table, group)),
                List.of(1),
                List.of(new Aggregate.OfValue(input(table, value), new WholeSum(Total.LONG, false))),
                null,
                all -> {
                    long[] sums = new long[size];
                    all.forEach(_ -> true, parts -> sums[(int) ((Long) parts[0] - min)] = (Long) parts[1]);
                    return sums;
                });
    }

    private static Input input(NumberTable table, int column) {
        return new Input.OfRows(0, Scope.of(table.store()), new Expr.Column(Row.FIRST, column, Long.class));
    }
}
