package org.speedwell.streaming.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;

/** The event time of a maintained query, without a store. */
@Tag("unit")
@Timeout(60)
class MaintainedClockTest {
    /** A query with two changes, before which the clock of the server goes back. */
    private static final class Backwards implements MaintainedQuery<Long> {
        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<Long>> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {}

                @Override
                public void cancel() {}
            });
            subscriber.onNext(change(null, 1, 100));
            subscriber.onNext(change(1L, 2, 90));
            subscriber.onNext(change(2L, 3, 110));
            subscriber.onComplete();
        }

        private static ResultChange<Long> change(@Nullable Long before, long after, long millis) {
            return new ResultChange<>(after, Optional.empty(), Instant.ofEpochMilli(millis), before, after, 0);
        }

        @Override
        public Long get() {
            return 3L;
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
        public void close() {}
    }

    @Test
    void eventTimeDoesNotGoBack() {
        MaintainedSource<Long> source = MaintainedSource.of(new Backwards());
        List<Long> times = new ArrayList<>();
        while (!source.isExhausted()) {
            ResultChange<Long> change = source.poll();
            if (change != null) {
                times.add(MaintainedSource.commitTime().time().applyAsLong(change));
            }
        }
        assertThat(times).containsExactly(100L, 100L, 110L);
    }
}
