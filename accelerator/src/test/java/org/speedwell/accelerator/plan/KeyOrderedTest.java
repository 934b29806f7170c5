package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.Rows;

/**
 * Compares filters on two columns of a row with a plain loop. The filters run alone and together with filters of high
 * and low selectivity.
 */
@Tag("oracle")
class KeyOrderedTest {
    private static final int[] NEAR = {0, 1, 2, 3, 5, 6, 7, 8};

    @Test
    void rowsEqualAPlainLoop() {
        for (long seed = 0; seed < 80; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            NumberTable table = NumberTable.of(new int[] {0, 1, 63, 5_000, 70_001}[random.nextInt(5)], random);
            int below = NEAR[random.nextInt(NEAR.length)];
            int above = NEAR[random.nextInt(NEAR.length)];
            boolean orSame = random.nextBoolean();
            Filter ordered = new Filter.KeyOrdered(table.ref(below), table.ref(above), orSame);
            int tested = random.nextInt(3);
            Filter.InRange range = new Filter.InRange(table.ref(tested), 0, random.nextInt(120), random.nextBoolean());
            Filter filter = switch (random.nextInt(3)) {
                case 0 -> ordered;
                case 1 -> new Filter.And(List.of(ordered, range));
                default -> new Filter.Or(List.of(ordered, range));
            };
            List<Integer> expected = new ArrayList<>();
            for (int row = 0; row < table.store().rows(); row++) {
                boolean holds = isOrdered(value(table, below, row), value(table, above, row), orSame);
                boolean isInside = isInside(range, value(table, tested, row));
                if (filter == ordered ? holds : filter instanceof Filter.And ? holds && isInside : holds || isInside) {
                    expected.add(row);
                }
            }
            RowNode plan = new Planner(table.store()).rows(Logical.filtered(Logical.TABLE, filter));
            Rows rows = table.run(plan, random.nextBoolean());
            List<Integer> found = new ArrayList<>();
            rows.forEach(found::add);
            assertThat(found).as("seed %d, %s", seed, filter).isEqualTo(expected);
        }
    }

    private static @Nullable Long value(NumberTable table, int column, int row) {
        return table.columns().get(column).get(row);
    }

    private static boolean isOrdered(@Nullable Long below, @Nullable Long above, boolean orSame) {
        return below != null && above != null && (below < above || orSame && below.equals(above));
    }

    private static boolean isInside(Filter.InRange range, @Nullable Long value) {
        return value != null && (value >= range.low() && value <= range.high()) != range.inverted();
    }
}
