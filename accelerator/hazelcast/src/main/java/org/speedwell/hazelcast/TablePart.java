package org.speedwell.hazelcast;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.query.TableDescription;

/**
 * The rows of a table that one member holds, at one moment of the database. A {@link ClusterQuery} uses it only during
 * its call. Thread-safe.
 */
public final class TablePart<T> {
    private final DataStore store;
    private final TableDescription<T> table;
    private final PartNumber part;

    /** The version of the rows; null if the question is maintained. */
    private final @Nullable SnapshotView version;

    /** The rows of a maintained question, until it has read them. */
    private final AtomicReference<@Nullable Stream<T>> rows;

    TablePart(DataStore store, TableDescription<T> table, PartNumber part, SnapshotView version) {
        this(store, table, part, version, null);
    }

    private TablePart(
            DataStore store,
            TableDescription<T> table,
            PartNumber part,
            @Nullable SnapshotView version,
            @Nullable Stream<T> rows) {
        this.store = store;
        this.table = table;
        this.part = part;
        this.version = version;
        this.rows = new AtomicReference<>(rows);
    }

    /** Returns the part of a maintained question, which reads the rows of a stream. */
    static <T> TablePart<T> maintained(DataStore store, TableDescription<T> table, PartNumber part, Stream<T> rows) {
        return new TablePart<>(store, table, part, null, rows);
    }

    /**
     * Returns the rows of the part in primary-key order. The stream runs on columns, as the stream of a manager in
     * memory does. A query may call this method several times, but only once if it is maintained.
     *
     * @throws IllegalStateException if the query is maintained, and calls this method again
     */
    public Stream<T> stream() {
        if (version != null) {
            return version.stream(table.rows());
        }
        Stream<T> maintained = rows.getAndSet(null);
        if (maintained == null) {
            throw new IllegalStateException("A maintained question can stream its part only once."
                    + " Collect all totals in one pass, or maintain several questions.");
        }
        return maintained;
    }

    /**
     * Returns the rows of another table at the same moment. For a partitioned table these are the rows of its part with
     * the same number, so their keys have the same values as here. For any other table these are all rows.
     *
     * @throws IllegalStateException if the query is maintained, because its result then follows one table
     */
    public <E> Stream<E> stream(TableIdentifier<E> other) {
        return only(other.getTableId()).stream(other);
    }

    /** Returns the rows of the table of a class, as {@link #stream(TableIdentifier)} does. */
    public <E> Stream<E> stream(Class<E> other) {
        return only(other.getSimpleName()).stream(other);
    }

    private SnapshotView only(String other) {
        if (version == null) {
            throw new IllegalStateException("A maintained question reads the rows of one table, so it cannot stream "
                    + other + ". Use a reference to that table, or ask the question.");
        }
        return version;
    }

    /** Returns the primary key of an entity. */
    List<@Nullable Object> key(T entity) {
        return table.values().key(entity);
    }

    /**
     * Returns the store of this member, which is the {@code DataStoreComponent} of an application of Speedment. Its own
     * streams read the version that the member loaded last.
     */
    public DataStore store() {
        return store;
    }

    /** Returns the number of this part, from 0. */
    public int number() {
        return part.number();
    }

    /** Returns the number of parts. */
    public int of() {
        return part.of();
    }
}
