package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.monitor.QueryListener;
import org.speedwell.accelerator.stream.RecordedStream;

/**
 * Times the queries of a store where somebody wants to know: a slow one is an event and a warning, listeners are told of
 * all. Thread-safe.
 */
final class QueryWatch {
    private static final System.Logger LOG = System.getLogger(QueryWatch.class.getName());

    private final Optional<Duration> slow;
    private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();

    /** Read for each stream: a field of its own costs less than a look at the list. */
    private volatile boolean on;

    QueryWatch(Optional<Duration> slow) {
        this.slow = slow;
        this.on = slow.isPresent();
    }

    /** Whether streams have to be watched. */
    boolean isOn() {
        return on;
    }

    void add(QueryListener listener) {
        listeners.add(requireNonNull(listener));
        on = true;
    }

    <E> Stream<E> watched(String table, Stream<E> stream) {
        return RecordedStream.watched(stream, new Timed(table));
    }

    /** Times the terminal operations of streams of one table. */
    final class Timed implements RecordedStream.Watch {
        private final String table;

        private Timed(String table) {
            this.table = table;
        }

        @Override
        public <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal) {
            QueryEvent event = new QueryEvent();
            event.begin();
            long begun = System.nanoTime();
            try {
                return terminal.get();
            } finally {
                Duration took = Duration.ofNanos(System.nanoTime() - begun);
                event.end();
                if (slow.isPresent() && took.compareTo(slow.get()) > 0) {
                    tellSlow(table, operations, event, took);
                }
                listeners.forEach(listener -> tell(listener, table, operations, took));
            }
        }
    }

    /** Whatever a listener does, the query is answered. */
    private static void tell(QueryListener listener, String table, String operations, Duration took) {
        try {
            listener.answered(table, operations, took);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "A listener of queries threw", e);
        }
    }

    private static void tellSlow(String table, String operations, QueryEvent event, Duration took) {
        event.table = table;
        event.operations = operations;
        event.commit();
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "A slow query: %s of %s took %d µs".formatted(operations, table, took.toNanos() / 1_000));
    }
}
