package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.store.Versions;

/** A factory of the loaders of a store, for loads and for replication. Thread-safe. */
record Loaders(
        StoreConfiguration configuration,
        Versions versions,
        Supplier<List<TableModel<?>>> tables,
        Supplier<DatabaseAccess> access) {

    /** Returns the database of all tables, for its follower. */
    ReplicationSource source() {
        return source(tables.get());
    }

    /** Returns the database of some tables, for its follower. */
    ReplicationSource source(List<TableModel<?>> tables) {
        Set<String> databases = tables.stream().map(TableModel::database).collect(Collectors.toSet());
        if (databases.size() != 1) {
            throw new DataStoreException("Only tables of one database can be followed, not of " + databases
                    + ". Leave the tables of the other databases to SQL with withoutTable.");
        }
        return new FollowedDatabase(
                databases.iterator().next(),
                access.get(),
                configuration,
                (which, leavesTables) -> loader(
                        LoadConfiguration.defaults(),
                        requireNonNull(versions.current()).report().parts(),
                        which,
                        leavesTables));
    }

    /** Returns a loader of all tables. */
    SnapshotLoader all(LoadConfiguration how) {
        Map<TableId<?>, TableShare> parts = how.parts().values().stream()
                .collect(Collectors.toUnmodifiableMap(
                        part -> SpeedmentIds.of(part.key().asTableIdentifier()),
                        part -> new TableShare(SpeedmentIds.of(part.key()), part.number(), part.of())));
        return loader(how, parts, table -> true, configuration.tableNotLoaded() == NotLoaded.SQL);
    }

    /**
     * Returns a loader of some tables.
     *
     * @param parts the tables of which only a part is loaded
     * @param leavesTables whether to leave out a table that cannot be loaded; if not, the load fails
     */
    private SnapshotLoader loader(
            LoadConfiguration how,
            Map<TableId<?>, TableShare> parts,
            Predicate<TableId<?>> which,
            boolean leavesTables) {
        List<TableModel<?>> held = tables.get().stream()
                .filter(table -> which.test(table.identifier()))
                .toList();
        LoadSettings settings = new LoadSettings(
                configuration.connections(),
                table -> how.chunkSize(SpeedmentIds.identifier(table)),
                how.isLocking()
                        ? LoadSettings.Consistency.LOCK
                        : how.isTransaction() ? LoadSettings.Consistency.SNAPSHOT : LoadSettings.Consistency.NONE,
                configuration.networkTimeout(),
                column -> configuration.isLoaded(SpeedmentIds.identifier(column)),
                column -> configuration.isIndexed(SpeedmentIds.identifier(column)),
                column -> configuration.badValue(SpeedmentIds.identifier(column)) == BadValue.NULL,
                leavesTables,
                configuration.multiIndexes(),
                parts,
                new LoadSettings.Decorator() {
                    @Override
                    public <E> @Nullable Function<Stream<E>, Stream<E>> of(TableId<E> table) {
                        return how.decorator().of(SpeedmentIds.identifier(table));
                    }
                },
                versions.budget(),
                how.executor().orElse(null),
                versions.current());
        LoadProgress progress = how.progress();
        return new SnapshotLoader(
                held,
                access.get()::connect,
                settings,
                (table, rows, estimate, phase) -> progress.rows(SpeedmentIds.identifier(table), rows, estimate, phase));
    }
}
