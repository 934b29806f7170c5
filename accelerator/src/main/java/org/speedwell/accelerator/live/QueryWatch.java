package org.speedwell.accelerator.live;

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
 * A timer of a store's queries, active while it has listeners or looks for slow queries. A slow query is an event and a
 * warning; listeners receive every query. Thread-safe.
 */
public final class QueryWatch {
    private static final System.Logger LOG = System.getLogger(QueryWatch.class.getName());

    private final Optional<Duration> slow;
    private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();

    /** Read for each stream: a separate field costs less than a look at the list. */
    private volatile boolean on;

    public QueryWatch(Optional<Duration> slow) {
        this.slow = slow;
        this.on = slow.isPresent();
    }

    /** Returns whether streams must be watched. */
    public boolean isOn() {
        return on;
    }

    void add(QueryListener listener) {
        listeners.add(requireNonNull(listener));
        on = true;
    }

    public <E> Stream<E> watched(String table, Stream<E> stream) {
        return RecordedStream.watched(stream, new Timed(table));
    }

    /** A timer of the terminal operations of streams of one table. */
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
                    recordSlowQuery(table, operations, event, took);
                }
                listeners.forEach(listener -> notifyListener(listener, table, operations, took));
            }
        }
    }

    /** Notifies a listener. Its exceptions do not affect the query, which has been answered. */
    private static void notifyListener(QueryListener listener, String table, String operations, Duration took) {
        try {
            listener.answered(table, operations, took);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "A query listener threw an exception", e);
        }
    }

    private static void recordSlowQuery(String table, String operations, QueryEvent event, Duration took) {
        event.table = table;
        event.operations = operations;
        event.commit();
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "A slow query: %s of %s took %d µs".formatted(operations, table, took.toNanos() / 1_000));
    }
}
