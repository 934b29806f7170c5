package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.GroupTotals;

/** Counts and sums by group over tables of several morsels, against a plain loop. */
class GroupTotalsTest {

    @Test
    void countsAndSumsAreThoseOfAPlainLoop() {
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
        GroupTotals totals =
                table.run(new Planner(table.store()).groups(query, table.ref(group), table.ref(value)), parallel);
        GroupTotals counted = table.run(new Planner(table.store()).groups(query, table.ref(group), null), parallel);
        long[] counts = new long[totals.groups()];
        long[] sums = new long[totals.groups()];
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
            assertThat(totals.count(place))
                    .as("seed %d, count of %d", seed, place)
                    .isEqualTo(counts[place]);
            assertThat(counted.count(place))
                    .as("seed %d, count alone of %d", seed, place)
                    .isEqualTo(counts[place]);
            assertThat(totals.sum(place)).as("seed %d, sum of %d", seed, place).isEqualTo(sums[place]);
        }
    }
}
