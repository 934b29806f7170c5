package org.speedwell.accelerator.speedment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;

/** The elements that a maintained query reads, in every version. Immutable and thread-safe. */
sealed interface QuerySource<E> {
    /**
     * Returns all elements of a version.
     *
     * @param listener receives fallbacks, and finds other tables
     */
    Stream<E> all(Snapshot version, FallbackListener listener);

    /** Returns a stream of no elements of a version. */
    Stream<E> none(Snapshot version, FallbackListener listener);

    /**
     * Returns the elements that differ between two versions. Returns null if this would take as long as reading all
     * elements.
     *
     * @param listener receives fallbacks
     */
    @Nullable
    List<Change<E>> changes(Snapshot former, Snapshot latter, FallbackListener listener);

    /** Returns the tables of the elements. */
    List<TableId<?>> tables();

    /** Returns why changes of the elements cannot be found; null if they can. */
    @Nullable
    String refusal();

    /** Returns a name for messages. */
    String name();

    private static <T> TableStore<T> table(Snapshot version, TableId<T> of) {
        TableStore<T> found = version.table(of);
        if (found == null) {
            throw new DataStoreNotLoadedException("Table " + of.table() + " is not in memory in version "
                    + version.version() + ", so its query cannot be maintained. Load it.");
        }
        return found;
    }

    private static int[] present(TableStore<?> table, int[] rows) {
        return Arrays.stream(rows).filter(table::isPresent).toArray();
    }

    /** The entities of a table. */
    record OfTable<E>(TableId<E> of) implements QuerySource<E> {
        private static final int[] NO_ROWS = {};

        @Override
        public Stream<E> all(Snapshot version, FallbackListener listener) {
            return EntityStream.of(table(version, of), false, listener);
        }

        @Override
        public Stream<E> none(Snapshot version, FallbackListener listener) {
            return EntityStream.ofRows(table(version, of), NO_ROWS, listener);
        }

        @Override
        public @Nullable List<Change<E>> changes(Snapshot former, Snapshot latter, FallbackListener listener) {
            int[] rows = table(latter, of).editedSince(table(former, of));
            if (rows == null) {
                return null;
            }
            List<Change<E>> changes = new ArrayList<>();
            add(false, former, rows, listener, changes);
            add(true, latter, rows, listener, changes);
            return changes;
        }

        private void add(boolean isAdded, Snapshot version, int[] rows, FallbackListener listener, List<Change<E>> to) {
            TableStore<E> table = table(version, of);
            int[] present = present(table, rows);
            if (present.length > 0) {
                to.add(new Change<>(
                        isAdded,
                        reads -> EntityStream.ofRows(table, present, reads),
                        VersionListener.kept(version, listener)));
            }
        }

        @Override
        public List<TableId<?>> tables() {
            return List.of(of);
        }

        @Override
        public @Nullable String refusal() {
            return null;
        }

        @Override
        public String name() {
            return of.table();
        }
    }

    /**
     * The tuples of a join of tables of the database.
     *
     * <p>The tables change one after the other. While a table changes, the tables before it are already new, and the
     * tables after it are still old. So each tuple that comes or goes is counted once, even if several of its rows
     * change.
     */
    record OfJoin<T>(InMemoryJoin<T> of) implements QuerySource<T> {
        /**
         * Checks that the join has no rows of the application, whose changes the store does not see.
         *
         * @throws IllegalArgumentException if it has
         */
        public OfJoin {
            if (of.reader().rows() != OwnRows.NONE) {
                throw new IllegalArgumentException("The join of " + of.reader().names()
                        + " has rows of the application, whose changes the store does not see. Join tables only.");
            }
        }

        @Override
        public Stream<T> all(Snapshot version, FallbackListener listener) {
            return stream(query(_ -> version), listener);
        }

        @Override
        public Stream<T> none(Snapshot version, FallbackListener listener) {
            return stream(query(_ -> version).listed(0, new int[0]), listener);
        }

        private Stream<T> stream(JoinQuery query, FallbackListener listener) {
            return JoinStream.of(query, of.maker(), listener, null);
        }

        private JoinQuery query(IntFunction<Snapshot> versions) {
            try {
                return of.reader().queryOf(versions::apply, of.budget());
            } catch (NotInMemoryException e) {
                throw new DataStoreException("Memory cannot run the join of %s: %s.".formatted(name(), e.reason()), e);
            }
        }

        @Override
        public @Nullable List<Change<T>> changes(Snapshot former, Snapshot latter, FallbackListener listener) {
            List<TableId<?>> tables = tables();
            List<Change<T>> changes = new ArrayList<>();
            for (int place = 0; place < tables.size(); place++) {
                int[] rows = edited(tables.get(place), former, latter);
                if (rows == null) {
                    return null;
                }
                if (rows.length > 0) {
                    changes.add(change(false, place, rows, former, latter, listener));
                    changes.add(change(true, place, rows, former, latter, listener));
                }
            }
            return changes;
        }

        private static <R> int @Nullable [] edited(TableId<R> of, Snapshot former, Snapshot latter) {
            return table(latter, of).editedSince(table(former, of));
        }

        private Change<T> change(
                boolean isAdded, int place, int[] rows, Snapshot former, Snapshot latter, FallbackListener listener) {
            Snapshot own = isAdded ? latter : former;
            JoinQuery query = query(other -> other == place ? own : other < place ? latter : former);
            JoinQuery listed =
                    query.listed(place, present(query.tables().get(place).table(), rows));
            return new Change<>(isAdded, reads -> stream(listed, reads), VersionListener.kept(own, listener));
        }

        @Override
        public List<TableId<?>> tables() {
            return of.reader().stages().stream()
                    .<TableId<?>>map(stage -> SpeedmentIds.of(stage.identifier()))
                    .toList();
        }

        @Override
        public @Nullable String refusal() {
            return of.reader().isInner() ? null : "an outer join has no changes that can be found table by table";
        }

        @Override
        public String name() {
            return of.reader().names();
        }
    }
}
