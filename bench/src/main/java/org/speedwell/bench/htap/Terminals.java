package org.speedwell.bench.htap;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Database;

/** Several terminals, each on its own thread. */
final class Terminals implements AutoCloseable {
    private static final long NANOS = 1_000_000_000L;

    private final List<Terminal> terminals = new ArrayList<>();
    private final ExecutorService threads;

    /** A receiver of committed orders. Each terminal calls it on its own thread. */
    @FunctionalInterface
    interface Commits {
        /**
         * Receives an order.
         *
         * @param nanoTime the time at which the commit returned
         */
        void committed(Terminal.NewOrder order, long nanoTime);
    }

    /** Connects a number of terminals to the database. */
    Terminals(Database database, String schema, ChBenchmark size, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            terminals.add(new Terminal(database, schema, size, i));
        }
        threads = Executors.newFixedThreadPool(count);
    }

    /**
     * Runs transactions for a time.
     *
     * @param rate the target number of transactions per second; 0 for as many as possible
     * @return the transactions per second
     */
    double run(Duration time, double rate, Commits commits) throws InterruptedException {
        long period = rate == 0 ? 0 : (long) (NANOS * terminals.size() / rate);
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        long done = 0;
        for (long each : all(terminal -> {
            long count = 0;
            for (long next = System.nanoTime(); System.nanoTime() < end; count++) {
                transact(terminal, commits);
                next += period;
                LockSupport.parkNanos(next - System.nanoTime());
            }
            return count;
        })) {
            done += each;
        }
        return done * 1e9 / (System.nanoTime() - begun);
    }

    /** Runs a number of transactions on each terminal. */
    void run(int transactions, Commits commits) throws InterruptedException {
        all(terminal -> {
            for (int i = 0; i < transactions; i++) {
                transact(terminal, commits);
            }
            return 0L;
        });
    }

    private static void transact(Terminal terminal, Commits commits) throws SQLException {
        Terminal.@Nullable NewOrder order = terminal.run();
        if (order != null) {
            commits.committed(order, System.nanoTime());
        }
    }

    private interface Work {
        long on(Terminal terminal) throws SQLException;
    }

    private List<Long> all(Work work) throws InterruptedException {
        List<Future<Long>> started = new ArrayList<>();
        for (Terminal terminal : terminals) {
            started.add(threads.submit(() -> work.on(terminal)));
        }
        List<Long> results = new ArrayList<>();
        try {
            for (Future<Long> each : started) {
                results.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A terminal failed: " + e.getCause(), e);
        }
        return results;
    }

    @Override
    public void close() throws SQLException {
        threads.close();
        for (Terminal terminal : terminals) {
            terminal.close();
        }
    }
}
