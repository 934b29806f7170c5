package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.JoinedTable.Kind;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.plan.TupleNode.Method;
import org.speedwell.accelerator.store.TableStore;

/**
 * The physical plan of a join: the order in which the tables are joined, and the means. Tuples come in the order of the rows of the
 * tables as they were named: by the first table, then by the second, and so on; what a right join adds comes after all that it has
 * found. Inner joins may run in another order, if that and a sort after it are expected to cost less; if the result does not depend
 * on the order, the plan does not sort. Immutable.
 *
 * @param isInOrder whether the tuples come in their order
 */
public record JoinPlan(JoinQuery query, TupleNode root, boolean isInOrder) {
    /** The share of pairs that an operator joins which asks for the greater of two. */
    private static final double SHARE_OF_RANGE = 1 / 3.0;

    /** Returns the cheapest plan that gives the tuples in their order. */
    public static JoinPlan of(JoinQuery query) {
        return of(query, true);
    }

    /** Returns the cheapest plan that gives the tuples in any order. */
    public static JoinPlan unordered(JoinQuery query) {
        return of(query, false);
    }

    private static JoinPlan of(JoinQuery query, boolean isOrdered) {
        JoinPlan best = new JoinPlan(query, filtered(query, asNamed(query)), true);
        if (query.tables().stream().allMatch(table -> table.kind() == Kind.INNER)) {
            for (int first = 0; first < query.tables().size(); first++) {
                TupleNode tuples = filtered(query, from(query, first));
                boolean isSorted = isOrdered && !isAsNamed(tuples);
                TupleNode root = isSorted ? new TupleNode.Sorted(tuples) : tuples;
                if (root.cost() < best.root.cost() && fitsMemory(query, root)) {
                    best = new JoinPlan(query, root, isOrdered || isAsNamed(tuples));
                }
            }
        }
        return best;
    }

    private static boolean isAsNamed(TupleNode tuples) {
        int[] places = tuples.places();
        return IntStream.range(0, places.length).allMatch(place -> places[place] == place);
    }

    /** Tells whether a sort has room for its tuples; the order in which the tables are named needs no sort. */
    private static boolean fitsMemory(JoinQuery query, TupleNode root) {
        return !(root instanceof TupleNode.Sorted sorted) || WorkingMemory.allows(query.budget(), sorted.bytes());
    }

    private static TupleNode asNamed(JoinQuery query) {
        TupleNode tuples = first(query, 0);
        for (int place = 1; place < query.tables().size(); place++) {
            JoinedTable table = query.tables().get(place);
            tuples = where(query, tuples, join(query, tuples, place, table.link()));
        }
        return tuples;
    }

    private static TupleNode from(JoinQuery query, int first) {
        TupleNode tuples = first(query, first);
        List<Integer> joined = new ArrayList<>(List.of(first));
        while (joined.size() < query.tables().size()) {
            TupleNode.Join next = cheapest(query, tuples, joined);
            joined.add(next.place());
            tuples = where(query, tuples, next);
        }
        return tuples;
    }

    private static TupleNode first(JoinQuery query, int place) {
        return new TupleNode.First(place, rows(query.tables().get(place).table(), query.filterBefore(place)));
    }

    /** Returns the tuples of a join, and tests the conditions that could not be tested on its input. */
    private static TupleNode where(JoinQuery query, TupleNode input, TupleNode.Join join) {
        TupleNode tuples = join;
        for (JoinCondition condition : JoinCondition.of(query)) {
            boolean isTested = condition.isReady(input.places()) && !(input instanceof TupleNode.First);
            if (condition.isReady(join.places()) && !isTested) {
                tuples = new TupleNode.Where(tuples, condition);
            }
        }
        return tuples;
    }

    /** Returns the tuples that pass the filters of tables of which they may have no row. */
    private static TupleNode filtered(JoinQuery query, TupleNode of) {
        TupleNode tuples = of;
        for (int place = 0; place < query.tables().size(); place++) {
            JoinedTable table = query.tables().get(place);
            Filter filter = query.isNullable(place) ? table.filter() : null;
            tuples = filter == null ? tuples : new TupleNode.WhereRow(tuples, place, table.table(), filter);
        }
        return tuples;
    }

    /** Joins the cheapest of the tables that are not joined yet. Tables that a link joins come first. */
    private static TupleNode.Join cheapest(JoinQuery query, TupleNode tuples, List<Integer> joined) {
        TupleNode.@Nullable Join best = null;
        for (int place = 0; place < query.tables().size(); place++) {
            if (joined.contains(place)) {
                continue;
            }
            TupleNode.Join join = join(query, tuples, place, link(query, place, joined));
            boolean isBetter = best == null
                    || (join.link() == null) == (best.link() == null) && value(join) < value(best)
                    || join.link() != null && best.link() == null;
            best = isBetter ? join : best;
        }
        return requireNonNull(best);
    }

    private static double value(TupleNode.Join join) {
        return join.ownCost() + join.expected() * Cost.GATHERED_ROW;
    }

    /** Returns the link between a table and one of those joined; there is one at most, as each table names one before it. */
    private static @Nullable Link link(JoinQuery query, int place, List<Integer> joined) {
        Link own = query.tables().get(place).link();
        if (own != null && joined.contains(own.other())) {
            return own;
        }
        for (int other : joined) {
            Link to = query.tables().get(other).link();
            if (to != null && to.other() == place) {
                return to.swapped(other);
            }
        }
        return null;
    }

    private static TupleNode.Join join(JoinQuery query, TupleNode input, int place, @Nullable Link link) {
        JoinedTable joined = query.tables().get(place);
        Filter filter = query.filterBefore(place);
        double tuples = input.expected();
        RowNode rows = rows(joined.table(), filter);
        double expected = tuples * rows.expected() * (link == null ? 1 : share(link));
        expected = Math.max(expected, joined.kind().least(tuples, rows.expected()));
        double built = rows.cost() + rows.expected() * Cost.SORTED_ROW;
        double tested =
                filter == null || link == null ? 0 : tuples * joined.table().rows() * share(link) * Cost.GATHERED_ROW;
        Method method = link == null
                ? Method.ALL
                : link.column().index() == null || tested > built
                        ? Method.BUILT
                        : filter == null ? Method.INDEX : Method.TESTED_INDEX;
        double found = switch (method) {
            case ALL -> rows.cost();
            case INDEX, TESTED_INDEX -> tuples * Cost.GATHERED_ROW + tested;
            case BUILT -> tuples * Cost.GATHERED_ROW + built;
        };
        return new TupleNode.Join(
                input,
                place,
                joined.name(),
                joined.table(),
                joined.kind(),
                link,
                link == null ? "" : query.tables().get(link.other()).name(),
                filter,
                rows,
                method,
                expected,
                found + expected * Cost.GATHERED_ROW);
    }

    private static RowNode rows(TableStore<?> table, @Nullable Filter filter) {
        return new Planner(table).rows(filter == null ? Logical.TABLE : Logical.filtered(Logical.TABLE, filter));
    }

    /** Estimates the share of all pairs of rows that a link joins, as if every key of one column were among those of the other. */
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

    /**
     * Starts a run that is a query of its own.
     *
     * @param profile counts what each step does; null for none
     */
    public TupleRun run(boolean parallel, @Nullable Profile profile) {
        return run(parallel, profile, new WorkingMemory(query.budget()));
    }

    /**
     * Starts a run.
     *
     * @param profile counts what each step does; null for none
     * @param memory counts what the query collects, in all threads and steps
     */
    public TupleRun run(boolean parallel, @Nullable Profile profile, WorkingMemory memory) {
        if (profile != null) {
            profile.planned(root);
        }
        return new TupleRun(this, parallel, profile, memory);
    }
}
