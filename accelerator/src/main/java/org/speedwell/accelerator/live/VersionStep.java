package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The step from one version to the next. It finds the changed rows of a table once, for all queries that read the table.
 * For one thread.
 */
final class VersionStep {
    private final Snapshot former;
    private final Snapshot latter;
    private final Map<TableId<?>, Rows> known = new HashMap<>();
    private final Map<QuerySource<?>, List<? extends Change<?>>> changes = new HashMap<>();

    /** The table whose rows or changes a query has asked for last; most queries ask for the same ones. */
    private @Nullable TableId<?> last;

    private Rows lastRows = Rows.NONE;
    private @Nullable QuerySource<?> lastSource;
    private List<? extends Change<?>> lastChanges = List.of();

    /**
     * The changed rows of a table, by their ids in ascending order. The ids are the same in both versions.
     *
     * @param gone the rows of the former version that were replaced or removed
     * @param come the rows of the latter version that replaced others or were added
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Rows(int[] gone, int[] come) {
        private static final int[] NO_IDS = {};

        /** No row has changed. */
        static final Rows NONE = new Rows(NO_IDS, NO_IDS);

        /** All rows may have changed, because a load replaced the table. */
        static final Rows ALL = new Rows(NO_IDS, NO_IDS);

        /** Returns whether no row has changed. */
        @SuppressWarnings("ReferenceEquality") // the constant has no rows, but the other one has none either
        boolean isNone() {
            return this != ALL && gone.length == 0 && come.length == 0;
        }

        /** Returns whether any row may have changed. */
        @SuppressWarnings("ReferenceEquality") // as above
        boolean isUnknown() {
            return this == ALL;
        }
    }

    VersionStep(Snapshot former, Snapshot latter) {
        this.former = former;
        this.latter = latter;
    }

    Snapshot former() {
        return former;
    }

    Snapshot latter() {
        return latter;
    }

    /** Returns the changed rows of a table; {@link Rows#ALL} if they are unknown. */
    @SuppressWarnings("ReferenceEquality") // a fast test
    Rows rows(TableId<?> table) {
        if (last != table) {
            lastRows = known.computeIfAbsent(table, this::compare);
            last = table;
        }
        return lastRows;
    }

    /**
     * Returns the changes of the elements of a source. All queries over equal sources share them.
     *
     * @param first finds the changes for the first query
     */
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // the changes of a source have its elements; a fast test
    <E> List<Change<E>> shared(QuerySource<E> source, Supplier<List<Change<E>>> first) {
        if (lastSource != source) {
            List<? extends Change<?>> found = changes.get(source);
            if (found == null) {
                found = first.get();
                changes.put(source, found);
            }
            lastChanges = found;
            lastSource = source;
        }
        return (List<Change<E>>) lastChanges;
    }

    /**
     * Returns the changes of some entities of a table.
     *
     * @param listener receives fallbacks
     */
    <E> List<Change<E>> changes(TableId<E> table, Rows rows, FallbackListener listener) {
        List<Change<E>> all = new ArrayList<>();
        if (rows.gone.length > 0) {
            all.add(change(false, former, table, rows.gone, listener));
        }
        if (rows.come.length > 0) {
            all.add(change(true, latter, table, rows.come, listener));
        }
        return all;
    }

    private static <E> Change<E> change(
            boolean isAdded, Snapshot version, TableId<E> table, int[] rows, FallbackListener listener) {
        return new Change<>(
                isAdded,
                new ChangedElements.OfTable<>(table(version, table), rows),
                VersionListener.kept(version, listener));
    }

    /** Returns rows of a table as changed rows: their former and their latter state. */
    Rows changed(TableId<?> of, int[] rows) {
        return new Rows(present(table(former, of), rows), present(table(latter, of), rows));
    }

    private <E> Rows compare(TableId<E> of) {
        TableStore<E> before = former.table(of);
        TableStore<E> after = latter.table(of);
        if (before == after || before != null && after != null && before.isSameAs(after)) {
            return Rows.NONE;
        }
        int[] rows = before == null || after == null ? null : after.editedSince(before);
        return rows == null || before == null || after == null
                ? Rows.ALL
                : new Rows(present(before, rows), present(after, rows));
    }

    private static int[] present(TableStore<?> table, int[] rows) {
        return Arrays.stream(rows).filter(table::isPresent).toArray();
    }

    /**
     * Returns a table of a version.
     *
     * @throws DataStoreNotLoadedException if the version does not have it
     */
    static <T> TableStore<T> table(Snapshot version, TableId<T> of) {
        TableStore<T> found = version.table(of);
        if (found == null) {
            throw new DataStoreNotLoadedException("Table " + of.table() + " is not in memory in version "
                    + version.version() + ", so its query has no result. Load it.");
        }
        return found;
    }
}
