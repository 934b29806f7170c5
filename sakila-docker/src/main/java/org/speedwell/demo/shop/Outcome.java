package org.speedwell.demo.shop;

import org.jspecify.annotations.Nullable;

/**
 * One query, asked over SQL and from memory.
 *
 * @param verdict whether the two agree; null where one has no answer
 */
public record Outcome(
        Query query, Asked sql, Asked memory, @Nullable Verdict verdict) {
    /**
     * What one side said.
     *
     * @param nanos of one call, the median; 0 where it failed
     * @param failure why there is no answer; null where there is
     */
    public record Asked(
            @Nullable Object answer, double nanos, @Nullable RuntimeException failure) {}

    /** Asks both sides, and measures. A side that fails has its failure in the outcome. */
    public static Outcome of(Query sql, Query memory, Stopwatch stopwatch) {
        Asked first = ask(sql);
        Asked second = ask(memory);
        // in this order the compiler gets the memory's calls to work on, and the time to do it while the database works
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

    /** How many times faster memory is. */
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
