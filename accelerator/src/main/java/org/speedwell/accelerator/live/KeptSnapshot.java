package org.speedwell.accelerator.live;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * A snapshot that a caller keeps.
 *
 * @param classes finds the table of a class
 * @param descriptions describes a table
 * @param remedies what to do if the version does not have a table
 * @param guard the guard of its queries; null if they need none
 */
record KeptSnapshot(
        Snapshot snapshot,
        Classes classes,
        Descriptions descriptions,
        Function<TableId<?>, String> remedies,
        FallbackListener fallbacks,
        @Nullable FileGuard guard)
        implements SnapshotView, HeldTables {
    /** A function that finds the table of a class of rows. */
    @FunctionalInterface
    interface Classes {
        <E> TableId<E> table(Class<E> rows);
    }

    /** A function that describes a table. */
    @FunctionalInterface
    interface Descriptions {
        <E> TableDescription<E> of(TableId<E> table);
    }

    @Override
    public long version() {
        return snapshot.version();
    }

    @Override
    public Instant takenAt() {
        return snapshot.takenAt();
    }

    @Override
    public Optional<String> binlogPosition() {
        return snapshot.position().map(Position::toString);
    }

    @Override
    public Optional<Position> position(TableIdentifier<?> table) {
        return snapshot.exactPosition(SpeedmentIds.of(table));
    }

    @Override
    public Optional<Position> position(Class<?> rows) {
        return snapshot.exactPosition(classes.table(rows));
    }

    @Override
    public List<String> parts() {
        return snapshot.report().describeParts();
    }

    @Override
    public <E> Stream<E> stream(TableIdentifier<E> table) {
        return stream(SpeedmentIds.of(table));
    }

    @Override
    public <E> Stream<E> stream(Class<E> rows) {
        return stream(classes.table(rows));
    }

    private <E> Stream<E> stream(TableId<E> table) {
        Stream<E> stream = EntityStream.of(store(table), false, VersionListener.kept(snapshot, fallbacks));
        return guard == null ? stream : guard.guarded(stream);
    }

    private <E> TableStore<E> store(TableId<E> table) {
        TableStore<E> store = snapshot.table(table);
        if (store == null) {
            throw new DataStoreNotLoadedException("Table " + table.schema() + "." + table.table()
                    + " is not in memory, so the view has no version of it. " + remedies.apply(table));
        }
        return store;
    }

    @Override
    public <E> Held<E> held(TableIdentifier<E> table) {
        return held(SpeedmentIds.of(table));
    }

    @Override
    public <E> Held<E> held(Class<E> rows) {
        return held(classes.table(rows));
    }

    private <E> Held<E> held(TableId<E> table) {
        return new Held<>(store(table), descriptions.of(table), guard != null);
    }

    @Override
    public <R> R result(MaintainedQuery<R> query) {
        return MaintainedQueries.result(query, snapshot);
    }

    /** Returns the rows of a table that differ between two versions. */
    static <E> Stream<RowDifference<E>> changes(TableId<E> table, SnapshotView from, SnapshotView to) {
        TableStore<E> former = whole(table, from);
        TableStore<E> latter = whole(table, to);
        try {
            latter.requireLookup();
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        Stream<RowDifference<E>> changes = latter.changesSince(former)
                .map(rows -> new RowDifference<>(entity(former, rows.before()), entity(latter, rows.after())));
        return guarded(guarded(changes, from), to);
    }

    private static <R> Stream<R> guarded(Stream<R> stream, SnapshotView view) {
        FileGuard of = view instanceof KeptSnapshot kept ? kept.guard : null;
        return of == null ? stream : of.guarded(stream);
    }

    private static <E> TableStore<E> whole(TableId<E> table, SnapshotView view) {
        TableStore<E> store = view instanceof KeptSnapshot kept ? kept.snapshot.table(table) : null;
        if (store == null || !store.isComplete()) {
            throw new IllegalArgumentException("Version " + view.version() + " does not have "
                    + (store == null ? "table " : "all columns of table ") + table.schema() + "."
                    + table.table() + " in memory, so the versions cannot be compared.");
        }
        return store;
    }

    private static <E> Optional<E> entity(TableStore<E> of, int row) {
        return row < 0 ? Optional.empty() : Optional.of(of.entity(row));
    }
}
