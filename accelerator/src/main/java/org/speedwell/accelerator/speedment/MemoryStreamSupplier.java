package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.component.sql.SqlStreamSupplierComponent;
import com.speedment.runtime.core.component.transaction.TransactionComponent;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import java.sql.Connection;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.live.FileGuard;
import org.speedwell.accelerator.live.QueryWatch;
import org.speedwell.accelerator.live.Shadow;
import org.speedwell.accelerator.live.VersionListener;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.routing.DataStoreStreamSupplierComponent;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RoutedStream;

/**
 * The supplier of the managers' streams: from the snapshot for the tables that it holds, from the database for all
 * others.
 */
public final class MemoryStreamSupplier implements DataStoreStreamSupplierComponent {
    private FallbackListener fallbacks = FallbackListener.SILENT;
    private QueryWatch queries = new QueryWatch(Optional.empty());
    private boolean partialFromDatabase;

    /** True if in-memory streams may need a proxy for another reason than being watched. */
    private boolean mayBeProxied;

    private @Nullable Shadow shadow;
    private boolean isAgeBounded;
    private @Nullable MemoryDataStore store;
    private InTransaction inTransaction = InTransaction.MEMORY;
    private @Nullable SqlStreamSupplierComponent sql;
    private @Nullable TransactionComponent transactions;

    /** Receives the other components from the injector. */
    @ExecuteBefore(State.RESOLVED)
    public void use(
            @WithState(State.INITIALIZED) MemoryDataStore memoryDataStore,
            @WithState(State.INITIALIZED) SqlStreamSupplierComponent sqlStreamSupplier,
            @WithState(State.INITIALIZED) TransactionComponent transactionComponent) {
        this.store = memoryDataStore;
        this.fallbacks = memoryDataStore.fallbackPolicy();
        this.queries = memoryDataStore.queries();
        this.partialFromDatabase = memoryDataStore.configuration().columnNotLoaded() == NotLoaded.SQL;
        this.inTransaction = memoryDataStore.configuration().inTransaction();
        this.shadow = memoryDataStore.shadow();
        this.mayBeProxied = partialFromDatabase || shadow != null;
        this.isAgeBounded = memoryDataStore.configuration().maxAge().isPresent();
        this.sql = sqlStreamSupplier;
        this.transactions = transactionComponent;
    }

    /** Starts shadow mode if it is configured. The injector calls this method. */
    @ExecuteBefore(State.STARTED)
    public void startShadow() {
        if (shadow != null) {
            shadow.start(new DatabaseTables(requireNonNull(transactions), requireNonNull(sql)));
        }
    }

    /** The tables of the database. Their streams take part in the transaction that is bound to their thread. */
    private record DatabaseTables(TransactionComponent transactions, SqlStreamSupplierComponent streams)
            implements Shadow.DatabaseStreams {
        @Override
        public <E> @Nullable Object run(
                TableId<E> table, Connection connection, Function<Stream<E>, @Nullable Object> pipeline) {
            transactions.put(Thread.currentThread(), connection);
            try (Stream<E> stream =
                    streams.stream(SpeedmentIds.identifier(table), ParallelStrategy.computeIntensityDefault())) {
                return pipeline.apply(stream);
            } finally {
                transactions.remove(Thread.currentThread());
            }
        }
    }

    /**
     * Returns a stream of the table in primary key order.
     *
     * @throws DataStoreNotLoadedException if no snapshot is loaded, unless the configuration sends such streams to the
     * database
     * @throws StaleMemoryException if memory is older than the configuration allows, unless it sends such streams to
     * the database
     * @throws IllegalStateException inside a transaction, if the configuration refuses streams there
     */
    @Override
    public <E> Stream<E> stream(TableIdentifier<E> identifier, ParallelStrategy strategy) {
        Snapshot snapshot = snapshot(identifier);
        if (snapshot == null) {
            return fromDatabase(identifier, strategy);
        }
        TableStore<E> table = VersionListener.table(snapshot, identifier);
        MemoryDataStore held = requireNonNull(store);
        if (table == null) {
            // a damaged file withdraws its version
            return held.current() == snapshot ? fromDatabase(identifier, strategy) : stream(identifier, strategy);
        }
        VersionListener version = VersionListener.kept(snapshot, fallbacks);
        Stream<E> stream = EntityStream.of(table, false, version);
        FileGuard guard = held.guard();
        if (guard != null) {
            stream = guard.guarded(stream);
        }
        return queries.isOn() || mayBeProxied ? proxied(identifier, table, version, stream, strategy) : stream;
    }

    /**
     * Returns the version from which to stream this table, if that has the table; null if the database is to answer.
     *
     * @throws RuntimeException as {@link #stream}
     */
    @Nullable
    Snapshot snapshot(TableIdentifier<?> identifier) {
        if (inTransaction != InTransaction.MEMORY && isInTransaction()) {
            requireOfDatabase(identifier);
            return null;
        }
        MemoryDataStore held = store;
        Snapshot snapshot = held == null ? null : held.current();
        if (held == null || snapshot == null) {
            requireUnloaded(identifier);
            return null;
        }
        if (isAgeBounded && held.isTooOld(SpeedmentIds.of(identifier))) {
            requireFresh(held, identifier);
            return null;
        }
        return snapshot;
    }

    private <E> Stream<E> proxied(
            TableIdentifier<E> identifier,
            TableStore<E> table,
            Tables version,
            Stream<E> stream,
            ParallelStrategy strategy) {
        Stream<E> routed = partialFromDatabase && !table.isComplete()
                ? RoutedStream.of(stream, () -> fromDatabase(identifier, strategy))
                : stream;
        Stream<E> sampled = requireNonNull(store).sampled(table, version, routed);
        return queries.isOn() ? queries.watched(identifier.getTableId(), sampled) : sampled;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    private boolean isInTransaction() {
        return transactions != null && transactions.get(Thread.currentThread()).isPresent();
    }

    private void requireOfDatabase(TableIdentifier<?> identifier) {
        if (inTransaction == InTransaction.FAIL) {
            throw new IllegalStateException(
                    "A stream of " + identifier.getTableId() + " inside a transaction would read"
                            + " memory, which does not contain the transaction's changes. Create it outside, or set"
                            + " inTransaction(InTransaction.SQL) or MEMORY in the StoreConfiguration.");
        }
    }

    /** Throws if memory is too old, unless the database is to answer in its place. */
    private static void requireFresh(MemoryDataStore held, TableIdentifier<?> identifier) {
        if (held.configuration().tooOld() == NotLoaded.SQL) {
            return;
        }
        throw held.tooOld(SpeedmentIds.of(identifier));
    }

    private void requireUnloaded(TableIdentifier<?> identifier) {
        if (store == null || store.configuration().storeNotLoaded() != NotLoaded.SQL && store.isCached(identifier)) {
            throw notLoaded(identifier);
        }
    }

    private <E> Stream<E> fromDatabase(TableIdentifier<E> identifier, ParallelStrategy strategy) {
        if (sql == null) {
            throw notLoaded(identifier);
        }
        return sql.stream(identifier, strategy);
    }

    private static DataStoreNotLoadedException notLoaded(TableIdentifier<?> identifier) {
        return new DataStoreNotLoadedException("Table " + identifier.getSchemaId() + "." + identifier.getTableId()
                + " is not in memory yet: call load() of the DataStoreComponent before the first stream.");
    }
}
