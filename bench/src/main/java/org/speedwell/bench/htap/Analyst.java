package org.speedwell.bench.htap;

import com.speedment.runtime.core.Speedment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.speedwell.bench.report.Latencies;

/** A thread that asks all questions one after the other, and checks the consistency of a version after each round. */
final class Analyst implements AutoCloseable {
    private final Speedment app;
    private final Map<Question, Histogram> times = new EnumMap<>(Question.class);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread = new Thread(this::work, "analyst");
    private volatile boolean stopped;

    private Analyst(Speedment app) {
        this.app = app;
        for (Question question : Question.values()) {
            times.put(question, Latencies.histogram());
        }
    }

    static Analyst start(Speedment app) {
        Analyst analyst = new Analyst(app);
        analyst.thread.start();
        return analyst;
    }

    private void work() {
        try {
            while (!stopped) {
                for (Question question : Question.values()) {
                    if (!stopped) {
                        long begun = System.nanoTime();
                        question.ask(ChTables.ofNewestVersion(app));
                        Objects.requireNonNull(times.get(question)).recordValue(System.nanoTime() - begun);
                    }
                }
                Consistency.check(app);
            }
            end.complete(null);
        } catch (Throwable e) {
            end.completeExceptionally(e);
        }
    }

    /** Returns the times of the questions. Call this only after {@link #close}. */
    Map<Question, Histogram> times() {
        return times;
    }

    /**
     * Stops the thread and waits for its end.
     *
     * @throws java.util.concurrent.CompletionException if a question failed or a version was not consistent
     */
    @Override
    public void close() {
        stopped = true;
        end.join();
    }
}
