package org.speedwell.accelerator.live;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.DrivingRows;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * The rows of one version that a step affects: the changed rows, and the rows that refer to them by foreign keys that a
 * query follows. An index of the referencing column finds them. For one thread.
 */
final class AffectedRows {
    private static final int[] NO_ROWS = {};

    private final Snapshot version;
    private final Set<Hop> hops;
    private final Map<TableId<?>, int[]> affected = new HashMap<>();
    private final Deque<Added> added = new ArrayDeque<>();

    /** Rows whose referring rows are not known yet. */
    private record Added(TableId<?> table, int[] rows) {}

    private AffectedRows(Snapshot version, Set<Hop> hops) {
        this.version = version;
        this.hops = hops;
    }

    /**
     * Returns the affected rows of the former version of a step.
     *
     * @param hops the foreign keys that the query follows
     * @param tables the tables of the query's elements
     * @throws NotIncrementalException if there are too many affected rows, or no index finds them
     */
    static AffectedRows former(VersionStep step, Set<Hop> hops, Iterable<? extends TableId<?>> tables) {
        AffectedRows rows = new AffectedRows(step.former(), hops);
        tables.forEach(table -> rows.add(table, step.rows(table).gone()));
        hops.forEach(hop -> rows.add(hop.to(), step.rows(hop.to()).gone()));
        rows.follow();
        return rows;
    }

    /** Returns the affected rows of the latter version of a step: see {@link #former}. */
    static AffectedRows latter(VersionStep step, Set<Hop> hops, Iterable<? extends TableId<?>> tables) {
        AffectedRows rows = new AffectedRows(step.latter(), hops);
        tables.forEach(table -> rows.add(table, step.rows(table).come()));
        hops.forEach(hop -> rows.add(hop.to(), step.rows(hop.to()).come()));
        rows.follow();
        return rows;
    }

    /** Returns why no index finds the rows that refer by a foreign key; null if one does. */
    static @Nullable String refusal(Hop hop, Snapshot version) {
        return hop.reversible(version) == null ? "no index finds " + hop : null;
    }

    private void add(TableId<?> table, int[] rows) {
        int[] known = affected.getOrDefault(table, NO_ROWS);
        int[] further = known.length == 0
                ? rows
                : Arrays.stream(rows)
                        .filter(row -> Arrays.binarySearch(known, row) < 0)
                        .toArray();
        if (further.length > 0) {
            affected.put(table, union(known, further));
            added.add(new Added(table, further));
        }
    }

    private void follow() {
        for (Added next = added.poll(); next != null; next = added.poll()) {
            for (Hop hop : hops) {
                if (hop.to().equals(next.table)) {
                    add(hop.from(), referring(hop, next.rows));
                }
            }
        }
    }

    private int[] referring(Hop hop, int[] rows) {
        RowPath.Step step = hop.reversible(version);
        if (step == null) {
            throw new NotIncrementalException("no index finds " + hop);
        }
        TableStore<?> from = VersionStep.table(version, hop.from());
        int limit = DrivingRows.limit(from);
        IntStream.Builder found = IntStream.builder();
        int count = 0;
        for (int row : rows) {
            count += step.forEachReferring(row, limit - count, found);
            if (count > limit) {
                throw new NotIncrementalException("a change affects more than " + limit + " rows of " + from.name());
            }
        }
        from.keepAlive();
        return found.build().sorted().distinct().toArray();
    }

    /** Returns the affected rows of a table, in ascending order. */
    int[] of(TableId<?> table) {
        return affected.getOrDefault(table, NO_ROWS);
    }

    /** Returns the rows of two ascending arrays, in ascending order. */
    static int[] union(int[] one, int[] other) {
        return one.length == 0
                ? other
                : IntStream.concat(Arrays.stream(one), Arrays.stream(other))
                        .sorted()
                        .distinct()
                        .toArray();
    }
}
