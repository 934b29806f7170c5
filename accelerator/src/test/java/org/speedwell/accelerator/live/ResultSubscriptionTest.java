package org.speedwell.accelerator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.store.Snapshot;

/** Subscriptions to a maintained query, without a store. */
@Tag("unit")
@Timeout(60)
class ResultSubscriptionTest {
    /** A query that the subscription only names. */
    private static final class Named implements MaintainedQuery<Long> {
        @Override
        public Long get() {
            return 0L;
        }

        @Override
        public boolean isIncremental() {
            return true;
        }

        @Override
        public String describe() {
            return "";
        }

        @Override
        public Optional<String> staleness() {
            return Optional.empty();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<Long>> subscriber) {}

        @Override
        public void close() {}
    }

    /** A subscriber that remembers the first event. */
    private static final class First implements Flow.Subscriber<ResultChange<Long>> {
        final CompletableFuture<ResultChange<Long>> change = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(ResultChange<Long> received) {
            change.complete(received);
        }

        @Override
        public void onError(Throwable failure) {
            change.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {}
    }

    private static ResultSubscription<Long> subscription(First subscriber) {
        return new ResultSubscription<>(new Named(), subscriber, _ -> {});
    }

    @Test
    void waitingResultDoesNotRetainItsVersion() throws Exception {
        First subscriber = new First();
        ResultSubscription<Long> subscription = subscription(subscriber);
        WeakReference<Snapshot> version = add(subscription);
        for (int i = 0; i < 50 && version.get() != null; i++) {
            System.gc();
        }
        assertThat(version.get()).isNull();
        subscription.request(1);
        assertThat(subscriber.change.get(30, TimeUnit.SECONDS))
                .isEqualTo(new ResultChange<>(7, Optional.empty(), Instant.EPOCH, null, 5L, 0));
    }

    private static WeakReference<Snapshot> add(ResultSubscription<Long> subscription) {
        Snapshot version = new Snapshot(7, Instant.EPOCH, null, List.of());
        subscription.add(version, new MaintainedResult.Known<>(5L));
        return new WeakReference<>(version);
    }

    @Test
    void requestOfNoChangeIsAnError() {
        First subscriber = new First();
        subscription(subscriber).request(0);
        assertThat(subscriber.change)
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingRootCause()
                .withMessage("A subscriber must request at least 1 change, not 0");
    }
}
