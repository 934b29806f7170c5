package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.plan.JoinedTable.Kind;

/**
 * Compares random joins of random tables with nested loops. They cover all kinds and operators, NULL keys, empty tables
 * and self-joins. {@code -Dspeedwell.joins=N} sets their number, {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
class JoinPlanTest {
    private static final int JOINS = Integer.getInteger("speedwell.joins", 3_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);

    /** The maximum number of tuples that the nested loops may produce. */
    private static final int MAX_TUPLES = 100_000;

    /** A filter and the predicate that it must equal. The predicate's argument is null for NULL. */
    private record Where(int column, Filter filter, Predicate<@Nullable BigDecimal> meaning) {}

    /**
     * An equality of columns of one or two tables. It uses {@code equals}, or the order of values that are never
     * missing.
     */
    private record Same(int place, int column, int other, int otherColumn, boolean isOrder) {
        Expr expr(List<RandomTables> tables) {
            Expr one = column(tables.get(place), place, column);
            Expr two = column(tables.get(other), other, otherColumn);
            if (!isOrder) {
                return new Expr.Equal(one, two);
            }
            boolean isOfOperators = column < 3 || column == 6;
            Expr.Order order = isOfOperators ? Expr.Order.OPERATORS : Expr.Order.NATURAL;
            return new Expr.Compare(ComparisonOperator.EQUAL, order, wide(one), wide(two));
        }

        private static Expr column(RandomTables table, int place, int column) {
            Class<?> type = table.ref(column).column().codec().valueClass();
            return new Expr.Column(new Row.Element(place), column, type);
        }

        private static Expr wide(Expr of) {
            Expr present = new Expr.Require(of);
            return of.kind() == org.speedwell.accelerator.expr.Kind.INT
                    ? new Expr.Convert(org.speedwell.accelerator.expr.Kind.LONG, present)
                    : present;
        }

        boolean holds(List<RandomTables> tables, List<Integer> tuple) {
            Number one = number(tables.get(place), column, tuple.get(place));
            Number two = number(tables.get(other), otherColumn, tuple.get(other));
            return isOrder
                    ? new BigDecimal(String.valueOf(one)).compareTo(new BigDecimal(String.valueOf(two))) == 0
                    : Objects.equals(one, two);
        }

        private static @Nullable Number number(RandomTables table, int column, int row) {
            return row < 0 ? null : table.columns().get(column).get(row);
        }
    }

    private record Random(
            List<RandomTables> tables,
            List<@Nullable Where> wheres,
            List<JoinedTable> requestedOrder,
            List<Same> same,
            JoinQuery query) {}

    @Test
    void joinsEqualNestedLoops() {
        for (long seed = SEED; seed < SEED + JOINS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Random join = random(random);
            List<List<Integer>> expected = nestedLoops(join);
            if (expected == null) {
                continue;
            }
            JoinPlan plan = JoinPlan.of(join.query);
            String what = "seed " + seed + ": " + join.requestedOrder + ", " + join.same;
            assertThat(tuples(plan, false)).as(what).isEqualTo(expected);
            assertThat(tuples(plan, true)).as("parallel, " + what).isEqualTo(expected);
            assertThat(plan.run(false, null).count()).as("count, " + what).isEqualTo(expected.size());
            JoinPlan unordered = JoinPlan.unordered(join.query);
            assertThat(sorted(tuples(unordered, random.nextBoolean())))
                    .as("unordered, " + what)
                    .isEqualTo(sorted(expected));
            assertThat(unordered.run(false, null).count())
                    .as("unordered count, " + what)
                    .isEqualTo(expected.size());
            int skip = random.nextInt(5);
            int limit = random.nextInt(5);
            assertThat(StreamSupport.stream(plan.run(false, null).tuples(), false)
                            .limit(limit)
                            .skip(skip)
                            .map(JoinPlanTest::list))
                    .as("limit, skip, " + what)
                    .isEqualTo(expected.stream().limit(limit).skip(skip).toList());
        }
    }

    private static List<List<Integer>> tuples(JoinPlan plan, boolean parallel) {
        return StreamSupport.stream(plan.run(parallel, null).tuples(), parallel)
                .map(JoinPlanTest::list)
                .collect(Collectors.toList());
    }

    private static List<List<Integer>> sorted(List<List<Integer>> tuples) {
        return tuples.stream()
                .map(tuple -> tuple.stream().mapToInt(row -> row).toArray())
                .sorted(Arrays::compare)
                .map(JoinPlanTest::list)
                .toList();
    }

    private static List<Integer> list(int[] tuple) {
        return Arrays.stream(tuple).boxed().toList();
    }

    private static Random random(SplittableRandom random) {
        int count = random.nextInt(8) == 0 ? random.nextInt(6, 11) : random.nextInt(2, 6);
        List<RandomTables> tables = new ArrayList<>();
        List<@Nullable Where> wheres = new ArrayList<>();
        List<JoinedTable> joined = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            boolean isAgain = place > 0 && random.nextInt(4) == 0;
            tables.add(
                    isAgain
                            ? tables.get(random.nextInt(place))
                            : RandomTables.of("t" + place, rows(count, random), random));
            RandomTables table = tables.getLast();
            Where where = random.nextInt(3) == 0 ? where(table, random) : null;
            wheres.add(where);
            JoinedTable.Link link = place == 0 || random.nextInt(12) == 0 ? null : link(tables, place, random);
            joined.add(new JoinedTable(
                    table.store(),
                    link == null ? Kind.INNER : Kind.values()[Math.max(0, random.nextInt(6) - 2)],
                    link,
                    where == null ? null : where.filter));
        }
        JoinQuery query = new JoinQuery(joined, MemoryBudget.UNLIMITED);
        List<Same> same = new ArrayList<>();
        for (int i = random.nextInt(6) - 2; i > 0; i--) {
            same.add(same(tables, query, random));
            query = query.where(same.getLast().expr(tables));
        }
        return new Random(tables, wheres, joined, same, query);
    }

    private static Same same(List<RandomTables> tables, JoinQuery query, SplittableRandom random) {
        int place = random.nextInt(tables.size());
        int other = random.nextInt(tables.size());
        int column = random.nextInt(RandomTables.COLUMNS);
        boolean isPresent = !query.isNullable(place) && !query.isNullable(other);
        int ofOrder = column < 3 ? random.nextInt(3) : column < 5 ? 3 + random.nextInt(2) : column;
        boolean isOrder = isPresent
                && random.nextBoolean()
                && tables.get(place).ref(column).column().nulls() == 0
                && tables.get(other).ref(ofOrder).column().nulls() == 0;
        int ofEquals = column < 2 ? random.nextInt(2) : column == 2 ? 2 : ofOrder;
        return new Same(place, column, other, isOrder ? ofOrder : ofEquals, isOrder);
    }

    private static int rows(int tables, SplittableRandom random) {
        return random.nextInt(8) == 0 ? random.nextInt(2) : random.nextInt(1, tables > 4 ? 8 : tables > 2 ? 20 : 300);
    }

    private static JoinedTable.Link link(List<RandomTables> tables, int place, SplittableRandom random) {
        int other = random.nextInt(place);
        int column = random.nextInt(RandomTables.COLUMNS);
        int otherColumn = column < 3 ? random.nextInt(3) : column < 5 ? 3 + random.nextInt(2) : column;
        ComparisonOperator operator = random.nextInt(3) == 0
                ? ComparisonOperator.values()[random.nextInt(ComparisonOperator.values().length)]
                : ComparisonOperator.EQUAL;
        JoinedTable.Link link = new JoinedTable.Link(
                tables.get(place).ref(column),
                operator,
                other,
                tables.get(other).ref(otherColumn),
                MatchRule.OfValues.DATABASE);
        assertThat(link.isKnown()).isTrue();
        return link;
    }

    private static Where where(RandomTables table, SplittableRandom random) {
        int column = random.nextInt(3);
        var ref = table.ref(column);
        long low = random.nextLong(0, 6) * (column == 2 ? 1_000_000 : 1);
        Filter.InRange range = new Filter.InRange(ref, low, Long.MAX_VALUE, random.nextBoolean());
        Predicate<@Nullable BigDecimal> meaning =
                value -> value != null && value.compareTo(BigDecimal.valueOf(low)) >= 0 != range.inverted();
        return switch (random.nextInt(4)) {
            case 0 -> new Where(column, new Filter.NullRows(ref), value -> value == null);
            case 1 ->
                new Where(
                        column,
                        new Filter.Or(List.of(new Filter.NullRows(ref), range)),
                        value -> value == null || meaning.test(value));
            default -> new Where(column, range, meaning);
        };
    }

    /** Returns the tuples in the documented order, or null if there are too many. */
    private static @Nullable List<List<Integer>> nestedLoops(Random join) {
        List<List<Integer>> tuples = new ArrayList<>();
        for (int row : join.tables.getFirst().rows()) {
            tuples.add(List.of(row));
        }
        for (int place = 1; place < join.tables.size(); place++) {
            tuples = joined(join, place, tuples);
            if (tuples.size() > MAX_TUPLES) {
                return null;
            }
        }
        return tuples.stream()
                .filter(tuple ->
                        passes(join, tuple) && join.same.stream().allMatch(same -> same.holds(join.tables, tuple)))
                .collect(Collectors.toList());
    }

    private static List<List<Integer>> joined(Random join, int place, List<List<Integer>> before) {
        RandomTables table = join.tables.get(place);
        JoinedTable as = join.requestedOrder.get(place); // the query itself may use a stricter kind
        Kind kind = as.kind();
        List<List<Integer>> after = new ArrayList<>();
        Set<Integer> matched = new HashSet<>();
        for (List<Integer> tuple : before) {
            boolean any = false;
            for (int row : table.rows()) {
                if (as.link() == null || matches(join, place, as.link(), tuple, row)) {
                    after.add(with(tuple, row));
                    matched.add(row);
                    any = true;
                }
            }
            if (!any && kind.keepsTuples) {
                after.add(with(tuple, -1));
            }
        }
        if (kind.keepsRows) {
            for (int row : table.rows()) {
                if (!matched.contains(row)) {
                    List<Integer> none = new ArrayList<>();
                    for (int i = 0; i < place; i++) {
                        none.add(-1);
                    }
                    after.add(with(none, row));
                }
            }
        }
        return after;
    }

    private static boolean matches(Random join, int place, JoinedTable.Link link, List<Integer> tuple, int row) {
        int otherRow = tuple.get(link.other());
        BigDecimal value = join.tables.get(place).value(link.column().place(), row);
        BigDecimal other = otherRow < 0
                ? null
                : join.tables.get(link.other()).value(link.otherColumn().place(), otherRow);
        if (value == null || other == null) {
            return false;
        }
        int compared = value.compareTo(other);
        return switch (link.operator()) {
            case EQUAL -> compared == 0;
            case NOT_EQUAL -> compared != 0;
            case LESS_THAN -> compared < 0;
            case LESS_OR_EQUAL -> compared <= 0;
            case GREATER_THAN -> compared > 0;
            case GREATER_OR_EQUAL -> compared >= 0;
        };
    }

    private static List<Integer> with(List<Integer> tuple, int row) {
        List<Integer> longer = new ArrayList<>(tuple);
        longer.add(row);
        return longer;
    }

    private static boolean passes(Random join, List<Integer> tuple) {
        for (int place = 0; place < tuple.size(); place++) {
            Where where = join.wheres.get(place);
            int row = tuple.get(place);
            if (where != null
                    && !where.meaning.test(
                            row < 0 ? null : join.tables.get(place).value(where.column, row))) {
                return false;
            }
        }
        return true;
    }
}
