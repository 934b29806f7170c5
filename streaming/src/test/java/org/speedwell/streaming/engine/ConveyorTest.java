package org.speedwell.streaming.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("unit")
class ConveyorTest {
    private static final long COUNT = 2_000_000;

    /**
     * Sends numbers from one thread in batches of any size. The other thread must receive each number once, in order,
     * and the watermark.
     */
    @Test
    @Timeout(120)
    void everyEventArrivesOnceAndInOrder() throws InterruptedException {
        Conveyor conveyor = new Conveyor(new Layout(false, true, false));
        Thread sender = Thread.ofPlatform().start(() -> send(new Outbox(List.of(conveyor))));
        Inbox inbox = new Inbox(List.of(conveyor));
        long expected = 0;
        while (inbox.watermark() != Batch.END) {
            Batch batch = inbox.peek(0);
            if (batch == null) {
                Thread.onSpinWait();
                continue;
            }
            for (int i = 0; i < batch.size; i++) {
                if (batch.times[i] != expected || batch.keys[i] != -expected || batch.values[i] != 3 * expected) {
                    throw new AssertionError(batch.times[i] + " came in the place of " + expected);
                }
                expected++;
            }
            inbox.release(0, batch);
        }
        sender.join();

        assertThat(expected).isEqualTo(COUNT);
    }

    private static void send(Outbox outbox) {
        for (long i = 0; i < COUNT; i++) {
            awaitRoom(outbox);
            Batch batch = outbox.batch(0);
            int at = batch.add(i, -i);
            batch.values[at] = 3 * i;
            if (i % 1777 == 0) {
                outbox.flush();
            }
        }
        awaitRoom(outbox);
        outbox.sendWatermark(Batch.END);
    }

    private static void awaitRoom(Outbox outbox) {
        while (!outbox.isOpen()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void fullConveyorClosesOutbox() {
        Conveyor conveyor = new Conveyor(Layout.EVENTS);
        Outbox outbox = new Outbox(List.of(conveyor));
        int sent = 0;
        while (outbox.isOpen()) {
            outbox.sendWatermark(sent++);
        }
        assertThat(sent).isEqualTo(8);

        new Inbox(List.of(conveyor)).release(0, requireNonNull(conveyor.peek()));
        assertThat(outbox.isOpen()).isTrue();
    }

    @Test
    void watermarkIsSmallestOfBusySenders() {
        Conveyor a = new Conveyor(Layout.EVENTS);
        Conveyor b = new Conveyor(Layout.EVENTS);
        Inbox inbox = new Inbox(List.of(a, b));

        assertThat(after(inbox, a, 10L)).isEqualTo(Batch.NO_WATERMARK);
        assertThat(after(inbox, b, 20L)).isEqualTo(10);
        assertThat(after(inbox, a, null)).as("a is idle").isEqualTo(20);
        assertThat(after(inbox, b, 30L)).isEqualTo(30);
        assertThat(after(inbox, a, 15L)).as("it never goes back").isEqualTo(30);
        assertThat(after(inbox, b, 50L)).isEqualTo(30);
        assertThat(after(inbox, b, null)).as("a is behind").isEqualTo(30);
        assertThat(after(inbox, a, null)).as("all are idle").isEqualTo(50);
        assertThat(after(inbox, b, Batch.END)).as("a may come back").isEqualTo(50);
        assertThat(after(inbox, a, Batch.END)).isEqualTo(Batch.END);
    }

    /** Verifies that receivers do not wait for a silent source again after a checkpoint. */
    @Test
    void barrierKeepsIdleSenderIdle() {
        Conveyor a = new Conveyor(Layout.EVENTS);
        Conveyor b = new Conveyor(Layout.EVENTS);
        Inbox inbox = new Inbox(List.of(a, b));
        after(inbox, a, null);
        assertThat(inbox.isIdle()).isFalse();
        for (int sender = 0; sender < 2; sender++) {
            Conveyor conveyor = sender == 0 ? a : b;
            Outbox outbox = new Outbox(List.of(conveyor));
            assertThat(outbox.isOpen()).isTrue();
            outbox.sendBarrier(1);
            inbox.release(sender, requireNonNull(conveyor.peek()));
        }
        assertThat(inbox.barrier()).isEqualTo(1);
        inbox.passBarrier();

        assertThat(after(inbox, b, 20L)).as("a is still idle").isEqualTo(20);
        assertThat(after(inbox, b, null)).isEqualTo(20);
        assertThat(inbox.isIdle()).isTrue();
    }

    /**
     * Returns the watermark of the inbox after a sender sends {@code watermark}. If that is null, the sender reports
     * instead that it is idle.
     */
    private static long after(Inbox inbox, Conveyor sender, @Nullable Long watermark) {
        Outbox outbox = new Outbox(List.of(sender));
        assertThat(outbox.isOpen()).isTrue();
        if (watermark == null) {
            outbox.sendIdle();
        } else {
            outbox.sendWatermark(watermark);
        }
        for (int i = 0; i < inbox.senders(); i++) {
            Batch batch = inbox.peek(i);
            if (batch != null) {
                inbox.release(i, batch);
            }
        }
        return inbox.watermark();
    }
}
