package org.speedwell.demo.shop;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of one query over SQL and from memory.
 *
 * @param verdict the result of the comparison; null if one side has no answer
 */
public record Outcome(
        Query query, Asked sql, Asked memory, @Nullable Verdict verdict) {
    /**
     * The result of one side.
     *
     * @param nanos the median time of one call in nanoseconds; 0 if it failed
     * @param failure why there is no answer; null if there is one
     */
    public record Asked(
            @Nullable Object answer, double nanos, @Nullable RuntimeException failure) {}

    /** Runs the query on both sides, and measures the times. The outcome contains the failure of a side that fails. */
    public static Outcome of(Query sql, Query memory, Stopwatch stopwatch) {
        Asked first = ask(sql);
        Asked second = ask(memory);
        // in this order the JVM compiles the code of the memory side while the database works
        if (second.failure == null) {
            stopwatch.warmUp(memory.answer());
        }
        Asked overSql = time(first, sql, stopwatch);
        Asked fromMemory = time(second, memory, stopwatch);
        Verdict verdict = overSql.failure == null && fromMemory.failure == null
                ? Verdict.of(sql, overSql.answer, memory, fromMemory.answer)
                : null;
        return new Outcome(memory, overSql, fromMemory, verdict);
    }

    /** Returns the time over SQL divided by the time from memory. */
    public double ratio() {
        return sql.nanos / memory.nanos;
    }

    private static Asked ask(Query query) {
        try {
            return new Asked(query.answer().get(), 0, null);
        } catch (RuntimeException e) {
            return new Asked(null, 0, e);
        }
    }

    private static Asked time(Asked asked, Query query, Stopwatch stopwatch) {
        if (asked.failure != null) {
            return asked;
        }
        try {
            return new Asked(asked.answer, stopwatch.median(query.answer()), null);
        } catch (RuntimeException e) {
            return new Asked(null, 0, e);
        }
    }
}
