package org.speedwell.hazelcast;

import java.util.Optional;
import java.util.concurrent.Flow;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;

/**
 * The handle of a maintained question that the application has. Thread-safe.
 *
 * @param of the merged result
 * @param onClose releases the question at all members
 */
record MergedHandle<R>(MergedQuery<?, R> query, MaintainedQuery<R> of, Runnable onClose) implements MaintainedQuery<R> {
    @Override
    public R get() {
        return of.get();
    }

    @Override
    public boolean isIncremental() {
        var _ = of.isIncremental(); // throws if the query is closed
        return query.isIncremental();
    }

    @Override
    public String describe() {
        var _ = of.describe(); // throws if the query is closed
        return query.describe();
    }

    @Override
    public Optional<String> staleness() {
        return of.staleness();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ResultChange<R>> subscriber) {
        of.subscribe(subscriber);
    }

    @Override
    public void close() {
        of.close();
        onClose.run();
    }

    @Override
    public String toString() {
        return "a maintained query: " + query;
    }
}
