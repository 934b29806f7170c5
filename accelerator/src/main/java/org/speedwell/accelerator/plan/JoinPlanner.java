package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.plan.TupleNode.Method;

/**
 * A planner that chooses the join order and the access paths of a join. It reorders inner joins if the new order and
 * the sort after it cost less. If the result does not depend on the order of the tuples, the plan does not sort.
 */
record JoinPlanner(JoinQuery query, List<String> names, List<JoinCondition> conditions) {
    /** The assumed share of pairs that satisfy a comparison by {@code <}, {@code ≤}, {@code >} or {@code ≥}. */
    private static final double SHARE_OF_RANGE = 1 / 3.0;

    /** The number of listed rows up to which a plan always starts with them. */
    private static final int MAX_FEW_ROWS = 64;

    JoinPlanner(JoinQuery query) {
        this(query, query.names(), JoinCondition.of(query));
    }

    /**
     * Returns the cheapest plan.
     *
     * @param isOrdered true if the tuples must come in their order
     */
    JoinPlan plan(boolean isOrdered) {
        boolean isInner = query.isInner();
        int listed = isInner ? listed() : -1;
        JoinPlan ofListed = listed < 0 ? null : plan(listed, isOrdered);
        if (ofListed != null && fitsMemory(ofListed.root())) {
            return ofListed;
        }
        JoinPlan best = new JoinPlan(query, filtered(asNamed()), true);
        for (int first = 0; isInner && first < size(); first++) {
            JoinPlan plan = plan(first, isOrdered);
            if (plan.root().cost() < best.root().cost() && fitsMemory(plan.root())) {
                best = plan;
            }
        }
        return best;
    }

    /** Returns the cheapest plan that reads a table first. */
    private JoinPlan plan(int first, boolean isOrdered) {
        TupleNode tuples = filtered(from(first));
        boolean isSorted = isOrdered && !isAsNamed(tuples);
        return new JoinPlan(query, isSorted ? new TupleNode.Sorted(tuples) : tuples, isOrdered || isAsNamed(tuples));
    }

    /**
     * Returns the place of a table of which the join reads only a few rows; −1 if there is none. A plan starts with these
     * rows. So the planner need not compare other orders, which would take longer than the join.
     */
    private int listed() {
        for (int place = 0; place < size(); place++) {
            JoinedTable table = query.tables().get(place);
            int[] rows = table.rows();
            if (rows != null && rows.length <= MAX_FEW_ROWS) {
                return place;
            }
        }
        return -1;
    }

    private int size() {
        return query.tables().size();
    }

    private static boolean isAsNamed(TupleNode tuples) {
        int[] places = tuples.places();
        for (int place = 0; place < places.length; place++) {
            if (places[place] != place) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the memory budget has room for a sort of the tuples. A plan in the order of the tables needs no
     * sort.
     */
    private boolean fitsMemory(TupleNode root) {
        return !(root instanceof TupleNode.Sorted sorted) || WorkingMemory.allows(query.budget(), sorted.bytes());
    }

    private TupleNode asNamed() {
        TupleNode tuples = first(0);
        for (int place = 1; place < size(); place++) {
            tuples = where(tuples, join(tuples, place));
        }
        return tuples;
    }

    private TupleNode from(int first) {
        TupleNode tuples = first(first);
        while (tuples.places().length < size()) {
            tuples = where(tuples, cheapest(tuples));
        }
        return tuples;
    }

    private TupleNode first(int place) {
        return new TupleNode.First(place, rows(query.tables().get(place), query.filterBefore(place)));
    }

    /** Adds the links and conditions that the join is the first to make testable. */
    private TupleNode where(TupleNode input, TupleNode.Join join) {
        TupleNode tuples = join;
        for (Link link : links(join.place(), input.places())) {
            if (!link.equals(join.link())) {
                tuples = new TupleNode.WhereLinked(tuples, join.place(), names, link, share(link));
            }
        }
        for (JoinCondition condition : conditions) {
            boolean isTested = condition.isReady(input.places()) && !(input instanceof TupleNode.First);
            if (condition.isReady(join.places()) && !isTested && !condition.isLink()) {
                tuples = new TupleNode.Where(tuples, condition);
            }
        }
        return tuples;
    }

    /** Adds the filters of tables that may have no row in a tuple. */
    private TupleNode filtered(TupleNode of) {
        TupleNode tuples = of;
        for (int place = 0; place < size(); place++) {
            JoinedTable table = query.tables().get(place);
            Filter filter = query.isNullable(place) ? table.filter() : null;
            tuples = filter == null ? tuples : new TupleNode.WhereRow(tuples, place, table.table(), filter);
        }
        return tuples;
    }

    /** Joins the cheapest remaining table. Tables with a link come before tables without one. */
    private TupleNode.Join cheapest(TupleNode tuples) {
        TupleNode.@Nullable Join best = null;
        for (int place = 0; place < size(); place++) {
            if (!contains(tuples.places(), place)) {
                TupleNode.Join join = join(tuples, place);
                boolean isBetter = best == null
                        || (join.link() == null) == (best.link() == null) && value(join) < value(best)
                        || join.link() != null && best.link() == null;
                best = isBetter ? join : best;
            }
        }
        return requireNonNull(best);
    }

    private static boolean contains(int[] places, int place) {
        for (int other : places) {
            if (other == place) {
                return true;
            }
        }
        return false;
    }

    private static double value(TupleNode.Join join) {
        return join.ownCost() + join.expected() * Cost.GATHERED_ROW;
    }

    /**
     * Returns the links between a table and the joined tables. These are its own link, links of other tables to it, and
     * conditions.
     */
    private List<Link> links(int place, int[] joined) {
        List<Link> links = new ArrayList<>();
        Link own = query.tables().get(place).link();
        if (own != null && contains(joined, own.other())) {
            links.add(own);
        }
        for (int other : joined) {
            Link to = query.tables().get(other).link();
            if (to != null && to.other() == place) {
                links.add(to.swapped(other));
            }
            for (JoinCondition condition : conditions) {
                Link of = condition.link(place, other);
                if (of != null) {
                    links.add(of);
                }
            }
        }
        return links;
    }

    /** Joins a table by the cheapest of its links. */
    private TupleNode.Join join(TupleNode input, int place) {
        TupleNode.@Nullable Join best = null;
        for (Link link : links(place, input.places())) {
            TupleNode.Join join = join(input, place, link);
            best = best == null || value(join) < value(best) ? join : best;
        }
        return best == null ? join(input, place, null) : best;
    }

    private TupleNode.Join join(TupleNode input, int place, @Nullable Link link) {
        JoinedTable joined = query.tables().get(place);
        Filter filter = query.filterBefore(place);
        double tuples = input.expected();
        RowNode rows = rows(joined, filter);
        double expected = tuples * rows.expected() * (link == null ? 1 : share(link));
        expected = Math.max(expected, joined.kind().least(tuples, rows.expected()));
        double built = rows.cost() + rows.expected() * Cost.SORTED_ROW;
        double tested =
                filter == null || link == null ? 0 : tuples * joined.table().rows() * share(link) * Cost.GATHERED_ROW;
        Method method = link == null
                ? Method.ALL
                : link.column().index() == null || joined.rows() != null || tested > built
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
                names,
                joined.table(),
                joined.kind(),
                link,
                filter,
                rows,
                method,
                expected,
                found + expected * Cost.GATHERED_ROW);
    }

    private static RowNode rows(JoinedTable joined, @Nullable Filter filter) {
        return new Planner(joined.table()).rows(joined.query(filter));
    }

    /**
     * Estimates the selectivity of a link. It assumes that every key of the column with fewer keys occurs in the other
     * column.
     */
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
}
