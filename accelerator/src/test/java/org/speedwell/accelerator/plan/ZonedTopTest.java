package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * Compares windows of sorted rows without an index with a sorted list. The keys have each width, are in random and in
 * clustered order, and some are NULL. Rows are changed, removed and added.
 */
@Tag("oracle")
class ZonedTopTest {
    private static final int[] SIZES = {0, 1, 64, 4_097, 20_000, 140_001};
    private static final long[] MAX_KEYS = {0, 3, 200, 60_000, 2_000_000_000, Long.MAX_VALUE};
    private static final int COLUMNS = 3;

    @Test
    void windowsEqualThoseOfASortedList() {
        int zoned = 0;
        for (int seed = 0; seed < 120; seed++) {
            Trial trial = new Trial(seed);
            for (int version = 0; version < 3; version++) {
                for (int i = 0; i < 6; i++) {
                    zoned += trial.check() ? 1 : 0;
                }
                trial.change();
            }
        }
        assertThat(zoned).isGreaterThan(500);
    }

    /** A table, and its keys by row id. A removed row is null. Column 0 gives the order and column 1 decides ties. */
    private static final class Trial {
        private final int seed;
        private final SplittableRandom random;
        private final long max;
        private final boolean hasNulls;
        private final int kind;
        private final List<@Nullable Long @Nullable []> rows = new ArrayList<>();
        private TableStore<Object> table;

        Trial(int seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            max = MAX_KEYS[seed % MAX_KEYS.length];
            hasNulls = random.nextInt(3) == 0;
            kind = random.nextInt(4);
            List<@Nullable Long[]> values = made(0, SIZES[random.nextInt(SIZES.length)]);
            rows.addAll(values);
            Lease lease = new Lease();
            TableStore.Builder<Object> builder = TableStore.builder(
                    new TableId<>("test", "test", "numbers"), new EntityFactory<>(Object::new, List.of()), lease);
            List<KeyColumn> columns = columns(values, lease);
            for (int i = 0; i < COLUMNS; i++) {
                builder.column(new ColumnId("c" + i, i), columns.get(i), null);
            }
            table = builder.build();
        }

        private List<@Nullable Long[]> made(int first, int count) {
            List<@Nullable Long[]> made = new ArrayList<>();
            for (int row = first; row < first + count; row++) {
                made.add(new Long[] {key(row), random.nextLong(4), random.nextLong(100)});
            }
            return made;
        }

        private @Nullable Long key(int row) {
            if (hasNulls && random.nextInt(row < 4_096 ? 2 : 50) == 0) {
                return null;
            }
            return switch (kind) {
                case 0 -> Math.min(max, row / 3L); // ascending with ties
                case 1 -> Math.max(0, Math.min(max, 140_000) - row); // descending
                case 2 -> random.nextInt(1_000) > 0 ? 0 : max; // one key almost everywhere
                default -> max == 0 ? 0 : random.nextLong(max);
            };
        }

        private static List<KeyColumn> columns(List<@Nullable Long[]> values, Lease lease) {
            List<KeyColumn> columns = new ArrayList<>();
            for (int i = 0; i < COLUMNS; i++) {
                try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
                    for (@Nullable Long[] row : values) {
                        builder.append(row[i]);
                    }
                    columns.add((KeyColumn) builder.build(lease));
                }
            }
            return columns;
        }

        /** Replaces and removes some rows, and adds some. */
        void change() {
            int end = rows.size();
            List<Integer> changed = new ArrayList<>();
            List<Integer> removed = new ArrayList<>();
            for (int i = 0; end > 0 && i < random.nextInt(60); i++) {
                int row = random.nextInt(end);
                if (rows.get(row) != null && !changed.contains(row) && !removed.contains(row)) {
                    (random.nextBoolean() ? changed : removed).add(row);
                }
            }
            IntStream.range(end, end + random.nextInt(3) * 40).forEach(changed::add);
            changed.sort(null);
            removed.sort(null);
            List<@Nullable Long[]> values = made(random.nextInt(end + 1), changed.size());
            Lease staging = new Lease();
            table = table.edit(array(changed), columns(values, staging), array(removed), MemoryBudget.UNLIMITED);
            staging.release();
            for (int i = 0; i < changed.size(); i++) {
                if (changed.get(i) < end) {
                    rows.set(changed.get(i), values.get(i));
                } else {
                    rows.add(values.get(i));
                }
            }
            removed.forEach(row -> rows.set(row, null));
        }

        private static int[] array(List<Integer> numbers) {
            return numbers.stream().mapToInt(Integer::intValue).toArray();
        }

        /** Checks a random window, and returns whether the plan used the zone map. */
        boolean check() {
            boolean isFiltered = random.nextBoolean();
            long below = random.nextLong(3) == 0 ? 0 : random.nextLong(100);
            RowOrder order = order();
            int from = random.nextInt(3) == 0 ? random.nextInt(table.rows() / 17 + 2) : random.nextInt(4);
            int to = from + random.nextInt(random.nextInt(3) == 0 ? 500 : 5);
            List<Integer> all = IntStream.range(0, rows.size())
                    .filter(row -> rows.get(row) != null && (!isFiltered || value(row, 2) <= below))
                    .boxed()
                    .sorted(comparator(order))
                    .toList();
            Filter filter = new Filter.InRange((ColumnRef.Ordered) table.ref(2), 0, below, false);
            Logical input = isFiltered ? Logical.filtered(Logical.TABLE, filter) : Logical.TABLE;
            Logical query = Logical.limit(Logical.skip(new Logical.Ordered(input, order), from), to - from);
            RowNode plan = new Planner(table).rows(query);
            boolean parallel = random.nextBoolean();
            Rows found = new Execution(table, parallel, null).run(plan);
            assertThat(IntStream.range(0, found.size()).map(found::get).toArray())
                    .as(
                            "seed %d: %s, %d to %d of %d rows%s%s",
                            seed,
                            order,
                            from,
                            to,
                            rows.size(),
                            isFiltered ? ", c2 up to " + below : "",
                            parallel ? ", parallel" : "")
                    .isEqualTo(array(all.subList(Math.min(from, all.size()), Math.min(to, all.size()))));
            return plan.inputs().stream().anyMatch(OrderingNode.ZonedTop.class::isInstance);
        }

        private RowOrder order() {
            RowOrder.By first =
                    new RowOrder.By((ColumnRef.Ordered) table.ref(0), random.nextBoolean(), random.nextBoolean());
            RowOrder.By tie = new RowOrder.By((ColumnRef.Ordered) table.ref(1), random.nextBoolean(), false);
            return new RowOrder(first, random.nextInt(3) == 0 ? List.of(tie) : List.of());
        }

        private Comparator<Integer> comparator(RowOrder order) {
            Comparator<Long> keys = direction(order.first());
            Comparator<@Nullable Long> nullable =
                    order.first().nullsFirst() ? Comparator.nullsFirst(keys) : Comparator.nullsLast(keys);
            Comparator<Integer> first = (a, b) -> nullable.compare(row(a)[0], row(b)[0]);
            return order.ties().isEmpty()
                    ? first
                    : first.thenComparing(
                            (a, b) -> direction(order.ties().getFirst()).compare(value(a, 1), value(b, 1)));
        }

        private static Comparator<Long> direction(RowOrder.By by) {
            return by.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        }

        private @Nullable Long[] row(int row) {
            return Objects.requireNonNull(rows.get(row));
        }

        private long value(int row, int column) {
            return Objects.requireNonNull(row(row)[column]);
        }
    }
}
