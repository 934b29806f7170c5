package org.speedwell.accelerator.speedment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.Snapshot;
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

    /**
     * Returns the elements of some rows of a version.
     *
     * @param rows the row ids, in ascending order; those of the first table of a join
     * @param listener receives fallbacks, and finds other tables
     */
    Stream<E> of(int[] rows, Snapshot version, FallbackListener listener);

    /**
     * Returns the elements that differ between the versions of a step, in which the changed rows of all tables are known.
     *
     * @param listener receives fallbacks
     */
    List<Change<E>> changes(VersionStep step, FallbackListener listener);

    /** Returns the tables of the elements. */
    List<TableId<?>> tables();

    /** Returns why changes of the elements cannot be found; null if they can. */
    @Nullable
    String refusal();

    /** Returns a name for messages. */
    String name();

    /** The entities of a table. */
    record OfTable<E>(TableId<E> of) implements QuerySource<E> {
        @Override
        public Stream<E> all(Snapshot version, FallbackListener listener) {
            return EntityStream.of(VersionStep.table(version, of), false, listener);
        }

        @Override
        public Stream<E> of(int[] rows, Snapshot version, FallbackListener listener) {
            return EntityStream.ofRows(VersionStep.table(version, of), rows, listener);
        }

        @Override
        public List<Change<E>> changes(VersionStep step, FallbackListener listener) {
            return step.changes(of, listener);
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
        public Stream<T> of(int[] rows, Snapshot version, FallbackListener listener) {
            return stream(query(_ -> version).listed(0, rows), listener);
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
        public List<Change<T>> changes(VersionStep step, FallbackListener listener) {
            List<TableId<?>> tables = tables();
            List<Change<T>> changes = new ArrayList<>();
            for (int place = 0; place < tables.size(); place++) {
                VersionStep.Rows rows = step.rows(tables.get(place));
                if (rows.gone().length > 0) {
                    changes.add(change(false, place, rows.gone(), step, listener));
                }
                if (rows.come().length > 0) {
                    changes.add(change(true, place, rows.come(), step, listener));
                }
            }
            return changes;
        }

        private Change<T> change(boolean isAdded, int place, int[] rows, VersionStep step, FallbackListener listener) {
            Snapshot own = isAdded ? step.latter() : step.former();
            JoinQuery query = query(other -> other == place ? own : other < place ? step.latter() : step.former())
                    .listed(place, rows);
            return new Change<>(isAdded, rows, reads -> stream(query, reads), VersionListener.kept(own, listener));
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
