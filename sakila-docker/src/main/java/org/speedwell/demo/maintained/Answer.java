package org.speedwell.demo.maintained;

import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.demo.live.CommitTimes;
import org.speedwell.demo.shop.Failures;

/**
 * The maintained answer to a question: its value, its last change, and the delays of its changes. Thread-safe.
 *
 * @param <R> the type of the answer
 */
public final class Answer<R> implements AutoCloseable {
    private final Question<R> question;
    private final DataStoreComponent store;
    private final Delays delays;
    private @Nullable MaintainedQuery<R> query;
    private @Nullable Received<R> received;
    private volatile @Nullable Last<R> last;
    private volatile long changes;

    /**
     * The last value.
     *
     * @param nanos the {@link System#nanoTime} of its arrival; 0 for the first value, which is no change
     */
    private record Last<R>(R value, long version, long nanos) {}

    /**
     * The present state of an answer.
     *
     * @param how how the store maintains the answer; empty before the first version
     * @param value the answer for people; null if there is none
     * @param version the version in which the answer became this one
     * @param changes the number of changes since the start
     * @param ageMillis the milliseconds since the last change arrived; −1 before the first one
     * @param delayNanos the median nanoseconds from COMMIT to the subscriber; −1 if none was measured
     * @param trouble why there is no answer, or why it may be stale; null if there is no problem
     */
    public record State(
            String how,
            boolean incremental,
            @Nullable String value,
            long version,
            long changes,
            long ageMillis,
            long delayNanos,
            @Nullable String trouble) {}

    /** Creates an answer. The first {@link #look} asks for it. */
    public Answer(Question<R> question, DataStoreComponent store, CommitTimes commits) {
        this.question = question;
        this.store = store;
        delays = new Delays(commits);
    }

    Question<R> question() {
        return question;
    }

    /** Returns the present state. Maintains the query again if its subscription failed, or no version was in memory. */
    public synchronized State look() {
        String trouble = open();
        MaintainedQuery<R> now = query;
        Last<R> value = last;
        if (trouble == null && now != null) {
            trouble = now.staleness().orElse(null);
        }
        long age = value == null || value.nanos == 0 ? -1 : (System.nanoTime() - value.nanos) / 1_000_000;
        return new State(
                now == null ? "" : now.describe(),
                now != null && now.isIncremental(),
                value == null ? null : question.text().apply(value.value),
                value == null ? 0 : value.version,
                changes,
                age,
                delays.median(),
                trouble);
    }

    /** Maintains the query unless it is. Returns why this is impossible; null if it is maintained. */
    private @Nullable String open() {
        if (store.version() == 0) {
            return "No version is in memory. Reload the tables on the panel Snapshot.";
        }
        Received<R> subscriber = received;
        if (subscriber != null && subscriber.failure == null) {
            return null;
        }
        try {
            close();
            MaintainedQuery<R> made = question.maintenance().apply(store);
            query = made;
            received = new Received<>(this);
            made.subscribe(received);
            return subscriber == null ? null : subscriber.failure;
        } catch (RuntimeException e) { // the application stops, the store was cleared, or the pipeline fails
            return Failures.text(e);
        }
    }

    /** Returns the answer in a version; null if the query is not maintained, or its table no longer follows. */
    synchronized @Nullable R in(SnapshotView version) {
        MaintainedQuery<R> now = query;
        return now == null || now.staleness().isPresent() ? null : version.result(now);
    }

    @Override
    public synchronized void close() {
        if (query != null) {
            query.close();
            query = null;
            received = null;
        }
    }

    /** A subscription to the query. The store calls it on one thread at a time. */
    private static final class Received<R> implements Flow.Subscriber<ResultChange<R>> {
        private final Answer<R> answer;
        private boolean isFirst = true;
        private volatile @Nullable String failure;

        Received(Answer<R> answer) {
            this.answer = answer;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // the store calls one method at a time
        public void onNext(ResultChange<R> change) {
            long now = System.nanoTime();
            answer.last = new Last<>(change.after(), change.version(), isFirst ? 0 : now);
            if (!isFirst) {
                answer.changes++;
                change.position().ifPresent(position -> answer.delays.arrived(position, now));
            }
            isFirst = false;
        }

        @Override
        public void onError(Throwable reason) {
            failure = Failures.text(reason);
        }

        @Override
        public void onComplete() {}
    }
}
