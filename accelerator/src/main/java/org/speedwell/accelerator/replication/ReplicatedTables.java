package org.speedwell.accelerator.replication;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogPlace;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableNotLoaded;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.types.DriverConversions;

/**
 * The replicated tables. Each change is applied to its table. If that fails, the table is reloaded; if that fails too,
 * the table is stopped and keeps its last version. For one thread, except {@link #follows}.
 */
final class ReplicatedTables {
    private static final System.Logger LOG = System.getLogger(ReplicatedTables.class.getName());

    private final Consumer<TableId<?>> reloaded;
    private final Reloads reloads;
    private final AppliedBinlog applied;
    private final Map<String, ReplicatedTable<?>> tables;
    private final Map<TableId<?>, String> names = new HashMap<>();
    private final Map<String, String> stopped = new LinkedHashMap<>();

    /** The tables that are stopped because the memory budget does not allow them. */
    private final Set<String> overBudget = new HashSet<>();

    /** The contents of loaded tables, until the binlog is applied up to the end of each load. */
    private final Map<String, Contents> contents = new HashMap<>();

    /** The reloaded tables, and the position of the first version that shows each; empty until then. */
    private final Map<String, Optional<Position>> reloadedAt = new HashMap<>();

    private final Cascades cascades;
    private boolean isChanged;

    /**
     * The part of the binlog that a loaded table contains: everything that was read before the load, and perhaps some
     * of the entries before {@code end}.
     */
    private record Contents(BinlogProgress all, Position end) {}

    private ReplicatedTables(
            Map<String, ReplicatedTable<?>> tables,
            Cascades cascades,
            Reloads reloads,
            AppliedBinlog applied,
            Consumer<TableId<?>> reloaded) {
        this.tables = tables;
        this.cascades = cascades;
        this.reloaded = reloaded;
        this.reloads = reloads;
        this.applied = applied;
        tables.forEach((name, table) -> names.put(table.model().identifier(), name));
    }

    /** Returns the given tables, as far as they are in a version. */
    static ReplicatedTables of(
            Snapshot from,
            List<TableModel<?>> models,
            ReplicationSource source,
            DriverConversions server,
            MemoryBudget budget,
            Reloads reloads,
            AppliedBinlog applied,
            Consumer<TableId<?>> reloaded)
            throws LoadException, SQLException, InterruptedException {
        Map<String, ReplicatedTable<?>> tables = new LinkedHashMap<>();
        try (LoadConnection connection = source.connect()) {
            for (TableModel<?> model : models) {
                table(model, from, source, server, budget, connection.jdbc())
                        .ifPresent(table -> tables.put(
                                ForeignKey.name(
                                        table.model().schemaName(),
                                        table.model().tableName()),
                                table));
            }
            Cascades cascades =
                    new Cascades(ForeignKey.of(connection.jdbc()), ForeignKey.areLogged(connection.jdbc()), tables);
            ReplicatedTables all = new ReplicatedTables(tables, cascades, reloads, applied, reloaded);
            if (from.version() > 1) { // a former version may have had other rows at this position
                tables.keySet().forEach(name -> all.reloadedAt.put(name, Optional.empty()));
            }
            return all;
        }
    }

    private static <E> Optional<ReplicatedTable<E>> table(
            TableModel<E> model,
            Snapshot from,
            ReplicationSource source,
            DriverConversions server,
            MemoryBudget budget,
            Connection connection)
            throws LoadException {
        TableStore<E> store = from.table(model.identifier());
        if (store == null) {
            return Optional.empty();
        }
        LoadedColumns<E> columns = source.columns(model, connection);
        TableShare share = from.report().parts().get(model.identifier());
        ReplicatedTable.requireDividable(columns, share);
        return Optional.of(new ReplicatedTable<>(columns, share, server, store, budget));
    }

    /** Returns whether a change of a table can change one of these. For any thread. */
    boolean follows(String schema, String table) {
        String name = ForeignKey.name(schema, table);
        return tables.containsKey(name) || cascades.needs(name);
    }

    /** Returns whether there are changes that no version shows. */
    boolean isChanged() {
        return isChanged;
    }

    void markPublished() {
        isChanged = false;
    }

    /**
     * Merges the pieces of one column of one table, if changes have scattered any. Called while there is nothing else
     * to do.
     *
     * @param isWanted a test, called repeatedly, whether to go on
     */
    void defragment(BooleanSupplier isWanted) {
        for (Map.Entry<String, ReplicatedTable<?>> table : tables.entrySet()) {
            if (!stopped.containsKey(table.getKey()) && table.getValue().defragment(isWanted)) {
                isChanged = true;
                return;
            }
        }
    }

    /** Returns the number of changed rows, as the binlog counts them. */
    long rowsChanged() {
        return tables.values().stream().mapToLong(ReplicatedTable::rowsChanged).sum();
    }

    /** Returns the name of a table in the database; null if it is not replicated. */
    @Nullable
    String name(TableId<?> table) {
        return names.get(table);
    }

    /**
     * Returns the tables whose rows follow from the applied position. Leaves out stopped tables, and each reloaded
     * table until that position moves: a former version may have had other rows there. Leaves out views, because the
     * binlog does not contain them.
     */
    Set<TableId<?>> exact() {
        Position now = applied.reached().position();
        reloadedAt.replaceAll((name, at) -> at.isPresent() ? at : Optional.of(now));
        reloadedAt.values().removeIf(at -> !applied.isCoveredBy(at.orElseThrow()));
        return tables.entrySet().stream()
                .filter(table -> !table.getValue().model().view()
                        && !stopped.containsKey(table.getKey())
                        && !reloadedAt.containsKey(table.getKey()))
                .map(table -> table.getValue().model().identifier())
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean isAnyStopped() {
        return !stopped.isEmpty();
    }

    /** Returns the reason why a table is stopped; null if it is not. */
    @Nullable
    String reasonStopped(TableId<?> table) {
        String name = name(table);
        return name == null ? null : stopped.get(name);
    }

    /** Returns the stopped tables. */
    Set<TableId<?>> stoppedTables() {
        return stopped.keySet().stream()
                .map(name -> requireNonNull(tables.get(name)).model().identifier())
                .collect(Collectors.toSet());
    }

    /**
     * Applies the rows of one event.
     *
     * @param end the end of the event's transaction
     */
    void apply(RowsEvent event, BinlogPlace end) throws InterruptedException {
        String name = ForeignKey.name(event.format().schema(), event.format().table());
        ReplicatedTable<?> table = tables.get(name);
        if (table != null && !contains(name, end)) {
            if (table.model().keyColumns().isEmpty()) {
                reload(name, "Table " + table.model() + " has changed, but has no primary key for the changes.", end);
            } else {
                try {
                    table.take(event);
                    isChanged = true;
                } catch (LoadException | RuntimeException e) {
                    failed(name, e, end);
                }
            }
        }
        cascade(name, event, end);
    }

    /**
     * Changes the rows that reference rows of an event. A loaded table may contain some of these changes. Unlike the
     * rows of an event, they cannot always be repeated without harm, so such a table is reloaded.
     */
    private void cascade(String parent, RowsEvent event, BinlogPlace end) throws InterruptedException {
        try {
            if (contents.isEmpty() || cascades.referencing(parent).stream().noneMatch(contents::containsKey)) {
                cascades.follow(parent, event);
            } else if (cascades.isFollowed(parent, event)) {
                reloadReferencing(parent, "Referenced rows have changed during a load.", end);
            }
        } catch (LateReloadException e) {
            throw e;
        } catch (LoadException | RuntimeException e) {
            for (String child : cascades.referencing(parent)) {
                if (!contains(child, end)) {
                    failed(child, e, end);
                }
            }
        }
    }

    private void reloadReferencing(String parent, String reason, BinlogPlace end) throws InterruptedException {
        for (String child : cascades.referencing(parent)) {
            if (!contains(child, end)) {
                reload(child, reason, end);
            }
        }
    }

    /** Applies a statement: reloads the tables that it may have changed, also the stopped ones. */
    void apply(BinlogEntry.Statement statement) throws InterruptedException {
        if (TableStatements.isHarmless(statement)) {
            return;
        }
        for (Map.Entry<String, ReplicatedTable<?>> table : tables.entrySet()) {
            Contents of = contents.get(table.getKey());
            if (of != null && of.all().has(statement.end())) {
                continue;
            }
            TableModel<?> model = table.getValue().model();
            if (TableStatements.mayChange(
                    statement, model.schemaName(), model.tableName(), table.getValue()::follows)) {
                reload(
                        table.getKey(),
                        "A statement may have changed table " + model + ": " + TableStatements.abbreviated(statement),
                        statement.end());
            }
        }
        refreshCascades(statement);
    }

    /**
     * Reads the foreign keys again, and reloads the tables that reference a table that the statement may have changed.
     * The keys are the current ones: other keys may have changed the rows of earlier entries. The statements in between
     * change a key or name its parent.
     */
    private void refreshCascades(BinlogEntry.Statement statement) throws InterruptedException {
        Predicate<String> isParent = parent -> TableStatements.mayChangeReferencing(statement, parent);
        Set<String> changed = cascades.referencing(isParent);
        changed.addAll(cascades.refresh(reloads.foreignKeys()));
        changed.addAll(cascades.referencing(isParent));
        for (String child : changed) {
            Contents of = contents.get(child);
            if (of == null || !of.all().has(statement.end())) {
                reload(
                        child,
                        "A statement may have changed a foreign key of " + child + ", or the table that it references: "
                                + TableStatements.abbreviated(statement),
                        statement.end());
            }
        }
    }

    /**
     * Reloads a table on request.
     *
     * @throws LoadException if the table cannot be loaded
     */
    void reload(TableId<?> table) throws LoadException, InterruptedException {
        String name = names.get(table);
        if (name == null) {
            return;
        }
        reload(name, "A reload of table " + requireNonNull(tables.get(name)).model() + " was requested.", null);
        String reason = stopped.get(name);
        if (reason != null) {
            throw new LoadException(reason);
        }
    }

    /** Reloads the stopped tables, because they may fit again. */
    void resume() throws InterruptedException {
        for (Map.Entry<String, String> table : List.copyOf(stopped.entrySet())) {
            reload(table.getKey(), table.getValue(), null);
        }
    }

    /**
     * Reloads a table that could not take a change, or stops it if memory is short, because a reload would need more.
     *
     * @param end the end of the entry, as for {@link #reload(String, String, BinlogPlace)}
     */
    private void failed(String name, Exception reason, @Nullable BinlogPlace end) throws InterruptedException {
        if (reason instanceof MemoryBudgetException refusal) {
            stop(name, refusal);
        } else {
            reload(name, FailureText.of(reason), end);
        }
    }

    /** Stops a table that the memory budget does not allow. */
    private void stop(String name, MemoryBudgetException refusal) {
        stop(
                name,
                "Table " + requireNonNull(tables.get(name)).model() + " does not fit: " + refusal.getMessage()
                        + ". Raise memoryBudget in the StoreConfiguration, or leave out columns or indexes"
                        + " with withoutColumn and withoutIndex.");
        overBudget.add(name);
    }

    private void stop(String name, String reason) {
        overBudget.remove(name);
        if (stopped.put(name, reason) == null) {
            LOG.log(System.Logger.Level.ERROR, () -> reason + " Streams continue to read its last version.");
        }
        reloads.stopped(reason);
    }

    /**
     * Reloads a table.
     *
     * @param end the end of the entry that is being applied, which the table then contains; null between entries
     */
    private void reload(String name, String reason, @Nullable BinlogPlace end) throws InterruptedException {
        ReplicatedTable<?> table = requireNonNull(tables.get(name));
        LOG.log(
                table.model().view() ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                () -> reason + (reason.endsWith(".") ? "" : ".") + " Speedwell reloads table " + table.model() + ".");
        try {
            ReplicationSource.Loaded loaded = reloads.load(
                    reason,
                    table.model().identifier(),
                    from -> applied.isCoveredBy(from) && (end == null || new BinlogProgress(from).has(end)));
            if (reset(name, table, loaded.tables())) {
                applied.hold(loaded.end());
                mayContain(name, loaded.from(), loaded.end());
            }
        } catch (TableException e) {
            stop(name, requireNonNull(e.getMessage()));
        } catch (MemoryBudgetException e) {
            stop(name, e);
        }
    }

    /**
     * Reloads all tables, because their changes are unknown. A table that this load leaves out is reloaded alone, or
     * stopped. Tables that exceed the memory budget stay stopped, unless there are no others: with them the load would
     * fail.
     */
    Snapshot reloadAll(String reason) throws InterruptedException {
        LOG.log(System.Logger.Level.WARNING, () -> reason + " Speedwell reloads all tables.");
        Map<String, ReplicatedTable<?>> toLoad = new LinkedHashMap<>(tables);
        if (overBudget.size() < tables.size()) {
            toLoad.keySet().removeAll(overBudget);
        }
        ReplicationSource.Loaded loaded = reloads.loadAll(reason, id -> toLoad.containsKey(names.get(id)));
        applied.restart(loaded.from());
        applied.hold(loaded.end());
        contents.clear();
        for (Map.Entry<String, ReplicatedTable<?>> table : toLoad.entrySet()) {
            if (loaded.tables().table(table.getValue().model().identifier()) == null) {
                reload(table.getKey(), reasonNotLoaded(table.getValue().model(), loaded.tables()), null);
            } else if (reset(table.getKey(), table.getValue(), loaded.tables())) {
                mayContain(table.getKey(), loaded.from(), loaded.end());
            }
        }
        return loaded.tables();
    }

    /**
     * Returns whether no part of an entry needs to be applied to a table, because it contains the entry or is stopped.
     */
    private boolean contains(String name, BinlogPlace end) {
        if (stopped.containsKey(name)) {
            return true;
        }
        Contents of = contents.get(name);
        return of != null && of.all().has(end);
    }

    /**
     * Declares that each table contains everything before one position, and perhaps some of the changes up to another.
     */
    void mayContain(Position from, Position end) {
        tables.keySet().forEach(name -> mayContain(name, from, end));
        advanced();
    }

    private void mayContain(String name, Position from, Position end) {
        contents.put(name, new Contents(new BinlogProgress(from), end));
    }

    /** Forgets the contents of all loaded tables: the binlog has been applied beyond the end of each load. */
    void passedAllLoads() {
        contents.clear();
    }

    /** Forgets the contents of loaded tables once the binlog has been applied beyond them. */
    void advanced() {
        if (!contents.isEmpty()) {
            contents.values().removeIf(of -> applied.reached().covers(of.end()));
        }
    }

    /** Replaces a table by its reloaded version, or stops it; returns whether it is followed. */
    private <E> boolean reset(String name, ReplicatedTable<E> table, Snapshot loaded) throws InterruptedException {
        TableStore<E> store = requireNonNull(loaded.table(table.model().identifier()));
        try {
            LoadedColumns<E> columns = reloads.columns(table.model());
            ReplicatedTable.requireDividable(columns, table.share());
            table.reset(columns, store);
            stopped.remove(name);
            overBudget.remove(name);
            reloadedAt.put(name, Optional.empty());
            isChanged = true;
            reloaded.accept(table.model().identifier());
            return true;
        } catch (TableException e) {
            stop(name, requireNonNull(e.getMessage()));
            return false;
        }
    }

    private static String reasonNotLoaded(TableModel<?> model, Snapshot loaded) {
        return loaded.report().tablesNotLoaded().stream()
                .filter(left -> left.table().equals(model.toString()))
                .map(TableNotLoaded::reason)
                .findFirst()
                .orElse("Table " + model + " could not be loaded.");
    }

    /**
     * Returns each table with all changes that were applied to it. A table that is stopped or not followed stays as it
     * is.
     *
     * @param former the tables of the last published version
     */
    List<TableStore<?>> versions(Collection<TableStore<?>> former) throws InterruptedException {
        List<TableStore<?>> all = new ArrayList<>();
        for (TableStore<?> table : former) {
            String name = names.get(table.identifier());
            all.add(name == null ? table : version(name, table));
        }
        return all;
    }

    private TableStore<?> version(String name, TableStore<?> published) throws InterruptedException {
        ReplicatedTable<?> table = requireNonNull(tables.get(name));
        if (!stopped.containsKey(name)) {
            try {
                return table.version();
            } catch (LoadException | RuntimeException e) {
                failed(name, e, null);
            }
        }
        if (stopped.containsKey(name)) {
            drop(table, published); // it may contain a part of a transaction
        }
        return table.last();
    }

    /** Drops changes that are newer than the published version, to free their memory. */
    @SuppressWarnings("unchecked") // both are of the same table
    private static <E> void drop(ReplicatedTable<E> table, TableStore<?> published) {
        table.reset(table.loaded(), (TableStore<E>) published);
    }
}
