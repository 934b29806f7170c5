package org.speedwell.accelerator.incremental;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.NecessaryRange;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.Dependence;

/**
 * An index of queries over one table. It finds the queries that a change affects. A query is unaffected by a row that was
 * and is outside of a range that its filters require. A row that keeps the values of all columns that a query reads
 * does not affect it either. For one thread.
 *
 * <p>The index has two bounds for each query and column. A test of one value against the bounds of a thousand queries
 * takes about a microsecond, so that they need no order.
 */
public final class AffectedQueries {
    /** The largest number of changed rows that are tested. Most queries are affected by more rows. */
    private static final int MAX_ROWS = 1_024;

    private final List<Bounds> columns = new ArrayList<>();

    /**
     * The columns that each query reads. Bit <i>i</i> represents the columns at the places <i>i</i>, <i>i</i> + 64, and
     * so on.
     */
    private final long[] reads;

    /** The columns that any query reads, unless it reads all. */
    private final long compared;

    private static final long ALL = -1;

    /** True for each query that the current change affects. */
    private final boolean[] affected;

    /** True for each query whose ranges contain the current row. */
    private final boolean[] passing;

    /**
     * The ranges of one column, for all queries of the table.
     *
     * @param isOfField see {@link NecessaryRange}
     * @param low the lowest key for each query
     * @param high the highest key for each query
     * @param isBound true for each query that has a range
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Bounds(int place, KeyCodec codec, boolean isOfField, long[] low, long[] high, boolean[] isBound) {
        static Bounds of(NecessaryRange range, int queries) {
            Bounds bounds = new Bounds(
                    range.place(),
                    range.codec(),
                    range.isOfField(),
                    new long[queries],
                    new long[queries],
                    new boolean[queries]);
            Arrays.fill(bounds.low, Long.MIN_VALUE);
            Arrays.fill(bounds.high, Long.MAX_VALUE);
            return bounds;
        }

        boolean isOf(NecessaryRange range) {
            return place == range.place() && isOfField == range.isOfField() && codec.equals(range.codec());
        }

        void add(int query, NecessaryRange range) {
            low[query] = Math.max(low[query], range.low());
            high[query] = Math.min(high[query], range.high());
            isBound[query] = true;
        }

        /** Returns the column of a version; null if its keys may have another meaning there. */
        @Nullable
        KeyColumn in(TableStore<?> version) {
            return version.column(place) instanceof KeyColumn column
                            && column.codec().equals(codec)
                    ? column
                    : null;
        }

        /**
         * Tests a row.
         *
         * @param column the column; null if it is unknown
         * @param passing becomes false for each query whose range does not contain the row
         * @param affected becomes true for each query for which the range decides nothing
         */
        void test(@Nullable KeyColumn column, int row, boolean[] passing, boolean[] affected) {
            boolean isNull = column != null && column.isNull(row);
            long key = column == null || isNull ? 0 : column.key(row);
            if (isNull ? isOfField : column != null && NecessaryRange.decides(codec, isOfField, key)) {
                for (int query = 0; query < passing.length; query++) {
                    passing[query] &= isNull ? !isBound[query] : low[query] <= key && key <= high[query];
                }
            } else {
                for (int query = 0; query < affected.length; query++) {
                    affected[query] |= isBound[query];
                }
            }
        }
    }

    /** @param queries the rows and columns on which each query depends: see {@link IncrementalQuery#dependence} */
    public AffectedQueries(List<Dependence> queries) {
        this.affected = new boolean[queries.size()];
        this.passing = new boolean[queries.size()];
        this.reads = queries.stream().mapToLong(AffectedQueries::reads).toArray();
        this.compared = Arrays.stream(reads).filter(all -> all != ALL).reduce(0, (one, other) -> one | other);
        for (int query = 0; query < reads.length; query++) {
            for (NecessaryRange range : queries.get(query).ranges()) {
                bounds(range).add(query, range);
            }
        }
    }

    private static long reads(Dependence of) {
        BitSet columns = of.columns();
        return columns == null
                ? ALL
                : columns.stream().mapToLong(place -> 1L << place).reduce(0, (a, b) -> a | b);
    }

    private Bounds bounds(NecessaryRange range) {
        for (Bounds known : columns) {
            if (known.isOf(range)) {
                return known;
            }
        }
        Bounds added = Bounds.of(range, affected.length);
        columns.add(added);
        return added;
    }

    /**
     * Returns whether a change affects each query. The next call reuses the array.
     *
     * @param gone the ids of the rows of the former version that were replaced or removed
     * @param come the ids of the rows of the latter version that replaced others or were added
     */
    public boolean[] by(TableStore<?> former, int[] gone, TableStore<?> latter, int[] come) {
        boolean isTested = gone.length + come.length <= MAX_ROWS;
        Arrays.fill(affected, !isTested);
        if (isTested) {
            test(former, gone, come, latter);
            test(latter, come, gone, former);
        }
        return affected;
    }

    /**
     * Tests the rows of a version.
     *
     * @param others the ids of the changed rows of the other version
     */
    private void test(TableStore<?> version, int[] rows, int[] others, TableStore<?> other) {
        @Nullable KeyColumn[] keys = new KeyColumn[columns.size()];
        Arrays.setAll(keys, i -> columns.get(i).in(version));
        for (int row : rows) {
            Arrays.fill(passing, true);
            for (int i = 0; i < keys.length; i++) {
                columns.get(i).test(keys[i], row, passing, affected);
            }
            boolean isReplaced = Arrays.binarySearch(others, row) >= 0;
            long changed = isReplaced ? changed(version, other, row) : ALL;
            for (int query = 0; query < passing.length; query++) {
                affected[query] |= passing[query] && (!isReplaced || (reads[query] & changed) != 0);
            }
        }
        version.keepAlive();
        other.keepAlive();
    }

    /** Returns the columns whose values in a row differ between two versions, and all that are not compared. */
    private long changed(TableStore<?> version, TableStore<?> other, int row) {
        long changed = ~compared;
        for (int place = 0; place < version.columns(); place++) {
            long bit = 1L << place;
            if ((changed & bit) == 0 && !version.column(place).isSame(row, other.column(place), row)) {
                changed |= bit;
            }
        }
        return changed;
    }
}
