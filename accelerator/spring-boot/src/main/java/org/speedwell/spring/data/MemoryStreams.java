package org.speedwell.spring.data;

import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The streams of all tables in memory, for threads with transactions of Spring. Thread-safe.
 *
 * @param ownWrites waits for the commits of the calling thread
 */
record MemoryStreams(DataStore store, InTransaction inTransaction, OwnWrites ownWrites) {

    /** Returns the streams of the table of a class. */
    <T> StreamRepository<T> of(Class<T> rows) {
        return new OfTable<>(this, rows);
    }

    private void prepare(Class<?> rows) {
        if (inTransaction == InTransaction.FAIL && mayHaveUncommittedWrites()) {
            throw new IllegalStateException("The thread is in a transaction that is not read-only, and memory does not"
                    + " show its changes. Stream " + rows.getSimpleName() + " before or after the transaction, make it"
                    + " @Transactional(readOnly = true), or set speedwell.in-transaction=memory.");
        }
        try {
            ownWrites.await(rows);
        } catch (IllegalArgumentException e) {
            throw absent(rows, e);
        }
    }

    private static boolean mayHaveUncommittedWrites() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
    }

    private static IllegalArgumentException absent(Class<?> rows, IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "The table of class %s is not in memory. Add %s to speedwell.tables."
                        .formatted(rows.getName(), rows.getSimpleName()),
                cause);
    }

    private record OfTable<T>(MemoryStreams streams, Class<T> rows) implements StreamRepository<T> {
        @Override
        public Stream<T> stream() {
            streams.prepare(rows);
            try {
                return streams.store.stream(rows);
            } catch (IllegalArgumentException e) {
                throw absent(rows, e);
            }
        }

        @Override
        public Explanation explain(Function<? super Stream<T>, ?> pipeline) {
            streams.prepare(rows);
            return streams.store.explain(rows, pipeline);
        }

        @Override
        public <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query) {
            return streams.store.maintain(rows, query);
        }
    }
}
