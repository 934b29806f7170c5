package org.speedwell.demo.shop;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of one query over SQL and from memory.
 *
 * @param verdict the result of the comparison; null if one side has no answer
 */
public record Outcome(
        Query query,
        Measurement sql,
        Measurement memory,
        @Nullable Verdict verdict) {
    /**
     * The result of one side.
     *
     * @param nanos the median time of one call in nanoseconds; 0 if it failed
     * @param failure why there is no answer; null if there is one
     */
    public record Measurement(
            @Nullable Object answer, double nanos, @Nullable RuntimeException failure) {}

    /** Runs the query on both sides, and measures the times. The outcome contains the failure of a side that fails. */
    public static Outcome of(Query sql, Query memory, Stopwatch stopwatch) {
        Measurement first = ask(sql);
        Measurement second = ask(memory);
        // in this order the JVM compiles the code of the memory side while the database works
        if (second.failure == null) {
            stopwatch.warmUp(memory.answer());
        }
        Measurement overSql = time(first, sql, stopwatch);
        Measurement fromMemory = time(second, memory, stopwatch);
        Verdict verdict = overSql.failure == null && fromMemory.failure == null
                ? Verdict.of(sql, overSql.answer, memory, fromMemory.answer)
                : null;
        return new Outcome(memory, overSql, fromMemory, verdict);
    }

    /** Returns the time over SQL divided by the time from memory. */
    public double ratio() {
        return sql.nanos / memory.nanos;
    }

    private static Measurement ask(Query query) {
        try {
            return new Measurement(query.answer().get(), 0, null);
        } catch (RuntimeException e) {
            return new Measurement(null, 0, e);
        }
    }

    private static Measurement time(Measurement measurement, Query query, Stopwatch stopwatch) {
        if (measurement.failure != null) {
            return measurement;
        }
        try {
            return new Measurement(measurement.answer, stopwatch.median(query.answer()), null);
        } catch (RuntimeException e) {
            return new Measurement(null, 0, e);
        }
    }
}
