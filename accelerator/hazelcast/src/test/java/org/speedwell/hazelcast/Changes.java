package org.speedwell.hazelcast;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.ResultChange;

/** A subscriber that records what it receives. */
class Changes<R> implements Flow.Subscriber<ResultChange<R>> {
    final List<ResultChange<R>> received = new CopyOnWriteArrayList<>();
    volatile @Nullable Throwable failure;
    volatile boolean isComplete;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ResultChange<R> change) {
        received.add(change);
    }

    @Override
    public void onError(Throwable reason) {
        failure = reason;
    }

    @Override
    public void onComplete() {
        isComplete = true;
    }
}
