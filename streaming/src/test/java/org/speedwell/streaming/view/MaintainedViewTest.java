package org.speedwell.streaming.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.field.LongField;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.table.TableSchema;

/** Maintained queries over a view. */
@Tag("unit")
@Timeout(60)
class MaintainedViewTest {
    private record Sale(long store, long amount) {
        static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
        static final LongField<Sale, Long> STORE = SCHEMA.longField("store", Sale::store);
        static final LongField<Sale, Long> AMOUNT = SCHEMA.longField("amount", Sale::amount);
    }

    private final View<Sale> view = new View<>(Sale.SCHEMA);
    private final AtomicInteger runs = new AtomicInteger();

    private MaintainedQuery<Long> large() {
        return view.maintain(sales -> {
            runs.incrementAndGet();
            return sales.filter(Sale.AMOUNT.greaterThan(80L).and(Sale.STORE.greaterOrEqual(0L)))
                    .count();
        });
    }

    /** Publishes a set of sales of these amounts. */
    private void publish(long time, long... amounts) {
        for (int i = 0; i < amounts.length; i++) {
            view.accept(new Sale(i, amounts[i]), time);
        }
        view.watermark(time + 1);
        while (!view.flush()) {
            Thread.onSpinWait();
        }
    }

    private static final class Received implements Flow.Subscriber<ResultChange<Long>> {
        final BlockingQueue<ResultChange<Long>> changes = new LinkedBlockingQueue<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ResultChange<Long> change) {
            changes.add(change);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {}
    }

    @Test
    void firstReaderOfASetComputesTheResult() {
        MaintainedQuery<Long> large = large();
        MaintainedQuery<Long> equal = large();
        assertThat(large.get()).isZero();
        for (int set = 1; set <= 5; set++) {
            publish(set * 100L, IntStream.range(0, set).mapToLong(_ -> 90).toArray());
            long expected = set;
            int before = runs.get();
            assertThat(IntStream.range(0, 20).mapToObj(_ -> List.of(large.get(), equal.get())))
                    .containsOnly(List.of(expected, expected));
            assertThat(runs.get() - before).isEqualTo(1);
        }
        int before = runs.get();
        publish(600, 1);
        publish(700, 1);
        assertThat(runs).as("runs without a reader").hasValue(before);
        assertThat(large.isIncremental()).isFalse();
        assertThat(large.describe()).isEqualTo("computed from scratch: each version replaces all rows");
    }

    @Test
    void subscriberReceivesTheResultOfEachSet() throws InterruptedException {
        MaintainedQuery<Long> large = large();
        Received received = new Received();
        large.subscribe(received);
        assertNext(received, 0, Instant.EPOCH);
        publish(100, 90, 70);
        assertNext(received, 1, Instant.ofEpochMilli(100));
        publish(200, 70, 91); // the same result
        assertThat(large.get()).isOne();
        publish(300, 90, 91);
        assertNext(received, 2, Instant.ofEpochMilli(300));
        large.close();
        publish(400, 1);
        assertThat(received.changes).isEmpty();
        assertThatThrownBy(large::get).isInstanceOf(IllegalStateException.class);
    }

    private static void assertNext(Received received, long result, Instant moment) throws InterruptedException {
        ResultChange<Long> change = received.changes.poll(30, TimeUnit.SECONDS);
        assertThat(change).isNotNull();
        assertThat(change.after()).isEqualTo(result);
        assertThat(change.takenAt()).isEqualTo(moment);
    }

    @Test
    void restoredRowsAreASet() throws Exception {
        publish(100, 90, 91, 92);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            view.save(out);
        }
        publish(200, 1);
        MaintainedQuery<Long> large = large();
        assertThat(large.get()).isZero();
        view.begin();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            view.restore(in);
        }
        assertThat(large.get()).isEqualTo(3);
    }

    @Test
    void failureOfTheJobMakesTheResultStale() {
        MaintainedQuery<Long> large = large();
        assertThat(large.staleness()).isEmpty();
        view.failed(new IllegalStateException("no more events"));
        assertThat(large.staleness()).hasValue("The job that writes the view has failed: no more events");
        view.begin();
        assertThat(large.staleness()).isEmpty();
    }
}
