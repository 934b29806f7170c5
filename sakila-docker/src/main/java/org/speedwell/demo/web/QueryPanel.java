package org.speedwell.demo.web;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.AnswerText;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Outcome;
import org.speedwell.demo.shop.Outcome.Measurement;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.shop.Stopwatch;
import org.speedwell.demo.shop.Verdict;
import org.speedwell.schema.Progress;

/**
 * A panel that runs the queries over SQL and from memory. It measures one query at a time. Several callers of a running
 * query receive the same result. Thread-safe.
 */
final class QueryPanel implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;
    private static final long FOR_THE_PAGE = TimeUnit.SECONDS.toNanos(1);
    private static final Duration CATCH_UP = Duration.ofSeconds(5);

    private final Shop shop;
    private final Differences differences;
    private final List<Query> sql;
    private final List<Query> memory;
    private final Stopwatch stopwatch = new Stopwatch();
    private final ExecutorService bench = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("measuring").factory());
    private final Map<Integer, Future<Result>> runningQueries = new ConcurrentHashMap<>();

    /** The probable reason why two answers differ. */
    enum Difference {
        /** The memory does not follow the database, and the demo has written rows since the load. */
        BEHIND("behind"),
        /** The memory follows the database, and the demo wrote rows during the two queries. */
        MOVING("moving"),
        UNEXPLAINED(Verdict.DIFFERENT.toString());

        private final String text;

        Difference(String text) {
            this.text = text;
        }
    }

    /** Finds the reason of a difference between answers that began at a time, in milliseconds since 1970. */
    interface Differences {
        Difference since(long asked);
    }

    /** A query in the form that the page lists. */
    record Listed(String question, String code) {}

    /** One side of a result: an answer and its time, or a failure. */
    record Side(
            @Nullable String answer, double nanos, @Nullable String failure) {
        static Side of(Measurement measurement) {
            RuntimeException failure = measurement.failure();
            return failure == null
                    ? new Side(AnswerText.of(measurement.answer()), measurement.nanos(), null)
                    : new Side(null, 0, Failures.text(failure));
        }
    }

    /**
     * The result of a query.
     *
     * @param verdict {@code same}, {@code ties}, or a {@link Difference}; null if a side has no answer
     * @param ratio the time over SQL divided by that from memory; 0 if a side has none
     * @param plan the explanation of the run in memory; null if there is none
     */
    record Result(
            Side sql,
            Side memory,
            @Nullable String verdict,
            double ratio,
            @Nullable String plan) {}

    QueryPanel(Shop shop, Differences differences) {
        this.shop = shop;
        this.differences = differences;
        sql = shop.overSql().queries();
        memory = shop.fromMemory().queries();
    }

    /**
     * Runs all queries from memory for some seconds, so that the JVM has compiled them before it times the first. First
     * leaves the processors to the first page for a second.
     */
    void warmUp() {
        bench.execute(() -> {
            LockSupport.parkNanos(FOR_THE_PAGE);
            stopwatch.warmUp(memory.stream().map(Query::answer).toList(), Progress.none());
        });
    }

    List<Listed> list() {
        return memory.stream()
                .map(query -> new Listed(query.question(), query.code()))
                .toList();
    }

    /**
     * Returns a query of the application from memory, or of the application over SQL.
     *
     * @param number the number of the query, from 0
     * @throws Refusal if there is no query with this number
     */
    Query query(int number, boolean fromMemory) {
        if (number < 0 || number >= memory.size()) {
            throw new Refusal(404, "There is no query " + number + ". Use 0 to " + (memory.size() - 1) + ".");
        }
        return (fromMemory ? memory : sql).get(number);
    }

    /**
     * Runs a query on both sides and waits for the result, at most 90 s.
     *
     * @throws Refusal if the time is over
     */
    Result run(int number) {
        Query overSql = query(number, false);
        Query fromMemory = query(number, true);
        Future<Result> result =
                runningQueries.computeIfAbsent(number, _ -> bench.submit(() -> measure(number, overSql, fromMemory)));
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Refusal(503, "The queries before this one take too long. Try again later.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(503, "The demo is stopping.");
        }
    }

    private Result measure(int number, Query overSql, Query fromMemory) {
        try {
            long asked = System.currentTimeMillis();
            Outcome outcome = Outcome.of(overSql, fromMemory, stopwatch);
            if (outcome.verdict() == Verdict.DIFFERENT && isCurrent()) {
                // the database may have shown a transaction a moment before memory did
                asked = System.currentTimeMillis();
                outcome = Outcome.of(overSql, fromMemory, stopwatch);
            }
            Verdict verdict = outcome.verdict();
            return new Result(
                    Side.of(outcome.sql()),
                    Side.of(outcome.memory()),
                    verdict == null ? null : text(verdict, asked),
                    verdict == null ? 0 : outcome.ratio(),
                    plan(fromMemory));
        } finally {
            runningQueries.remove(number);
        }
    }

    private String text(Verdict verdict, long asked) {
        return verdict == Verdict.DIFFERENT ? differences.since(asked).text : verdict.toString();
    }

    /**
     * Waits until memory shows all transactions of the database. Returns false if it does not follow the database or
     * does not catch up.
     */
    private boolean isCurrent() {
        try {
            return shop.store().followStatus().isPresent() && shop.store().await(CATCH_UP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (RuntimeException e) {
            return false; // the database has become unreachable
        }
    }

    private @Nullable String plan(Query query) {
        return query.plan() == null ? null : query.plan().apply(shop.store()).toString();
    }

    @Override
    public void close() throws InterruptedException {
        bench.shutdownNow();
        var _ = bench.awaitTermination(1, TimeUnit.SECONDS); // the warm-up must not outlive the shop
    }
}
