package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.recovery.Participant;

/**
 * Takes events from a source, sends them down a chain, and sends the watermark whenever it passes one of the times at
 * which it matters: right there, so that which events are late does not depend on how calls and batches fall.
 */
final class SourceTasklet implements Tasklet, Stateful {
    /** The tasklet itself, whose class is a copy made for it alone: of a constant the compiler knows the fields. */
    private static final @Nullable Object ONLY = HiddenClassCopy.only(MethodHandles.lookup());

    private final Source<Object> source;
    private final ToLongFunction<Object> eventTime;
    private final long lag;
    private final long idleNanos;
    private final Channel[] lanes;
    private final Stage<Object> chain;
    private final Outbox outbox;
    private final BooleanSupplier draining;
    private final Failures failures;
    private final EventTime.@Nullable Guard guard;
    private final Participant participant;

    /**
     * Whether the source is read to its end before all else: also where the job drains, and no barrier is sent, as
     * receivers wait for the end, which stands for all barriers.
     */
    private final boolean bounded;

    /** The last checkpoint for which a barrier was sent. */
    private long barrier;

    /** By lane, the watermark is sent when an event passes this by more than the lag. */
    private final long[] nextWatermarks;

    /** The least of those: the only one that is looked at for each event. */
    private long nextWatermark = Long.MIN_VALUE;

    /** Events taken. Written by one thread. */
    private volatile long received;

    private boolean stopped;
    private boolean idle;

    /** Whether the source had no event when it was last asked. */
    private boolean isEmpty;

    private long lastEventNanos = System.nanoTime();

    /** @param lanes of the ports of the outbox */
    SourceTasklet(
            Source<Object> source,
            EventTime<Object> eventTime,
            List<Channel> lanes,
            Stage<Object> chain,
            Outbox outbox,
            BooleanSupplier draining,
            Failures failures,
            Participant participant,
            boolean bounded) {
        this.source = source;
        this.eventTime = eventTime.time();
        this.lag = Millis.saturated(eventTime.lag());
        this.idleNanos = eventTime.idleAfter() == null ? Long.MAX_VALUE : Millis.saturatedNanos(eventTime.idleAfter());
        this.lanes = lanes.toArray(new Channel[0]);
        this.nextWatermarks = new long[this.lanes.length];
        this.chain = chain;
        this.outbox = outbox;
        this.draining = draining;
        this.failures = failures;
        this.guard = eventTime.guard();
        this.participant = participant;
        this.bounded = bounded;
        this.barrier = participant.requested();
        Arrays.fill(nextWatermarks, nextWatermark);
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public Progress call() {
        outbox.askAgain(); // receivers on this thread may have worked, or taken events of another source, since
        if (!bounded && !stopped && draining.getAsBoolean()) {
            stopped = true;
            source.stop();
        }
        if (!bounded && participant.requested() > barrier && outbox.isOpen()) {
            barrier = participant.requested();
            participant.saveNow(barrier, this);
            outbox.sendBarrier(barrier);
        }
        isEmpty = false;
        int taken = takeAll();
        if (taken > 0) {
            received += taken;
            outbox.flush();
            stayAwake();
            return Progress.MADE;
        }
        if (!isEmpty) {
            stayAwake(); // a source that is not asked, as there is no room, is not idle
            return Progress.NONE;
        }
        return rest();
    }

    private void stayAwake() {
        lastEventNanos = idleNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
    }

    /**
     * Takes a batch of events, if there are so many and as long as there is room. One loop in one method: of a method that
     * the loop would call for each event the compiler makes code of its own first, and then finds that too large to be
     * taken into the loop, and makes every event.
     *
     * @return how many were taken
     */
    private int takeAll() {
        SourceTasklet self = ONLY == null ? this : (SourceTasklet) ONLY;
        int taken = 0;
        while (taken < Batch.FULL && self.outbox.isOpen()) {
            Object event;
            try {
                event = self.source.poll();
            } catch (MalformedEventException e) {
                taken++;
                self.failures.report("the source", requireNonNull(e.getMessage()), requireNonNull(e.getCause()));
                continue;
            }
            if (event == null) {
                self.isEmpty = true;
                break;
            }
            taken++;
            long time;
            try {
                time = self.eventTime.applyAsLong(event);
                if (time > Batch.TIME_LIMIT || time < -Batch.TIME_LIMIT) {
                    throw new IllegalArgumentException("An event time of " + time + " ms is not within ±2^60.");
                }
                if (self.guard != null) {
                    self.guard.check(time);
                }
            } catch (Throwable e) {
                self.failures.report("the event time", event, e);
                continue;
            }
            self.chain.accept(event, time);
            if (self.idle) {
                self.awake();
            }
            if (time - self.lag >= self.nextWatermark) {
                self.sendWatermark(time - self.lag);
            }
        }
        return taken;
    }

    /** Receivers are to hear of the next event, even if the chain lets nothing through. */
    private void awake() {
        idle = false;
        Arrays.fill(nextWatermarks, Long.MIN_VALUE);
        nextWatermark = Long.MIN_VALUE;
    }

    /** Sends each receiver the watermark, as far as it wants to hear of it. */
    private void sendWatermark(long reached) {
        nextWatermark = Long.MAX_VALUE;
        for (int i = 0; i < lanes.length; i++) {
            if (reached >= nextWatermarks[i]) {
                long watermark = reached - Math.floorMod(reached - lanes[i].offset(), lanes[i].step());
                nextWatermarks[i] = watermark + lanes[i].step();
                outbox.sendWatermark(outbox.port(i), watermark);
            }
            nextWatermark = Math.min(nextWatermark, nextWatermarks[i]);
        }
    }

    /** What there is to do without an event. */
    private Progress rest() {
        if (source.isExhausted()) {
            outbox.sendWatermark(Batch.END);
            participant.saveNow(Participant.LAST, this);
            return Progress.DONE;
        }
        if (!idle && idleNanos != Long.MAX_VALUE && System.nanoTime() - lastEventNanos >= idleNanos) {
            idle = true;
            outbox.sendIdle();
            return Progress.MADE;
        }
        return Progress.NONE;
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        for (long next : nextWatermarks) {
            out.writeLong(next);
        }
        out.writeBoolean(idle);
        out.writeObject(((ReplayableSource<Object>) source).position());
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        nextWatermark = Long.MAX_VALUE;
        for (int i = 0; i < lanes.length; i++) {
            nextWatermarks[i] = in.readLong();
            nextWatermark = Math.min(nextWatermark, nextWatermarks[i]);
        }
        Arrays.fill(nextWatermarks, nextWatermark); // one that a receiver knows already does nothing there
        if (in.readBoolean()) {
            awake(); // so that it is told again that the source is idle: on a cluster, sinks do not keep it
        }
        ((ReplayableSource<Object>) source).seek((Serializable) in.readObject());
    }
}
