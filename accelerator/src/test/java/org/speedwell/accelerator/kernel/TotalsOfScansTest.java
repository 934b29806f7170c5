package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.Input;
import org.speedwell.accelerator.aggregate.ValueAggregate.Total;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * Compares counts and sums of all rows and of scanned rows with a plain loop, with and without groups, for every width
 * and for edited versions. Arrays and an aggregator compute them.
 */
@Tag("oracle")
class TotalsOfScansTest {
    private static final int[] ROWS = {0, 1, 63, 64, 4_095, 4_097, 70_001};
    private static final int[] GROUPS = {1, 2, 8, 9, 300, 70_000};
    private static final long[] BOUNDS = {1, 250, 40_000, 4_000_000_000L, Long.MAX_VALUE};

    @Test
    void totalsEqualAPlainLoop() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int rows = ROWS[random.nextInt(ROWS.length)];
            long[] groups = random.longs(rows, 7, 7 + GROUPS[random.nextInt(GROUPS.length)])
                    .toArray();
            long least = random.nextLong(-5, 5);
            long[] values = random.longs(rows, least, least + BOUNDS[random.nextInt(BOUNDS.length)] / 2 + 1)
                    .toArray();
            boolean isChosen = random.nextBoolean();
            int share = random.nextInt(1, 101);
            long[] choice = random.longs(rows, 0, 100).toArray();
            TableId<Object> identifier = new TableId<>("test", "test", "numbers");
            Lease lease = new Lease();
            TableStore.Builder<Object> builder =
                    TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease);
            boolean isEdited = rows > 0 && random.nextBoolean();
            int place = 0;
            for (long[] column : List.of(groups, values, choice)) {
                KeyColumn first = column(column, lease);
                builder.column(
                        new ColumnId("c" + place, place), isEdited ? edited(first, column, random) : first, null);
                place++;
            }
            TableStore<Object> table = builder.build();
            KeyColumn group = random.nextBoolean() ? (KeyColumn) table.column(0) : null;
            KeyColumn chosen = (KeyColumn) table.column(2);
            boolean hasScan = isChosen && rows > 0 && chosen.max() > chosen.min();
            Selector selector = random.nextBoolean()
                    ? new Selector.Range(chosen, 0, Math.max(0, share - 1 - chosen.min()), false)
                    : someKeys((KeyColumn) table.column(random.nextBoolean() ? 2 : 0), random);
            Scan scan = hasScan ? new Scan(table, selector, random.nextBoolean()) : null;
            check(seed, table, group, groups, values, scan, random.nextBoolean());
        }
    }

    private static Selector someKeys(KeyColumn column, SplittableRandom random) {
        long[] bits = random.longs((column.max() - column.min() >>> 6) + 1).toArray();
        return new Selector.Table(column, bits, false);
    }

    /** Returns a version in which some rows have the values of other rows, as in the array afterwards. */
    private static KeyColumn edited(KeyColumn column, long[] values, SplittableRandom random) {
        int[] rows = random.ints(random.nextInt(1, 50), 0, values.length)
                .sorted()
                .distinct()
                .toArray();
        for (int row : rows) {
            values[row] = values[random.nextInt(values.length)];
        }
        return column.edit(
                column.changes(rows, _ -> false, at -> values[rows[at]], new int[0]),
                values.length,
                MemoryBudget.UNLIMITED);
    }

    private static KeyColumn column(long[] values, Lease lease) {
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            for (long value : values) {
                builder.append(value);
            }
            return (KeyColumn) builder.build(lease);
        }
    }

    private static void check(
            int seed,
            TableStore<Object> table,
            @Nullable KeyColumn by,
            long[] groups,
            long[] values,
            @Nullable Scan scan,
            boolean parallel) {
        KeyColumn numbers = (KeyColumn) table.column(1);
        long[] counts = new long[GroupTotals.groups(by)];
        long[] sums = new long[counts.length];
        for (int row = 0; row < values.length; row++) {
            if (scan == null || scan.selector().test(row)) {
                int group = by == null ? 0 : (int) by.code(groups[row]);
                counts[group]++;
                sums[group] += values[row];
            }
        }
        if (by != null) {
            GroupTotals counted = GroupTotals.of(table, by, null, scan, parallel);
            assertThat(all(counted, counted::count))
                    .as("count alone, seed %d", seed)
                    .isEqualTo(counts);
        }
        if (GroupTotals.isPossible(by, numbers)) {
            GroupTotals totals = GroupTotals.of(table, by, numbers, scan, parallel);
            assertThat(all(totals, totals::count)).as("count, seed %d", seed).isEqualTo(counts);
            assertThat(all(totals, totals::sum)).as("sum, seed %d", seed).isEqualTo(sums);
        }
        Map<Long, List<Long>> expected = new HashMap<>();
        for (int group = 0; group < counts.length; group++) {
            if (counts[group] > 0) {
                expected.put(by == null ? 0 : by.min() + group, List.of(counts[group], sums[group]));
            }
        }
        Scan rows = scan == null ? Scan.ofPresent(table, parallel) : scan;
        assertThat(RowWorker.run(rows, () -> new Aggregator(1, countsAndSums(table, by != null)))
                        .<Map<Long, List<Long>>>result())
                .as("aggregator, seed %d", seed)
                .isEqualTo(expected);
    }

    private static long[] all(GroupTotals totals, IntToLongFunction of) {
        return IntStream.range(0, totals.groups()).mapToLong(of).toArray();
    }

    private static Aggregate countsAndSums(TableStore<Object> table, boolean isGrouped) {
        return new Aggregate.Grouped(
                isGrouped ? List.of(input(table, 0)) : List.of(),
                List.of(isGrouped ? 1 : 0),
                List.of(new Aggregate.Count(), new Aggregate.OfValue(input(table, 1), new WholeSum(Total.LONG, false))),
                null,
                groups -> {
                    Map<Long, List<Long>> all = new HashMap<>();
                    groups.forEach(
                            parts -> (Long) parts[parts.length - 2] > 0,
                            parts -> all.put(
                                    isGrouped ? (Long) parts[0] : 0L,
                                    List.of((Long) parts[parts.length - 2], (Long) parts[parts.length - 1])));
                    return all;
                });
    }

    private static Input input(TableStore<Object> table, int column) {
        return new Input.OfRows(0, Scope.of(table), new Expr.Column(Row.FIRST, column, Long.class));
    }
}
