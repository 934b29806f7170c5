package org.speedwell.accelerator.store;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;

/**
 * All loaded tables at one moment of the database. Immutable and thread-safe; published by one volatile write. Its
 * memory is freed when neither the snapshot nor any of its tables is reachable.
 */
public final class Snapshot implements Tables {
    private static final int MIN_SLOTS = 4;

    private final long version;
    private final Instant takenAt;
    private final @Nullable Position position;
    private final List<TableStore<?>> tables;
    private final Predicate<TableStore<?>> gate;
    private final LoadReport report;
    private final @Nullable Exact exact;

    private final KnownReferences references = new KnownReferences();

    /** The tables that have passed the gate. */
    private final Map<TableId<?>, TableStore<?>> admitted = new ConcurrentHashMap<>();

    /** The results of queries over this version. */
    private volatile Object[] results = {};

    /** The object that the code that returns the tables has attached; null before. */
    private @Nullable Object companion;

    /**
     * The tables that have an {@linkplain TableStore#alias alias}, by open addressing with its hash. At least three of
     * four slots are free. A thread that sees an older array, or only a part of one, finds no table.
     */
    private @Nullable TableStore<?>[] aliased = new TableStore<?>[MIN_SLOTS];

    public Snapshot(
            long version, Instant takenAt, @Nullable Position position, Collection<? extends TableStore<?>> tables) {
        this(version, takenAt, position, tables, LoadReport.NONE, null);
    }

    /**
     * Creates a snapshot that differs from the database as reported.
     *
     * @param exact the exact positions of tables; null if none is known
     */
    public Snapshot(
            long version,
            Instant takenAt,
            @Nullable Position position,
            Collection<? extends TableStore<?>> tables,
            LoadReport report,
            @Nullable Exact exact) {
        this(version, takenAt, position, tables, table -> true, report, exact);
        this.tables.forEach(table -> admitted.put(table.identifier(), table));
    }

    /**
     * The knowledge that the rows of some tables contain everything committed before a position, and nothing after it.
     *
     * @param at a position, perhaps after {@link Snapshot#position()}, because prepared transactions do not hold it
     * back
     * @param tables the tables for which this is known
     */
    public record Exact(Position at, Set<TableId<?>> tables) {}

    /**
     * Creates a snapshot whose tables pass a gate before they are returned for the first time. Several threads may call
     * the gate at once. A table that it refuses is treated as missing.
     */
    public Snapshot(
            long version,
            Instant takenAt,
            @Nullable Position position,
            Collection<? extends TableStore<?>> tables,
            Predicate<TableStore<?>> gate) {
        this(version, takenAt, position, tables, gate, LoadReport.NONE, null);
    }

    private Snapshot(
            long version,
            Instant takenAt,
            @Nullable Position position,
            Collection<? extends TableStore<?>> tables,
            Predicate<TableStore<?>> gate,
            LoadReport report,
            @Nullable Exact exact) {
        this.version = version;
        this.takenAt = takenAt;
        this.position = position;
        this.tables =
                tables.stream().<TableStore<?>>map(table -> table.in(this)).toList();
        this.gate = gate;
        this.report = report;
        this.exact = exact;
    }

    @Override
    public KnownReferences references() {
        return references;
    }

    /** Returns the results of queries that a {@link Versions.Listener} has attached. The caller must not change them. */
    public Object[] results() {
        return results;
    }

    /** Sets the {@link #results}. The caller must not change the array afterwards. */
    public void setResults(Object[] immutable) {
        this.results = immutable;
    }

    /** Returns the immutable object that the code that returns its tables has attached; null before. */
    public @Nullable Object companion() {
        return companion;
    }

    /** Sets the {@link #companion}. */
    public void setCompanion(Object immutable) {
        this.companion = immutable;
    }

    /**
     * Returns the table of an alias, compared by identity; null if none is known. This avoids a search by the
     * identifier.
     */
    @SuppressWarnings("ReferenceEquality") // aliases are compared by identity
    public @Nullable TableStore<?> aliased(Object alias) {
        @Nullable TableStore<?>[] slots = aliased;
        for (int slot = alias.hashCode(); ; slot++) {
            TableStore<?> table = slots[slot & (slots.length - 1)];
            if (table == null || table.alias() == alias) {
                return table;
            }
        }
    }

    /** Sets an alias for a table that has passed the gate. */
    public synchronized void setAlias(Object alias, TableStore<?> table) {
        table.setAlias(alias);
        List<TableStore<?>> all = new ArrayList<>(admitted.values());
        all.removeIf(of -> of.alias() == null);
        @Nullable
        TableStore<?>[] slots = new TableStore<?>[Math.max(MIN_SLOTS, Integer.highestOneBit(all.size()) << 3)];
        for (TableStore<?> one : all) {
            int slot = requireNonNull(one.alias()).hashCode();
            while (slots[slot & (slots.length - 1)] != null) {
                slot++;
            }
            slots[slot & (slots.length - 1)] = one;
        }
        VarHandle.releaseFence();
        aliased = slots;
    }

    /** Returns a snapshot of the same tables with another version number. */
    public Snapshot numbered(long number) {
        return new Snapshot(number, takenAt, position, tables, gate, report, exact);
    }

    /** Returns the version number: 1 for the first load, and one more for each version after it. */
    public long version() {
        return version;
    }

    /** Returns the time at which the read view was opened. */
    public Instant takenAt() {
        return takenAt;
    }

    /** Returns the position of that moment in the database's binlog; empty if the database does not report it. */
    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }

    /** Returns the position at which the database has exactly these rows of a table; empty if it is not known. */
    public Optional<Position> exactPosition(TableId<?> table) {
        return Optional.ofNullable(exact)
                .filter(known -> known.tables().contains(table))
                .map(Exact::at);
    }

    /**
     * Returns all tables.
     *
     * @throws IllegalStateException if one of them does not pass the gate
     */
    public List<TableStore<?>> tables() {
        for (TableStore<?> table : tables) {
            if (table(table.identifier()) == null) {
                throw new IllegalStateException("Table " + table.name() + " of version " + version
                        + " is damaged, so the version was withdrawn. Reload from the database.");
            }
        }
        return tables;
    }

    /** Returns the size of a table, whether it passes the gate or not; null if it is not in the snapshot. */
    public @Nullable Size size(TableId<?> identifier) {
        TableStore<?> table = find(identifier);
        return table == null ? null : new Size(table.rows(), table.bytes());
    }

    /** The size of a table in memory. */
    public record Size(long rows, long bytes) {}

    /**
     * Returns about how many bytes a table would take after a load: its current bytes without deleted rows and unused
     * values. Reads every row; returns 0 if the table is not in the snapshot.
     */
    public long usedBytes(TableId<?> identifier) {
        TableStore<?> table = find(identifier);
        return table == null ? 0 : Math.max(0, table.bytes() - table.unusedBytes());
    }

    /** Returns the heap bytes of values that changes have added to the tables. */
    public long heapBytes() {
        return tables.stream().mapToLong(TableStore::heapBytes).sum();
    }

    private @Nullable TableStore<?> find(TableId<?> identifier) {
        for (TableStore<?> table : tables) {
            if (table.identifier().equals(identifier)) {
                return table;
            }
        }
        return null;
    }

    /** Returns the differences from the database. */
    public LoadReport report() {
        return report;
    }

    /** Returns the number of rows of all tables. */
    public long rows() {
        return tables.stream().mapToLong(TableStore::rows).sum();
    }

    /** Returns the native bytes of all columns and indexes. */
    public long bytes() {
        return tables.stream().mapToLong(TableStore::bytes).sum();
    }

    /** Returns a table; null if it is not in the snapshot, or does not pass the gate. */
    @Override
    @SuppressWarnings("unchecked") // a table is stored under its own id
    public <E> @Nullable TableStore<E> table(TableId<E> identifier) {
        TableStore<?> known = admitted.get(identifier);
        return (TableStore<E>) (known == null ? admitted(identifier) : known);
    }

    /** Returns a table, and calls the gate for it the first time. */
    private @Nullable TableStore<?> admitted(TableId<?> identifier) {
        TableStore<?> table = find(identifier);
        if (table == null || !gate.test(table)) {
            return null;
        }
        admitted.put(identifier, table);
        return table;
    }
}
