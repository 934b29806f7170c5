package org.speedwell.accelerator.join;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.join.JoinedTable.Kind;
import org.speedwell.accelerator.join.JoinedTable.Link;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.Cost;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.plan.RowNode;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table put beside those that are joined before it, and how its rows are found.
 *
 * @param place of the table
 * @param link from the table to one of those before; null where all rows are put beside all
 * @param filter what holds of its rows before they are joined; null where nothing must
 * @param rows a way to these rows
 * @param method how those beside a row are found
 * @param expected how many tuples come out
 * @param cost of this step alone
 */
record JoinStep(
        int place,
        TableStore<?> table,
        Kind kind,
        @Nullable Link link,
        @Nullable Filter filter,
        RowNode rows,
        Method method,
        double expected,
        double cost) {

    /** Of operators that ask which of two is greater. */
    private static final double SHARE_OF_RANGE = 1 / 3.0;

    enum Method {
        ALL("all beside all"),
        INDEX("sorted index"),
        TESTED_INDEX("sorted index, rows tested"),
        BUILT("its rows sorted");

        final String words;

        Method(String words) {
            this.words = words;
        }
    }

    /** @param tuples how many there are before */
    static JoinStep of(int place, JoinedTable joined, @Nullable Link link, @Nullable Filter filter, double tuples) {
        RowNode rows = rows(joined.table(), filter);
        double expected = tuples * rows.expected() * (link == null ? 1 : share(link));
        if (joined.kind() != Kind.INNER) {
            expected = Math.max(expected, joined.kind() == Kind.LEFT ? tuples : rows.expected());
        }
        double handed = expected * Cost.GATHERED_ROW;
        if (link == null) {
            return new JoinStep(
                    place,
                    joined.table(),
                    joined.kind(),
                    null,
                    filter,
                    rows,
                    Method.ALL,
                    expected,
                    rows.cost() + handed);
        }
        double built = rows.cost() + rows.expected() * Cost.SORTED_ROW;
        double tested = filter == null ? 0 : tuples * joined.table().rows() * share(link) * Cost.GATHERED_ROW;
        Method method = link.column().index() == null || tested > built
                ? Method.BUILT
                : filter == null ? Method.INDEX : Method.TESTED_INDEX;
        double cost = tuples * Cost.GATHERED_ROW + handed + (method == Method.BUILT ? built : tested);
        return new JoinStep(place, joined.table(), joined.kind(), link, filter, rows, method, expected, cost);
    }

    static RowNode rows(TableStore<?> table, @Nullable Filter filter) {
        return new Planner(table).rows(filter == null ? Logical.TABLE : Logical.filtered(Logical.TABLE, filter));
    }

    /** Of all pairs of rows, about how many a link joins: as many as there would be if every key of the one was among the other's. */
    private static double share(Link link) {
        return switch (link.operator()) {
            case EQUAL ->
                1
                        / Math.max(
                                1,
                                Math.max(
                                        keys(link.column().column()),
                                        keys(link.otherColumn().column())));
            case NOT_EQUAL -> 1;
            case LESS_THAN, LESS_OR_EQUAL, GREATER_THAN, GREATER_OR_EQUAL -> SHARE_OF_RANGE;
        };
    }

    private static double keys(KeyColumn column) {
        return Math.min(column.rows(), (double) column.max() - column.min() + 1);
    }

    /** What has been read of the table before the first tuple. For any threads. */
    @FunctionalInterface
    interface Opened {
        /**
         * Puts the table's rows beside tuples, for one thread.
         *
         * @param before the places of the tables that the tuples have rows of
         * @param tables how many are joined in all
         */
        TupleSource beside(TupleSource tuples, int[] before, int tables);
    }

    /**
     * Reads what must be read before the first tuple.
     *
     * @param memory counts what the step puts together
     * @throws MemoryBudgetException if what has to be put together does not fit into the budget
     */
    Opened open(Function<RowNode, Rows> run, WorkingMemory memory) {
        if (link == null) {
            Rows all = run.apply(rows);
            return oneByOne(() -> new Partners.All(all), run);
        }
        KeyColumn column = link.column().column();
        KeyColumn other = link.otherColumn().column();
        KeyMatch match = requireNonNull(link.match());
        KeyedRows keyed = keyed(run, memory, column);
        Selector test =
                method == Method.TESTED_INDEX && filter != null ? new SelectorBuilder(table).build(filter) : null;
        boolean isEquality = link.operator() == ComparisonOperator.EQUAL;
        if (isEquality && kind != Kind.RIGHT) {
            int otherPlace = link.other();
            return (tuples, before, tables) -> new EqualSource(
                    tuples,
                    keyed,
                    match,
                    other,
                    test,
                    place,
                    otherPlace,
                    before,
                    kind == Kind.LEFT,
                    new RowBlock(tables));
        }
        return oneByOne(
                isEquality && test == null
                        ? () -> new Partners.Equal(keyed, match, other)
                        : () -> new Partners.Gathered(keyed, match, other, test),
                run);
    }

    private Opened oneByOne(Supplier<Partners> partners, Function<RowNode, Rows> run) {
        Rows all = kind == Kind.RIGHT ? run.apply(rows) : null;
        return (tuples, before, tables) -> new JoinSource(
                tuples,
                partners.get(),
                place,
                link == null ? before[0] : link.other(),
                before,
                kind == Kind.LEFT,
                all,
                new RowBlock(tables));
    }

    private KeyedRows keyed(Function<RowNode, Rows> run, WorkingMemory memory, KeyColumn column) {
        SortedIndex index = link == null ? null : link.column().index();
        if (method != Method.BUILT && index != null) {
            return new KeyedRows.OfIndex(index);
        }
        Rows built = run.apply(rows);
        memory.add((long) built.size() * KeyedRows.BYTES_A_ROW);
        return KeyedRows.of(built, column);
    }

    String words(String name, String other) {
        if (link == null) {
            return "%s %s → %s".formatted(kind.words, name, method.words);
        }
        return "%s %s on %s %s %s.%s → %s"
                .formatted(
                        kind.words,
                        name,
                        link.column().name(),
                        link.operator().sql(),
                        other,
                        link.otherColumn().name(),
                        method.words
                                + (method == Method.BUILT
                                        ? ""
                                        : " on " + link.column().name()));
    }
}
