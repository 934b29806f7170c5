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
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.AnswerText;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Outcome;
import org.speedwell.demo.shop.Outcome.Asked;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.shop.Stopwatch;
import org.speedwell.demo.shop.Verdict;
import org.speedwell.schema.Progress;

/**
 * The queries over SQL and from memory. One is measured at a time; whoever asks for one that is under way gets the same
 * result. Thread-safe.
 */
final class QueryPanel implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;
    private static final Duration CATCH_UP = Duration.ofSeconds(5);

    private final Shop shop;
    private final Differences differences;
    private final List<Query> sql;
    private final List<Query> memory;
    private final Stopwatch stopwatch = new Stopwatch();
    private final ExecutorService bench = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("measuring").factory());
    private final Map<Integer, Future<Result>> underWay = new ConcurrentHashMap<>();

    /** Why two answers differ. */
    enum Difference {
        /** The database is not followed, and has been written to since the load. */
        BEHIND("behind"),
        /** It is followed, and was being written to while both were asked. */
        MOVING("moving"),
        UNEXPLAINED(Verdict.DIFFERENT.toString());

        private final String text;

        Difference(String text) {
            this.text = text;
        }
    }

    /** Why answers differ that were asked for from a time on, in milliseconds since 1970. */
    interface Differences {
        Difference since(long asked);
    }

    /** A query, for the page. */
    record Listed(String question, String code) {}

    /** One side of a result: an answer and its time, or why there is none. */
    record Side(
            @Nullable String answer, double nanos, @Nullable String failure) {
        static Side of(Asked asked) {
            RuntimeException failure = asked.failure();
            return failure == null
                    ? new Side(AnswerText.of(asked.answer()), asked.nanos(), null)
                    : new Side(null, 0, Failures.text(failure));
        }
    }

    /**
     * A query's result.
     *
     * @param verdict {@code same}, {@code ties}, or a {@link Difference}; null where a side has no answer
     * @param ratio the time over SQL divided by that from memory; 0 where a side has none
     * @param plan how it ran in memory
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
        // what the compiler knows of all queries before the first one is timed
        bench.execute(() -> stopwatch.warmUp(memory.stream().map(Query::answer).toList(), Progress.none()));
    }

    List<Listed> list() {
        return memory.stream()
                .map(query -> new Listed(query.question(), query.code()))
                .toList();
    }

    /** The query of a number, from 0, in the application from memory or in that over SQL. */
    Query query(int number, boolean fromMemory) {
        if (number < 0 || number >= memory.size()) {
            throw new Refusal(404, "There are queries 0 to " + (memory.size() - 1) + ", and none " + number + ".");
        }
        return (fromMemory ? memory : sql).get(number);
    }

    /** Runs a query on both sides, and waits for it. */
    Result run(int number) {
        Query overSql = query(number, false);
        Query fromMemory = query(number, true);
        Future<Result> result =
                underWay.computeIfAbsent(number, _ -> bench.submit(() -> measure(number, overSql, fromMemory)));
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Refusal(503, "The queries before this one take too long. Try again later.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(503, "The demo is ending.");
        }
    }

    private Result measure(int number, Query overSql, Query fromMemory) {
        try {
            long asked = System.currentTimeMillis();
            Outcome outcome = Outcome.of(overSql, fromMemory, stopwatch);
            if (outcome.verdict() == Verdict.DIFFERENT && isCurrent()) {
                // memory may have shown a transaction a moment after SQL did
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
            underWay.remove(number);
        }
    }

    private String text(Verdict verdict, long asked) {
        return verdict == Verdict.DIFFERENT ? differences.since(asked).text : verdict.toString();
    }

    /** Waits until memory shows all that the database has; not if that is not followed. */
    private boolean isCurrent() {
        try {
            return shop.store().followStatus().isPresent() && shop.store().await(CATCH_UP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (RuntimeException e) {
            return false; // the database has gone since
        }
    }

    private @Nullable String plan(Query query) {
        return query.plan() == null ? null : query.plan().apply(shop.store()).toString();
    }

    @Override
    public void close() {
        bench.shutdownNow();
    }
}
