package org.speedwell.accelerator.speedment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.DrivingRows;
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
     * Returns the elements that may differ between the versions of a step, in which the changed rows of all tables are
     * known.
     *
     * @param hops the foreign keys that the query follows
     * @param listener receives fallbacks
     * @throws NotIncrementalException if too many elements may differ, or no index finds them
     */
    List<Change<E>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener);

    /** Returns the tables of the elements. */
    List<TableId<?>> tables();

    /** Returns why changes of the elements cannot be found; null if they can. */
    @Nullable
    String refusal(Snapshot version);

    /** Returns why the elements that refer to changed rows of other tables cannot be found; null if they can. */
    @Nullable
    String refusalOfReferences(Snapshot version);

    /** Returns whether a step has changed a table to which foreign keys refer. */
    private static boolean isReferenceChanged(VersionStep step, Set<Hop> hops) {
        return hops.stream().anyMatch(hop -> !step.rows(hop.to()).isNone());
    }

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
        public List<Change<E>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            return isReferenceChanged(step, hops)
                    ? step.changes(of, affected(step, hops), listener)
                    : step.changes(of, listener);
        }

        private VersionStep.Rows affected(VersionStep step, Set<Hop> hops) {
            return step.changed(
                    of,
                    AffectedRows.union(
                            AffectedRows.former(step, hops, tables()).of(of),
                            AffectedRows.latter(step, hops, tables()).of(of)));
        }

        @Override
        public List<TableId<?>> tables() {
            return List.of(of);
        }

        @Override
        public @Nullable String refusal(Snapshot version) {
            return null;
        }

        @Override
        public @Nullable String refusalOfReferences(Snapshot version) {
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
     * <p>The tables of an inner join change one after the other. While a table changes, the tables before it are already
     * new, and the tables after it are still old. So each tuple that comes or goes is counted once, even if several of
     * its rows change.
     *
     * <p>The tuples of an outer join, and tuples that refer to changed rows of other tables, are replaced. These are all
     * tuples of the {@link DrivingRows} that are linked to a changed row in either version.
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
        public List<Change<T>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            return of.reader().isInner() && !isReferenceChanged(step, hops)
                    ? tableByTable(step, listener)
                    : replaced(step, hops, listener);
        }

        private List<Change<T>> tableByTable(VersionStep step, FallbackListener listener) {
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

        private List<Change<T>> replaced(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            DrivingRows former = driving(step.former());
            DrivingRows latter = driving(step.latter());
            TableId<?> driver = tables().get(former.driver());
            VersionStep.Rows rows = step.changed(
                    driver,
                    AffectedRows.union(
                            linked(former, AffectedRows.former(step, hops, tables())),
                            linked(latter, AffectedRows.latter(step, hops, tables()))));
            List<Change<T>> changes = new ArrayList<>();
            add(false, step.former(), former, rows.gone(), listener, changes);
            add(true, step.latter(), latter, rows.come(), listener, changes);
            return changes;
        }

        private DrivingRows driving(Snapshot version) {
            return new DrivingRows(query(_ -> version), of.reader().driver());
        }

        private int[] linked(DrivingRows driving, AffectedRows affected) {
            String refusal = driving.refusal();
            if (refusal != null) {
                throw new NotIncrementalException(refusal);
            }
            int[] linked = driving.linkedTo(tables().stream().map(affected::of).toList());
            if (linked == null) {
                throw new NotIncrementalException("a change affects too many rows of the join of " + name());
            }
            return linked;
        }

        private void add(
                boolean isAdded,
                Snapshot version,
                DrivingRows driving,
                int[] rows,
                FallbackListener listener,
                List<Change<T>> to) {
            if (rows.length > 0) {
                JoinQuery listed = driving.listed(rows);
                to.add(new Change<>(
                        isAdded, rows, reads -> stream(listed, reads), VersionListener.kept(version, listener)));
            }
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
        public @Nullable String refusal(Snapshot version) {
            return of.reader().isInner() ? null : refusalOfReferences(version);
        }

        @Override
        public @Nullable String refusalOfReferences(Snapshot version) {
            return of.reader().isFull()
                    ? "a full outer join has tuples that no table determines alone"
                    : driving(version).refusal();
        }

        @Override
        public String name() {
            return of.reader().names();
        }
    }

    /** The rows of a table that other rows replace all at once. */
    record Replaced<E>(OfTable<E> of) implements QuerySource<E> {
        @Override
        public Stream<E> all(Snapshot version, FallbackListener listener) {
            return of.all(version, listener);
        }

        @Override
        public Stream<E> of(int[] rows, Snapshot version, FallbackListener listener) {
            return of.of(rows, version, listener);
        }

        @Override
        public List<Change<E>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            return of.changes(step, hops, listener);
        }

        @Override
        public List<TableId<?>> tables() {
            return of.tables();
        }

        @Override
        public String refusal(Snapshot version) {
            return "each version replaces all rows";
        }

        @Override
        public @Nullable String refusalOfReferences(Snapshot version) {
            return null;
        }

        @Override
        public String name() {
            return of.name();
        }
    }
}
