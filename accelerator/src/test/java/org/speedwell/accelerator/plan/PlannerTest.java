package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Scan;
import org.speedwell.accelerator.kernel.SelectorBuilder;

/** Compares random filters over tables of up to several morsels with a test of each row, for every access path. */
@Tag("oracle")
class PlannerTest {
    private static final int[] SIZES = {0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 10_000, 140_000};

    @Test
    void everyAccessPathFindsTheMatchingRows() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            NumberTable table = NumberTable.of(SIZES[random.nextInt(SIZES.length)], random);
            for (int i = 0; i < 20; i++) {
                Filter filter = !table.store().pairs().isEmpty() && random.nextInt(3) == 0
                        ? pair(table, random)
                        : filter(table, random, 3);
                check("seed " + seed + ", filter " + i, table, filter, random);
                order("seed " + seed + ", filter " + i, table, filter, random);
            }
        }
    }

    /** Counts filters that exclude few rows. The planner counts the excluded rows instead. */
    @Test
    void unselectiveFilterIsCountedByItsComplement() {
        int counted = 0;
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            NumberTable table = NumberTable.of(SIZES[random.nextInt(SIZES.length)], random);
            Filter blunt = switch (random.nextInt(3)) {
                case 0 -> new Filter.InRange(table.ref(1), -99, Long.MAX_VALUE, false);
                case 1 -> new Filter.InRange(table.ref(2), 500, 59_900, false);
                default -> new Filter.InRange(table.ref(7), 3, Long.MAX_VALUE, false);
            };
            Filter other = random.nextInt(4) == 0
                    ? filter(table, random, 1)
                    : new Filter.InRange(table.ref(0), 1, random.nextInt(1, 4), false);
            Filter filter = new Filter.And(List.of(other, blunt));
            check("seed " + seed, table, filter, random);
            Node<Long> plan = new Planner(table.store()).count(Logical.filtered(Logical.TABLE, filter));
            counted += plan instanceof AggregateNode.CountLess ? 1 : 0;
        }
        assertThat(counted).isGreaterThan(10);
    }

    private static void check(String name, NumberTable table, Filter filter, SplittableRandom random) {
        int[] expected = IntStream.range(0, table.store().rows())
                .filter(row -> matches(table, filter, row))
                .toArray();
        Planner planner = new Planner(table.store());
        Logical query = Logical.filtered(Logical.TABLE, filter);
        String description = name + ": " + filter + " over " + table.store().rows() + " rows";
        assertThat(table.run(planner.count(query), false)).as(description).isEqualTo(expected.length);
        assertThat(table.run(planner.count(query), true))
                .as("parallel, " + description)
                .isEqualTo(expected.length);
        assertThat(table.run(planner.any(query), false))
                .as("any, " + description)
                .isEqualTo(expected.length > 0);
        assertThat(array(table.run(planner.rows(query), random.nextBoolean())))
                .as("rows, " + description)
                .isEqualTo(expected);
        int limit = random.nextInt(50);
        assertThat(array(table.run(planner.rows(Logical.limit(query, limit)), random.nextBoolean())))
                .as("first %d, %s", limit, description)
                .isEqualTo(Arrays.copyOf(expected, Math.min(limit, expected.length)));
        assertThat(new Scan(table.store(), new SelectorBuilder(table.store()).build(filter), true)
                        .select()
                        .toArray())
                .as("scan, " + description)
                .isEqualTo(expected);
    }

    /** Checks the rows of a filter in the order of a column, through any available index. */
    private static void order(String name, NumberTable table, Filter filter, SplittableRandom random) {
        int column = table.store().pairs().isEmpty()
                ? random.nextInt(table.columns().size())
                : table.store().pairs().getFirst().second();
        RowOrder.By by = new RowOrder.By(table.ref(column), random.nextBoolean(), random.nextBoolean());
        Comparator<Long> keys = by.descending() ? Comparator.<Long>reverseOrder() : Comparator.<Long>naturalOrder();
        Comparator<@Nullable Long> order = by.nullsFirst() ? Comparator.nullsFirst(keys) : Comparator.nullsLast(keys);
        boolean all = random.nextInt(4) == 0;
        Logical query = all ? Logical.TABLE : Logical.filtered(Logical.TABLE, filter);
        int[] expected = IntStream.range(0, table.store().rows())
                .filter(row -> all || matches(table, filter, row))
                .boxed()
                .sorted((a, b) -> order.compare(value(table, column, a), value(table, column, b)))
                .mapToInt(Integer::intValue)
                .toArray();
        int limit = random.nextInt(3) == 0 ? Integer.MAX_VALUE : random.nextInt(30);
        Node<Rows> plan = new Planner(table.store()).rows(Logical.limit(Logical.ordered(query, by), limit));
        assertThat(array(table.run(plan, random.nextBoolean())))
                .as(
                        "%s: %s by %s, first %d of %d rows",
                        name, all ? "all" : filter, by, limit, table.store().rows())
                .isEqualTo(Arrays.copyOf(expected, Math.min(limit, expected.length)));
    }

    /** Returns an equality and a range that a two-column index answers, sometimes together with another filter. */
    private static Filter pair(NumberTable table, SplittableRandom random) {
        PairIndex pair = table.store().pairs().getFirst();
        long key = key(table, pair.first(), random);
        Filter equal = new Filter.InRange(table.ref(pair.first()), key, key, false);
        long a = key(table, pair.second(), random);
        long b = key(table, pair.second(), random);
        Filter range = new Filter.InRange(table.ref(pair.second()), Math.min(a, b), Math.max(a, b), false);
        return switch (random.nextInt(3)) {
            case 0 -> equal;
            case 1 -> new Filter.And(List.of(equal, range));
            default -> new Filter.And(List.of(filter(table, random, 1), range, equal));
        };
    }

    private static int[] array(Rows rows) {
        return IntStream.range(0, rows.size()).map(rows::get).toArray();
    }

    private static boolean matches(NumberTable table, Filter filter, int row) {
        return switch (filter) {
            case Filter.Constant constant -> constant == Filter.Constant.ALL;
            case Filter.NullRows nulls -> value(table, nulls.column().place(), row) == null;
            case Filter.InRange range -> {
                Long value = value(table, range.column().place(), row);
                yield value != null && (value >= range.low() && value <= range.high()) != range.inverted();
            }
            case Filter.KeySet set -> {
                Long value = value(table, set.column().place(), row);
                yield value == null ? set.nulls() : Arrays.binarySearch(set.keys(), value) >= 0 != set.inverted();
            }
            case Filter.And and -> and.filters().stream().allMatch(part -> matches(table, part, row));
            case Filter.Or or -> or.filters().stream().anyMatch(part -> matches(table, part, row));
            default -> throw new IllegalArgumentException(filter.toString());
        };
    }

    private static @Nullable Long value(NumberTable table, int column, int row) {
        return table.columns().get(column).get(row);
    }

    private static Filter filter(NumberTable table, SplittableRandom random, int depth) {
        int column = random.nextInt(table.columns().size());
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> random.nextBoolean() ? Filter.Constant.ALL : Filter.Constant.NONE;
            case 1 -> new Filter.NullRows(table.ref(column));
            case 2 -> {
                long[] keys = LongStream.range(0, random.nextInt(random.nextBoolean() ? 4 : 100))
                        .map(i -> key(table, column, random))
                        .sorted()
                        .distinct()
                        .toArray();
                boolean nulls = table.store().column(column).nulls() > 0 && random.nextBoolean();
                yield new Filter.KeySet(table.ref(column), keys, random.nextBoolean(), nulls);
            }
            case 3 -> {
                long key = key(table, column, random);
                yield new Filter.InRange(table.ref(column), key, key, random.nextBoolean());
            }
            case 4, 5 -> {
                long a = key(table, column, random);
                long b = key(table, column, random);
                yield new Filter.InRange(table.ref(column), Math.min(a, b), Math.max(a, b), random.nextInt(4) == 0);
            }
            case 6 -> new Filter.Or(parts(table, random, depth));
            default -> new Filter.And(parts(table, random, depth));
        };
    }

    private static List<Filter> parts(NumberTable table, SplittableRandom random, int depth) {
        return Stream.generate(() -> filter(table, random, depth - 1))
                .limit(random.nextInt(1, 5))
                .toList();
    }

    /** Returns a key that usually occurs in the column. */
    private static long key(NumberTable table, int column, SplittableRandom random) {
        int rows = table.store().rows();
        Long value = rows == 0 ? null : value(table, column, random.nextInt(rows));
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            case 2 -> random.nextLong(-10, 300);
            default -> value == null ? 0 : value;
        };
    }
}
