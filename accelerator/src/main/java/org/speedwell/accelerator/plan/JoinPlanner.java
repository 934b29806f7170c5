package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * Chooses the order in which a join's tables are joined, and the means. Inner joins may run in another order than the tables are
 * named in, if that and a sort after it are expected to cost less; if the result does not depend on the order, the plan does not sort.
 */
record JoinPlanner(JoinQuery query, List<JoinCondition> conditions) {
    /** The share of pairs that an operator joins which asks for the greater of two. */
    private static final double SHARE_OF_RANGE = 1 / 3.0;

    JoinPlanner(JoinQuery query) {
        this(query, JoinCondition.of(query));
    }

    /** @param isOrdered whether the tuples have to come in their order */
    JoinPlan plan(boolean isOrdered) {
        JoinPlan best = new JoinPlan(query, filtered(asNamed()), true);
        if (query.tables().stream().allMatch(table -> table.kind() == Kind.INNER)) {
            for (int first = 0; first < size(); first++) {
                TupleNode tuples = filtered(from(first));
                boolean isSorted = isOrdered && !isAsNamed(tuples);
                TupleNode root = isSorted ? new TupleNode.Sorted(tuples) : tuples;
                if (root.cost() < best.root().cost() && fitsMemory(root)) {
                    best = new JoinPlan(query, root, isOrdered || isAsNamed(tuples));
                }
            }
        }
        return best;
    }

    private int size() {
        return query.tables().size();
    }

    private static boolean isAsNamed(TupleNode tuples) {
        int[] places = tuples.places();
        return IntStream.range(0, places.length).allMatch(place -> places[place] == place);
    }

    /** Tells whether a sort has room for its tuples; the order in which the tables are named needs no sort. */
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
        return new TupleNode.First(place, rows(query.tables().get(place).table(), query.filterBefore(place)));
    }

    /** Returns the tuples of a join, and tests the links and conditions that could not be tested on its input. */
    private TupleNode where(TupleNode input, TupleNode.Join join) {
        TupleNode tuples = join;
        for (Link link : links(join.place(), input.places())) {
            if (!link.equals(join.link())) {
                tuples = new TupleNode.WhereLinked(tuples, join.place(), query.names(), link, share(link));
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

    /** Returns the tuples that pass the filters of tables of which they may have no row. */
    private TupleNode filtered(TupleNode of) {
        TupleNode tuples = of;
        for (int place = 0; place < size(); place++) {
            JoinedTable table = query.tables().get(place);
            Filter filter = query.isNullable(place) ? table.filter() : null;
            tuples = filter == null ? tuples : new TupleNode.WhereRow(tuples, place, table.table(), filter);
        }
        return tuples;
    }

    /** Joins the cheapest of the tables that are not joined yet. Tables that a link joins come first. */
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
        return IntStream.of(places).anyMatch(other -> other == place);
    }

    private static double value(TupleNode.Join join) {
        return join.ownCost() + join.expected() * Cost.GATHERED_ROW;
    }

    /** Returns the links between a table and those joined: its own, those of the others to it, and conditions. */
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
            conditions.stream()
                    .map(condition -> condition.link(place, other))
                    .filter(Objects::nonNull)
                    .forEach(links::add);
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
                query.names(),
                joined.table(),
                joined.kind(),
                link,
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
}
