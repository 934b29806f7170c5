package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.join.Join;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.live.FileGuard;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.VersionListener;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join of tables that are to be in memory. Each stream reads all of them in one version. Thread-safe. */
final class MemoryJoin<T> implements InMemoryJoin<T> {
    private final JoinReader reader;
    private final TupleMaker<T> maker;
    private final @Nullable Join<T> database;
    private final MemoryDataStore store;
    private final MemoryStreamSupplier streams;

    /** One of the join's tables of the database. */
    private final TableIdentifier<?> table;

    /**
     * Creates a join.
     *
     * @param reader a reader of a join with at least one table of the database
     * @param database the same join run by the database, for what memory cannot do; null if it cannot either
     */
    MemoryJoin(
            JoinReader reader,
            TupleMaker<T> maker,
            @Nullable Join<T> database,
            MemoryDataStore store,
            MemoryStreamSupplier streams) {
        this.reader = reader;
        this.maker = maker;
        this.database = database;
        this.store = store;
        this.streams = streams;
        this.table = JoinReader.others(reader.stages(), reader.rows()).getFirst();
    }

    @Override
    public MemoryJoin<T> full() {
        JoinReader full = reader.full();
        return new MemoryJoin<>(full, maker, null, store, streams);
    }

    private Stream<T> fromDatabase(String reason) {
        if (database == null) {
            throw new DataStoreException("The join of %s must run in memory, because %s. Memory cannot run it: %s."
                    .formatted(
                            reader.names(),
                            reader.isFull() ? "MySQL has no full outer join" : "it has rows of the application",
                            reason));
        }
        return database.stream();
    }

    @Override
    public JoinReader reader() {
        return reader;
    }

    @Override
    public TupleMaker<T> maker() {
        return maker;
    }

    @Override
    public MemoryBudget budget() {
        return store.budget();
    }

    /**
     * Returns the tuples in the order of the tables' rows, by the first named table first.
     *
     * @throws RuntimeException if the stream of one of its tables would throw it
     */
    @Override
    public Stream<T> stream() {
        Snapshot snapshot = streams.snapshot(table);
        if (snapshot == null) {
            return fromDatabase("the tables are not loaded, too old or changed in this transaction");
        }
        try {
            Stream<T> stream = stream(reader.rows().with(VersionListener.kept(snapshot, store.fallbackPolicy())), null);
            FileGuard guard = store.guard();
            if (guard != null) {
                stream = guard.guarded(stream);
            }
            return store.queries().isOn() ? store.queries().watched(reader.names(), stream) : stream;
        } catch (NotInMemoryException e) {
            if (database != null) {
                store.fallbackPolicy().join(reader.names(), e.reason());
            }
            return fromDatabase(e.reason());
        }
    }
}
