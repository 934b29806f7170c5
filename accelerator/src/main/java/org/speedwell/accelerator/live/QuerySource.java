package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.eval.Hop;
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
     * Returns some elements of a version.
     *
     * @param rows the positions of the elements, in ascending order
     * @param listener receives fallbacks, and finds other tables
     */
    Stream<E> of(List<ElementPosition> rows, Snapshot version, FallbackListener listener);

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
        return !hops.isEmpty()
                && hops.stream().anyMatch(hop -> !step.rows(hop.to()).isNone());
    }

    /** Returns a name for messages. */
    String name();

    /** The entities of a table. */
    record OfTable<E>(TableId<E> of) implements QuerySource<E> {
        @Override
        public Stream<E> all(Snapshot version, FallbackListener listener) {
            return EntityStream.of(HeldRows.reported(VersionStep.table(version, of), listener), false, listener);
        }

        @Override
        public Stream<E> of(List<ElementPosition> rows, Snapshot version, FallbackListener listener) {
            int[] ids = rows.stream().mapToInt(ElementPosition::first).toArray();
            return EntityStream.ofRows(HeldRows.reported(VersionStep.table(version, of), listener), ids, listener);
        }

        @Override
        public List<Change<E>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            return isReferenceChanged(step, hops)
                    ? step.changes(of, affected(step, hops), listener)
                    : step.shared(this, () -> step.changes(of, step.rows(of), listener));
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
     * tuples of the {@link DrivingRows} that are linked to a changed row in either version. A full outer join has two
     * parts: a left join, and the tuples that have only a row of the last table, which is their driving table.
     */
    record OfJoin<T>(LiveJoin<T> of) implements QuerySource<T> {
        /**
         * Checks that the join has no rows of the application, whose changes the store does not see.
         *
         * @throws IllegalArgumentException if it has
         */
        public OfJoin {
            if (of.rows() != OwnRows.NONE) {
                throw new IllegalArgumentException("The join of " + of.names()
                        + " has rows of the application, whose changes the store does not see. Join tables only.");
            }
        }

        @Override
        public Stream<T> all(Snapshot version, FallbackListener listener) {
            return JoinStream.of(HeldRows.reported(query(_ -> version), listener), of.maker(), listener, null);
        }

        @Override
        public Stream<T> of(List<ElementPosition> rows, Snapshot version, FallbackListener listener) {
            return JoinStream.ofTuples(HeldRows.reported(query(_ -> version), listener), of.maker(), rows, listener);
        }

        private JoinQuery query(IntFunction<Snapshot> versions) {
            try {
                return of.query(versions);
            } catch (NotInMemoryException e) {
                throw new DataStoreException("Memory cannot run the join of %s: %s.".formatted(name(), e.reason()), e);
            }
        }

        @Override
        public List<Change<T>> changes(VersionStep step, Set<Hop> hops, FallbackListener listener) {
            return isReferenceChanged(step, hops)
                    ? replaced(step, hops, listener)
                    : step.shared(this, () -> changes(step, listener));
        }

        private List<Change<T>> changes(VersionStep step, FallbackListener listener) {
            return of.isInner() ? tableByTable(step, listener) : replaced(step, Set.of(), listener);
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
            AffectedRows former = AffectedRows.former(step, hops, tables());
            AffectedRows latter = AffectedRows.latter(step, hops, tables());
            List<Change<T>> changes = new ArrayList<>();
            for (Function<JoinQuery, DrivingRows> part : parts()) {
                DrivingRows before = part.apply(query(_ -> step.former()));
                DrivingRows after = part.apply(query(_ -> step.latter()));
                int[] linked = AffectedRows.union(linked(before, former), linked(after, latter));
                VersionStep.Rows rows = step.changed(tables().get(before.driver()), linked);
                add(false, before, rows.gone(), step.former(), listener, changes);
                add(true, after, rows.come(), step.latter(), listener, changes);
            }
            return changes;
        }

        /** Returns the parts of the tuples, each with its own driving rows. */
        private List<Function<JoinQuery, DrivingRows>> parts() {
            int driver = of.driver();
            return of.isFull()
                    ? List.of(
                            query -> new DrivingRows(query.withoutUnmatchedRows(), driver),
                            query -> new DrivingRows(query.onlyUnmatchedRows(driver), tables().size() - 1))
                    : List.of(query -> new DrivingRows(query, driver));
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
                DrivingRows driving,
                int[] rows,
                Snapshot version,
                FallbackListener listener,
                List<Change<T>> to) {
            if (rows.length > 0) {
                to.add(change(isAdded, driving.listed(rows), rows, version, listener));
            }
        }

        private Change<T> change(boolean isAdded, int place, int[] rows, VersionStep step, FallbackListener listener) {
            Snapshot own = isAdded ? step.latter() : step.former();
            JoinQuery query = query(other -> other == place ? own : other < place ? step.latter() : step.former());
            return change(isAdded, query.listed(place, rows), rows, own, listener);
        }

        private Change<T> change(
                boolean isAdded, JoinQuery query, int[] rows, Snapshot version, FallbackListener listener) {
            return new Change<>(
                    isAdded,
                    new ChangedElements.OfJoin<>(query, of.maker(), rows.length),
                    VersionListener.kept(version, listener));
        }

        @Override
        public List<TableId<?>> tables() {
            return of.tables();
        }

        @Override
        public @Nullable String refusal(Snapshot version) {
            return of.isInner() ? null : refusalOfReferences(version);
        }

        @Override
        public @Nullable String refusalOfReferences(Snapshot version) {
            return new DrivingRows(query(_ -> version), of.driver()).refusal();
        }

        @Override
        public String name() {
            return of.names();
        }
    }

    /** The rows of a table that other rows replace all at once. */
    record Replaced<E>(OfTable<E> of) implements QuerySource<E> {
        @Override
        public Stream<E> all(Snapshot version, FallbackListener listener) {
            return of.all(version, listener);
        }

        @Override
        public Stream<E> of(List<ElementPosition> rows, Snapshot version, FallbackListener listener) {
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
