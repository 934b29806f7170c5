package org.speedwell.streaming.pane;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Verifies that counts and sums by {@code long} keys allocate no memory, from the conveyor to the closing of panes. */
@Tag("unit")
class AllocationTest {
    private static final int KEYS = 1000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Random random = new Random(1);
    private Outbox outbox = new Outbox(List.of());
    private Inbox inbox = new Inbox(List.of());
    private long results;
    private int reclaimsThatAllocate;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void steadyStateAllocatesNothing(boolean summing) {
        Aggregate<Object, ?, Long> aggregate = summing ? Aggregates.sum(event -> 1) : Aggregates.count();
        Window window = new Window.Sliding(100, 20);
        Layout layout = WindowOperator.layout(window, aggregate, false, false);
        Conveyor conveyor = new Conveyor(layout);
        outbox = new Outbox(List.of(conveyor));
        inbox = new Inbox(List.of(conveyor));
        Output<WindowResult<Long, Long>> results =
                new Output<>((result, at) -> this.results++, new Outbox(List.of(new Conveyor(Layout.EVENTS))));
        WindowOperator<Long, Long> operator = WindowOperator.of(
                window,
                aggregate,
                Keys.of(false, KeyBudget.stopping(KEYS)),
                failing(),
                (batch, i, watermark, output) -> {});

        for (long time = 0; time < 500; time++) {
            step(operator, time, layout, results);
        }
        long allocated = 0;
        reclaimsThatAllocate = 0;
        for (long time = 500; time < 1500; time++) {
            allocated += step(operator, time, layout, results);
        }

        assertThat(allocated).isZero();
        assertThat(reclaimsThatAllocate)
                .as("of 50 old panes; the JIT creates one text when it compiles the loop")
                .isLessThanOrEqualTo(1);
        assertThat(this.results).isGreaterThan(50L * KEYS);
    }

    /**
     * Processes a batch and closes the panes that end. Returns the number of allocated bytes, without those of the
     * results.
     */
    private long step(
            WindowOperator<Long, Long> operator, long time, Layout layout, Output<WindowResult<Long, Long>> results) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertOpen();
        Batch sent = outbox.batch(0);
        while (sent.size < Batch.FULL) {
            int i = sent.add(time, random.nextInt(KEYS));
            if (layout.values()) {
                sent.values[i] = i;
            }
        }
        outbox.flush();
        Batch received = requireNonNull(inbox.peek(0));
        operator.accept(received, 0, 0, results);
        inbox.release(0, received);
        operator.advance(time);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        while (!operator.emit(results)) {
            Thread.onSpinWait();
        }
        before = THREADS.getCurrentThreadAllocatedBytes();
        while (!operator.reclaim()) {
            Thread.onSpinWait();
        }
        if (THREADS.getCurrentThreadAllocatedBytes() > before) {
            reclaimsThatAllocate++;
        }
        return allocated;
    }

    private void assertOpen() {
        if (!outbox.isOpen()) {
            throw new AssertionError("The outbox is closed.");
        }
    }

    private static Failures failing() {
        return (place, event, cause) -> {
            throw new AssertionError(place, cause);
        };
    }
}
