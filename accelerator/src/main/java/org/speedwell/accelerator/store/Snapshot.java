package org.speedwell.accelerator.store;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All loaded tables at one moment of the database. Immutable and thread-safe; published by one volatile write. Its
 * memory returns when neither it nor any of its tables can be reached.
 */
public final class Snapshot {
    private final long version;
    private final Instant takenAt;
    private final @Nullable BinlogPosition position;
    private final List<TableStore<?>> tables;

    /** Open addressing by the identifiers' own hash; identifiers are interned, so that {@code ==} tells them apart. */
    private final @Nullable TableStore<?>[] slots;

    public Snapshot(
            long version,
            Instant takenAt,
            @Nullable BinlogPosition position,
            Collection<? extends TableStore<?>> tables) {
        this.version = version;
        this.takenAt = takenAt;
        this.position = position;
        this.tables = List.copyOf(tables);
        this.slots = new TableStore<?>[Integer.highestOneBit(Math.max(1, tables.size())) << 2];
        for (TableStore<?> table : tables) {
            int slot = table.identifier().hashCode() & (slots.length - 1);
            while (slots[slot] != null) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = table;
        }
    }

    /** 1 for the first load, one more for each that follows. */
    public long version() {
        return version;
    }

    /** When the read view was opened. */
    public Instant takenAt() {
        return takenAt;
    }

    /** The place of that moment in the database's binlog; empty where the database does not tell. */
    public Optional<BinlogPosition> position() {
        return Optional.ofNullable(position);
    }

    public List<TableStore<?>> tables() {
        return tables;
    }

    /** Rows of all tables. */
    public long rows() {
        return tables.stream().mapToLong(TableStore::rows).sum();
    }

    /** Native bytes of all columns and indexes. */
    public long bytes() {
        return tables.stream().mapToLong(TableStore::bytes).sum();
    }

    /** The table of this identifier, or null if it is not in the snapshot. */
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // a table is stored under its own identifier
    public <E> @Nullable TableStore<E> table(TableIdentifier<E> identifier) {
        int slot = identifier.hashCode() & (slots.length - 1);
        while (true) {
            TableStore<?> table = slots[slot];
            if (table == null) {
                return null;
            }
            if (table.identifier() == identifier || table.identifier().equals(identifier)) {
                return (TableStore<E>) table;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
    }
}
