package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
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
final class SourceTasklet<T> implements Tasklet, Stateful {
    private final Source<T> source;
    private final ToLongFunction<? super T> eventTime;
    private final long lag;
    private final long idleNanos;
    private final long step;
    private final long offset;
    private final Stage<T> chain;
    private final Outbox outbox;
    private final BooleanSupplier draining;
    private final LongAdder events;
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

    /** The watermark is sent when an event passes this by more than the lag. */
    private long nextWatermark = Long.MIN_VALUE;

    private boolean stopped;
    private boolean idle;
    private long lastEventNanos = System.nanoTime();

    SourceTasklet(
            Source<T> source,
            EventTime<T> eventTime,
            Tail<T> tail,
            Outbox outbox,
            Assembly assembly,
            Participant participant,
            boolean bounded) {
        this.source = source;
        this.eventTime = eventTime.time();
        this.lag = Millis.saturated(eventTime.lag());
        this.idleNanos = eventTime.idleAfter() == null ? Long.MAX_VALUE : Millis.saturatedNanos(eventTime.idleAfter());
        this.step = tail.step();
        this.offset = tail.offset();
        this.chain = tail.entry().apply(outbox);
        this.outbox = outbox;
        this.draining = assembly.draining();
        this.events = assembly.events();
        this.failures = assembly.failures();
        this.guard = eventTime.guard();
        this.participant = participant;
        this.bounded = bounded;
        this.barrier = participant.requested();
    }

    @Override
    public Progress call() {
        if (!bounded && !stopped && draining.getAsBoolean()) {
            stopped = true;
            source.stop();
        }
        if (!bounded && participant.requested() > barrier && outbox.isOpen()) {
            barrier = participant.requested();
            participant.saveNow(barrier, this);
            outbox.sendBarrier(barrier);
        }
        int taken = 0;
        boolean isEmpty = false;
        while (taken < Batch.FULL && outbox.isOpen()) {
            T event;
            try {
                event = source.poll();
            } catch (MalformedEventException e) {
                taken++;
                failures.report("the source", requireNonNull(e.getMessage()), requireNonNull(e.getCause()));
                continue;
            }
            if (event == null) {
                isEmpty = true;
                break;
            }
            taken++;
            take(event);
        }
        if (taken > 0) {
            events.add(taken);
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

    private void take(T event) {
        long time;
        try {
            time = eventTime.applyAsLong(event);
            if (time > Batch.TIME_LIMIT || time < -Batch.TIME_LIMIT) {
                throw new IllegalArgumentException("An event time of " + time + " ms is not within ±2^60.");
            }
            if (guard != null) {
                guard.check(time);
            }
        } catch (Throwable e) {
            failures.report("the event time", event, e);
            return;
        }
        chain.accept(event, time);
        if (idle) {
            idle = false;
            nextWatermark = Long.MIN_VALUE; // receivers are to hear of it even if the chain let nothing through
        }
        if (time - lag >= nextWatermark) {
            long watermark = time - lag - Math.floorMod(time - lag - offset, step);
            nextWatermark = watermark + step;
            outbox.sendWatermark(watermark);
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
        out.writeLong(nextWatermark);
        out.writeBoolean(idle);
        out.writeObject(((ReplayableSource<T>) source).position());
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        nextWatermark = in.readLong();
        idle = in.readBoolean();
        ((ReplayableSource<T>) source).seek((Serializable) in.readObject());
    }
}
