package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.join.EquiJoinSource;
import org.speedwell.accelerator.join.FirstRows;
import org.speedwell.accelerator.join.FirstTuples;
import org.speedwell.accelerator.join.KeyMatch;
import org.speedwell.accelerator.join.KeyedRows;
import org.speedwell.accelerator.join.MatchIterator;
import org.speedwell.accelerator.join.NestedLoopSource;
import org.speedwell.accelerator.join.TupleFilter;
import org.speedwell.accelerator.join.TupleSort;
import org.speedwell.accelerator.join.TupleSource;
import org.speedwell.accelerator.kernel.FirstElements;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.plan.JoinedTable.Kind;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.store.TableStore;

/** An operator of a join that gives tuples. A tuple has one row, or none, of each table that is joined so far. */
public sealed interface TupleNode extends Step {

    /**
     * The data that the join reads before the first tuple. It gives one thread the tuples of a share of the first
     * table's rows.
     */
    @FunctionalInterface
    interface Opened {
        TupleSource source(int from, int to);
    }

    /**
     * Reads the data that the join needs before the first tuple.
     *
     * @throws org.speedwell.accelerator.memory.MemoryBudgetException if the collected data does not fit into the budget
     */
    Opened open(TupleRun run);

    /** Returns the places of the tables whose rows are in the tuples, in join order. */
    int[] places();

    /** Returns whether the tuples of some rows of the first table can be computed without the other rows. */
    boolean isDivisible();

    /** The rows of the first table in the join order. */
    record First(int place, RowNode rows) implements TupleNode {
        @Override
        public List<Step> inputs() {
            return List.of(rows);
        }

        @Override
        public Opened open(TupleRun run) {
            Rows all = run.read(rows, place);
            run.start(all.size());
            return (from, to) -> new FirstRows(all, place, from, to);
        }

        @Override
        public int[] places() {
            return new int[] {place};
        }

        @Override
        public boolean isDivisible() {
            return true;
        }

        @Override
        public double expected() {
            return rows.expected();
        }

        @Override
        public double cost() {
            return rows.cost() + rows.expected();
        }

        @Override
        public String describe() {
            return rows.describe();
        }
    }

    /** The way in which a join finds the rows that match a tuple. */
    enum Method {
        ALL("cross product"),
        INDEX("sorted index"),
        TESTED_INDEX("sorted index, rows tested"),
        BUILT("its rows sorted");

        final String description;

        Method(String description) {
            this.description = description;
        }
    }

    /**
     * A join of tuples with the matching rows of one more table.
     *
     * @param place the place of the table
     * @param names the names of the query's tables
     * @param link the link from the table to an earlier one; null if each tuple matches all rows
     * @param filter the filter on the table's rows before the join; null if there is none
     * @param rows the plan that gives these rows
     * @param expected the expected number of tuples
     * @param ownCost the cost of this operator alone
     */
    record Join(
            TupleNode input,
            int place,
            List<String> names,
            TableStore<?> table,
            Kind kind,
            @Nullable Link link,
            @Nullable Filter filter,
            RowNode rows,
            Method method,
            double expected,
            double ownCost)
            implements TupleNode {

        @Override
        public List<Step> inputs() {
            return isRead() ? List.of(input, rows) : List.of(input);
        }

        /** Returns whether the join reads the table's rows before the first tuple. */
        private boolean isRead() {
            return method == Method.ALL || method == Method.BUILT || kind.keepsRows;
        }

        @Override
        public Opened open(TupleRun run) {
            Opened before = input.open(run);
            int tables = run.tables();
            if (link == null) {
                Rows all = run.read(rows, place);
                return counted(run, oneByOne(before, () -> new MatchIterator.All(all), run, tables));
            }
            KeyColumn column = link.column().column();
            KeyColumn otherKeys = link.otherColumn().column();
            KeyMatch match = requireNonNull(link.match()).prepared(run.memory());
            KeyedRows keyed = keyed(run, column);
            Selector test =
                    method == Method.TESTED_INDEX && filter != null ? new SelectorBuilder(table).build(filter) : null;
            boolean isEquality = match.isOfOneKey();
            if (isEquality && !kind.keepsRows) {
                int[] places = input.places();
                return counted(
                        run,
                        (from, to) -> new EquiJoinSource(
                                before.source(from, to),
                                keyed,
                                match,
                                otherKeys,
                                test,
                                place,
                                link.other(),
                                places,
                                kind.keepsTuples,
                                new RowBlock(tables, run.capacity())));
            }
            return counted(
                    run,
                    oneByOne(
                            before,
                            isEquality && test == null
                                    ? () -> new MatchIterator.Equal(keyed, match, otherKeys)
                                    : () -> new MatchIterator.Gathered(keyed, match, otherKeys, test),
                            run,
                            tables));
        }

        private Opened counted(TupleRun run, Opened opened) {
            return run.counted(this, opened);
        }

        private Opened oneByOne(Opened before, Supplier<MatchIterator> partners, TupleRun run, int tables) {
            Rows all = kind.keepsRows ? run.read(rows, place) : null;
            int[] places = input.places();
            int decisive = link == null ? places[0] : link.other();
            return (from, to) -> new NestedLoopSource(
                    before.source(from, to),
                    partners.get(),
                    place,
                    decisive,
                    places,
                    kind.keepsTuples,
                    all,
                    new RowBlock(tables, run.capacity()));
        }

        private KeyedRows keyed(TupleRun run, KeyColumn column) {
            SortedIndex index = link == null ? null : link.column().index();
            if (method != Method.BUILT && index != null) {
                return new KeyedRows.OfIndex(index);
            }
            Rows built = run.read(rows, place);
            run.memory().add((long) built.size() * KeyedRows.BYTES_A_ROW);
            return KeyedRows.of(built, column);
        }

        @Override
        public int[] places() {
            int[] before = input.places();
            int[] all = Arrays.copyOf(before, before.length + 1);
            all[before.length] = place;
            return all;
        }

        @Override
        public boolean isDivisible() {
            return !kind.keepsRows && input.isDivisible();
        }

        @Override
        public double cost() {
            return input.cost() + ownCost;
        }

        @Override
        public String describe() {
            String joined = kind.description + " " + names.get(place);
            if (link == null) {
                return joined + " → " + method.description;
            }
            return "%s on %s → %s"
                    .formatted(
                            joined,
                            link.describe(names),
                            method.description
                                    + (method == Method.BUILT
                                            ? ""
                                            : " on " + link.column().name()));
        }
    }

    /**
     * A filter that keeps the tuples whose rows of two tables match by a further link.
     *
     * @param place the place of the table that has the link
     * @param names the names of the query's tables
     * @param share the share of the tuples that is expected to match
     */
    record WhereLinked(TupleNode input, int place, List<String> names, Link link, double share) implements Filtered {
        @Override
        public TupleFilter.TupleTest test() {
            KeyMatch match = requireNonNull(link.match());
            KeyColumn keys = link.column().column();
            KeyColumn otherKeys = link.otherColumn().column();
            return (block, at) -> {
                int row = block.rows[place][at];
                int otherRow = block.rows[link.other()][at];
                return !keys.isNull(row)
                        && !otherKeys.isNull(otherRow)
                        && match.matches(keys.key(row), otherKeys.key(otherRow));
            };
        }

        @Override
        public double expected() {
            return input.expected() * share;
        }

        @Override
        public String describe() {
            return "filter %s.%s → tuple by tuple".formatted(names.get(place), link.describe(names));
        }
    }

    /** A filter that keeps the tuples that meet a condition. */
    record Where(TupleNode input, JoinCondition condition) implements Filtered {
        @Override
        public TupleFilter.TupleTest test() {
            return condition.test();
        }

        @Override
        public double expected() {
            return input.expected() * condition.share();
        }

        @Override
        public String describe() {
            return condition.describe();
        }
    }

    /**
     * A filter after an outer join that accepts NULL. It keeps the tuples that have no row of a table, or a row that
     * matches.
     */
    record WhereRow(TupleNode input, int place, TableStore<?> table, Filter filter) implements Filtered {
        @Override
        public TupleFilter.TupleTest test() {
            Selector selector = new SelectorBuilder(table).build(filter);
            return (block, at) -> {
                int row = block.rows[place][at];
                return row == TupleSource.NO_ROW || selector.test(row);
            };
        }

        @Override
        public double expected() {
            return input.expected();
        }

        @Override
        public String describe() {
            return "filter " + FilterText.of(filter) + " → tuple by tuple";
        }
    }

    /** An operator that filters tuples. */
    sealed interface Filtered extends TupleNode {
        TupleNode input();

        /** Returns a test for one thread. */
        TupleFilter.TupleTest test();

        @Override
        default List<Step> inputs() {
            return List.of(input());
        }

        @Override
        default Opened open(TupleRun run) {
            Opened before = input().open(run);
            return run.counted(this, (from, to) -> new TupleFilter(before.source(from, to), test()));
        }

        @Override
        default int[] places() {
            return input().places();
        }

        @Override
        default boolean isDivisible() {
            return input().isDivisible();
        }

        @Override
        default double cost() {
            return input().cost() + input().expected() * Cost.GATHERED_ROW;
        }
    }

    /**
     * An operator that gives the tuples of its input in another order. It reads all of them before it gives the first.
     */
    sealed interface Arranged extends TupleNode {
        TupleNode input();

        @Override
        default List<Step> inputs() {
            return List.of(input());
        }

        @Override
        default int[] places() {
            return input().places();
        }

        @Override
        default boolean isDivisible() {
            return false;
        }
    }

    /** A sort of the tuples by their rows: by the first named table, then by the second, and so on. */
    record Sorted(TupleNode input) implements Arranged {
        @Override
        public Opened open(TupleRun run) {
            Opened before = input.open(run);
            return run.counted(this, (from, to) -> new TupleSort(before.source(from, to), run.tables(), run.memory()));
        }

        @Override
        public double expected() {
            return input.expected();
        }

        @Override
        public double cost() {
            return input.cost() + expected() * Cost.SORTED_TUPLE;
        }

        /** Returns the expected number of bytes that the sort collects. */
        double bytes() {
            return expected() * TupleSort.bytesATuple(input.places().length);
        }

        @Override
        public String describe() {
            return "in the order of the rows";
        }
    }

    /** A top-N of tuples in the user's order. It holds about twice as many tuples as it returns. */
    record Top(TupleNode input, TupleOrder order) implements Arranged {
        @Override
        public Opened open(TupleRun run) {
            Opened before = input.open(run);
            return run.counted(this, (from, to) -> new FirstTuples(() -> first(run, before)));
        }

        private FirstElements<int[]> first(TupleRun run, Opened before) {
            return Shares.of(
                            run.size(),
                            run.isParallel() && input.isDivisible(),
                            (from, to) -> FirstTuples.read(
                                    before.source(from, to),
                                    order.comparator(),
                                    order.limit(),
                                    run.tables(),
                                    run.memory()))
                    .stream()
                    .reduce((first, later) -> {
                        first.append(later);
                        return first;
                    })
                    .orElseThrow();
        }

        @Override
        public double expected() {
            return Math.min(input.expected(), order.limit());
        }

        @Override
        public double cost() {
            return input.cost() + input.expected() * Cost.OFFERED_ROW + expected() * Cost.SORTED_ROW;
        }

        @Override
        public String describe() {
            return order.describe();
        }
    }
}
