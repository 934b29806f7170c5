package org.speedwell.streaming.maintain;

import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * A subscriber that hands changes over to the thread of a job. It requests as many changes as the queue has room for.
 * So a slow job keeps few changes here, and the store merges the further ones.
 */
final class ResultReader<R> implements Flow.Subscriber<ResultChange<R>> {
    static final int AHEAD = 64;

    private final PushSource<ResultChange<R>> queue = new PushSource<>(AHEAD);
    private final String name;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean isStopped;

    /** The reason for a failed end. Written before the queue is stopped. */
    private volatile @Nullable Throwable failure;

    /** Creates a reader, and subscribes on a virtual thread, because that may wait for the publication of a version. */
    ResultReader(MaintainedQuery<R> query) {
        this.name = query.toString();
        BlockingWork.start("speedwell-subscribe", () -> subscribe(query));
    }

    private void subscribe(MaintainedQuery<R> query) {
        try {
            query.subscribe(this);
        } catch (Throwable e) {
            onError(e);
        }
    }

    @Nullable
    ResultChange<R> poll() {
        ResultChange<R> change = queue.poll();
        Flow.Subscription of = subscription;
        if (change != null && of != null) {
            of.request(1);
        }
        return change;
    }

    boolean isExhausted() {
        boolean exhausted = queue.isExhausted();
        Throwable cause = failure;
        if (exhausted && cause != null) {
            throw new IllegalStateException("Following " + name + " failed: " + Failures.message(cause), cause);
        }
        return exhausted;
    }

    /** Ends the subscription. The queue keeps the changes that it has. */
    void stop() {
        isStopped = true;
        Flow.Subscription of = subscription;
        if (of != null) {
            of.cancel();
        }
        queue.stop();
    }

    @Override
    public void onSubscribe(Flow.Subscription of) {
        subscription = of;
        if (isStopped) {
            of.cancel();
        } else {
            of.request(AHEAD);
        }
    }

    @Override
    public void onNext(ResultChange<R> change) {
        if (!queue.offer(change) && !isStopped) {
            throw new IllegalStateException("The store delivered more changes than the source has requested.");
        }
    }

    @Override
    public void onError(Throwable reason) {
        failure = reason;
        queue.stop();
    }

    @Override
    public void onComplete() {
        queue.stop();
    }
}
