package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.join.KeyMatch;
import org.speedwell.accelerator.join.KeyedRows;
import org.speedwell.accelerator.join.MatchIterator;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.store.TableStore;

/**
 * The rows of the driving table of a join. Each tuple has exactly one of them, and the other rows of the tuple are linked
 * to it. So a change of a row of another table affects only the tuples of the driving rows that are linked to it.
 *
 * @param query the join of the tables of one version
 * @param driver the place of the driving table
 */
public record DrivingRows(JoinQuery query, int driver) {

    /** The number of linked rows that a change may affect in a table of any size. */
    private static final int MIN_LIMIT = 4_096;

    private static final int LIMIT_SHARE = 8;

    /** A step from one table to the linked table that is closer to the driving table. */
    private record Edge(int from, int to) {}

    /** Returns why indexes do not find the linked rows; null if they do. */
    public @Nullable String refusal() {
        List<String> names = query.names();
        for (int place = 1; place < names.size(); place++) {
            Link link = query.tables().get(place).link();
            if (link == null || link.operator() != ComparisonOperator.EQUAL) {
                return "the join with " + names.get(place) + " is not by equality";
            }
            boolean isIndexed =
                    link.column().index() != null && link.otherColumn().index() != null;
            if (!isIndexed || link.swapped(place).match() == null) {
                return "no index finds the rows of the join on " + link.describe(names);
            }
        }
        return null;
    }

    /** Returns the number of linked rows of a table from which a query over the whole table is cheaper. */
    public static int limit(TableStore<?> table) {
        return Math.max(MIN_LIMIT, table.rows() / LIMIT_SHARE);
    }

    /**
     * Returns the driving rows that are linked to at least one of some rows. Returns null if more rows of a table than
     * its {@link #limit} are linked.
     *
     * @param rows the rows of each table, by its place
     */
    public int @Nullable [] linkedTo(List<int[]> rows) {
        int[][] linked = rows.toArray(int[][]::new);
        for (Edge edge : edges()) {
            int[] found = rowsOf(edge.to, edge.from, linked[edge.from], limit(table(edge.to)));
            if (found == null) {
                return null;
            }
            linked[edge.to] = union(linked[edge.to], found);
        }
        query.keepAlive();
        return linked[driver];
    }

    /**
     * Returns the join of some driving rows. The tables before the driving table also have only the rows that are linked
     * to them, so that the join reads no table as a whole.
     *
     * @param rows the ids of rows that exist, in ascending order
     */
    public JoinQuery listed(int[] rows) {
        int[][] linked = new int[query.tables().size()][];
        linked[driver] = rows;
        JoinQuery listed = query.listed(driver, rows);
        for (Edge edge : edges().reversed()) {
            if (edge.from < driver) {
                linked[edge.from] = requireNonNull(rowsOf(edge.from, edge.to, linked[edge.to], Integer.MAX_VALUE));
                listed = listed.listed(edge.from, linked[edge.from]);
            }
        }
        query.keepAlive();
        return listed;
    }

    /** Returns the steps from all tables towards the driving table. A step comes after those that lead to it. */
    private List<Edge> edges() {
        List<Edge> path = new ArrayList<>();
        BitSet onPath = new BitSet();
        for (int place = driver; place > 0; place = link(place).other()) {
            onPath.set(place);
            path.addFirst(new Edge(link(place).other(), place));
        }
        List<Edge> edges = new ArrayList<>();
        for (int place = query.tables().size() - 1; place > 0; place--) {
            if (!onPath.get(place)) {
                edges.add(new Edge(place, link(place).other()));
            }
        }
        edges.addAll(path);
        return edges;
    }

    private TableStore<?> table(int place) {
        return query.tables().get(place).table();
    }

    private Link link(int place) {
        return requireNonNull(query.tables().get(place).link());
    }

    /**
     * Returns the rows at a place that match at least one of some rows of the linked table. Returns null if they have
     * more matches than a limit.
     */
    private int @Nullable [] rowsOf(int place, int other, int[] rows, int limit) {
        if (rows.length == 0) {
            return rows;
        }
        Link link = place > other ? link(place) : link(other).swapped(other);
        KeyMatch match = requireNonNull(link.match());
        SortedIndex index = requireNonNull(link.column().index());
        return new MatchIterator.Equal(
                        new KeyedRows.OfIndex(index), match, link.otherColumn().column())
                .rowsOf(rows, limit);
    }

    private static int[] union(int[] one, int[] other) {
        return one.length == 0 || other.length == 0
                ? one.length == 0 ? other : one
                : IntStream.concat(Arrays.stream(one), Arrays.stream(other))
                        .sorted()
                        .distinct()
                        .toArray();
    }
}
