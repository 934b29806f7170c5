package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
 * A tasklet that reads events from a source and sends them through a chain of stages. It sends the watermark at the
 * exact event that reaches the next watermark time. So the set of late events does not depend on the timing of calls
 * and batches.
 */
final class SourceTasklet implements Tasklet, Stateful {
    /**
     * The only object of a hidden copy of this class; null in the original class. The compiler knows the fields of a
     * constant object.
     */
    private static final @Nullable Object ONLY = HiddenClassCopy.only(MethodHandles.lookup());

    /**
     * The time for which an empty source rests. Without a rest, a thread would find an event or two in each call at a
     * million events a second. It would never be idle and take a whole core.
     */
    private static final long REST_NANOS = 25_000;

    private final Source<Object> source;
    private final ToLongFunction<Object> eventTime;
    private final long lag;
    private final long idleNanos;
    private final Channel[] lanes;
    private final Stage<Object> chain;
    private final Outbox outbox;
    private final SourceControl control;
    private final Failures failures;
    private final EventTime.@Nullable Guard guard;
    private final Participant participant;

    /** The clocks of the source's splits. Null if the source is one split, whose clock is that of its events. */
    private final @Nullable SplitClocks splits;

    /** The {@code splits} if they determine the watermark. Null if events have the time of their arrival. */
    private final @Nullable SplitClocks clocks;

    /** The clock of arrival, which the watermark follows while the source has no event. Null for other times. */
    private final @Nullable ArrivalClock arrival;

    /**
     * True if the job reads the source to its end before all other sources. Such a source continues while the job
     * drains. It sends no barriers, because its receivers wait for its end, which replaces every barrier.
     */
    private final boolean bounded;

    /** The last checkpoint for which this tasklet sent a barrier. */
    private long barrier;

    /** The next watermark of each lane. The tasklet sends it when the time of an event less the lag reaches it. */
    private final long[] nextWatermarks;

    /** The least of the next watermarks, the only one to compare with each event. */
    private long nextWatermark = Long.MIN_VALUE;

    /** The greatest time that reached a next watermark. It determines the last watermark of each lane. */
    private long reached = Batch.NO_WATERMARK;

    /** True if the receivers may not know the last watermarks. */
    private boolean repeats;

    /** The number of events read. Written by one thread. */
    private volatile long received;

    /** The last watermark sent. Written by one thread. */
    private volatile long lastWatermark = Batch.NO_WATERMARK;

    private boolean stopped;

    /** True if the source has delivered all its events, in this process or before a restart. */
    private boolean isEnded;

    /** True if the state after all events is handed in. */
    private boolean isSaved;

    private boolean idle;

    /** True if the source had no event at the last poll. */
    private boolean isEmpty;

    /** The time of the last poll without an event. */
    private long emptyNanos;

    private long lastEventNanos = System.nanoTime();

    /**
     * Creates a tasklet.
     *
     * @param lanes the channels of the ports of the outbox
     */
    SourceTasklet(
            Source<Object> source,
            EventTime<Object> eventTime,
            List<Channel> lanes,
            Stage<Object> chain,
            Outbox outbox,
            SourceControl control,
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
        this.control = control;
        this.failures = failures;
        this.guard = eventTime.guard();
        this.participant = participant;
        this.splits = source instanceof SplitSource<Object> split ? new SplitClocks(split, idleNanos) : null;
        this.arrival = this.eventTime instanceof ArrivalClock clock ? clock : null;
        this.clocks = arrival == null ? splits : null;
        this.bounded = bounded;
        this.barrier = participant.requested();
        participant.listen(source);
        Arrays.fill(nextWatermarks, nextWatermark);
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public Map<String, Long> gauges() {
        return source.gauges();
    }

    @Override
    public long watermark() {
        return lastWatermark;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public Progress call() {
        if (isEmpty && System.nanoTime() - emptyNanos < REST_NANOS) {
            return Progress.NONE;
        }
        if (isSaved) {
            return participant.isAnnounced() ? Progress.DONE : Progress.NONE;
        }
        outbox.recheckReceivers(); // receivers on this thread may have made or used up room since
        if (isEnded) {
            return outbox.isOpen() ? end() : Progress.NONE;
        }
        if (!bounded && !stopped && control.isDraining()) {
            stopped = true;
            source.stop();
        }
        if (repeats && !repeatWatermarks()) {
            return Progress.NONE;
        }
        if (!bounded && participant.requested() > barrier && outbox.isOpen()) {
            barrier = participant.requested();
            participant.announce(); // the state before, which this one replaces
            participant.saveNow(barrier, this);
            outbox.sendBarrier(barrier);
        }
        participant.announce();
        if (!bounded && !stopped && control.isPaused()) {
            keepActive();
            return Progress.NONE;
        }
        if (clocks != null) {
            review(clocks);
        }
        isEmpty = false;
        int taken = takeAll();
        if (isEmpty) {
            emptyNanos = System.nanoTime();
        }
        if (taken > 0) {
            received += taken;
            outbox.flush();
            keepActive();
            return Progress.MADE;
        }
        if (!isEmpty) {
            keepActive(); // without room the tasklet does not poll the source; that is not idle
            return Progress.NONE;
        }
        return rest();
    }

    private void keepActive() {
        lastEventNanos = idleNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
    }

    /**
     * Reads up to one batch of events while there is room. This must be one loop in one method. If the loop called a
     * method for each event, C2 would compile that method first. C2 would then find it too large to inline into the
     * loop, and would allocate every event.
     *
     * @return the number of events read
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
                    throw new IllegalArgumentException(
                            "The event time is " + time + " ms, but must be within ±2^60 ms.");
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
                self.markActive();
            }
            long least = self.clocks == null ? time : self.clocks.advance(time);
            if (least - self.lag >= self.nextWatermark && least != SplitClocks.NONE) {
                self.sendWatermark(least - self.lag);
            }
        }
        return taken;
    }

    /** Sends the watermark that a split held back which is idle now. */
    private void review(SplitClocks reviewed) {
        reviewed.review();
        long least = reviewed.time();
        if (!idle && least != SplitClocks.NONE && least - lag >= nextWatermark && outbox.isOpen()) {
            sendWatermark(least - lag);
        }
    }

    /** Ends the idle state, so that receivers learn of the next event even if the chain filters it out. */
    private void markActive() {
        idle = false;
        Arrays.fill(nextWatermarks, Long.MIN_VALUE);
        nextWatermark = Long.MIN_VALUE;
    }

    /** Sends the watermark to each receiver whose next watermark time it reaches. */
    private void sendWatermark(long time) {
        reached = Math.max(reached, time);
        nextWatermark = Long.MAX_VALUE;
        for (int i = 0; i < lanes.length; i++) {
            if (time >= nextWatermarks[i]) {
                long watermark = lastOf(lanes[i], time);
                nextWatermarks[i] = watermark + lanes[i].step();
                outbox.sendWatermark(outbox.port(i), watermark);
                lastWatermark = Math.max(lastWatermark, watermark);
            }
            nextWatermark = Math.min(nextWatermark, nextWatermarks[i]);
        }
    }

    /** Returns the last watermark of a lane up to a time. */
    private static long lastOf(Channel lane, long time) {
        return time - Math.floorMod(time - lane.offset(), lane.step());
    }

    /**
     * Sends the last watermark to each receiver. All senders of a clock then agree again, so that no receiver waits for
     * one of them behind a barrier. Returns false if the outbox is not open.
     */
    private boolean repeatWatermarks() {
        if (!outbox.isOpen()) {
            return false;
        }
        repeats = false;
        if (reached != Batch.NO_WATERMARK) {
            Arrays.fill(nextWatermarks, Long.MIN_VALUE);
            sendWatermark(reached);
        }
        return true;
    }

    /** Handles a poll without an event. */
    private Progress rest() {
        if (source.isExhausted()) {
            return end();
        }
        if (arrival != null) {
            return follow(arrival);
        }
        if (!idle && isIdle()) {
            idle = true;
            outbox.sendIdle();
            return Progress.MADE;
        }
        return Progress.NONE;
    }

    /** Sends the watermark of the clock, because no event with an earlier time can come. */
    private Progress follow(ArrivalClock clock) {
        long now = clock.now() - lag;
        if (now < nextWatermark || !outbox.isOpen()) {
            return Progress.NONE;
        }
        sendWatermark(now);
        return Progress.MADE;
    }

    private Progress end() {
        isEnded = true;
        outbox.sendWatermark(Batch.END);
        lastWatermark = Batch.END;
        participant.saveNow(Participant.LAST, this);
        isSaved = true;
        return participant.isAnnounced() ? Progress.DONE : Progress.MADE;
    }

    private boolean isIdle() {
        return clocks == null
                ? idleNanos != Long.MAX_VALUE && System.nanoTime() - lastEventNanos >= idleNanos
                : clocks.areIdle();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(reached);
        out.writeBoolean(idle);
        // a receiver of an ended source has processed the end; it takes neither later events nor a barrier
        out.writeBoolean(isEnded);
        if (splits != null) {
            splits.save(out);
        }
        out.writeObject(((ReplayableSource<Object>) source).position());
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        reached = in.readLong();
        if (reached != Batch.NO_WATERMARK) {
            nextWatermark = Long.MAX_VALUE;
            for (int i = 0; i < lanes.length; i++) {
                nextWatermarks[i] = lastOf(lanes[i], reached) + lanes[i].step();
                nextWatermark = Math.min(nextWatermark, nextWatermarks[i]);
            }
            if (arrival != null) {
                arrival.raise(reached + lag); // the clock of this process may be behind
            }
        }
        if (in.readBoolean()) {
            markActive(); // announces idleness again, because sinks on a cluster do not save it
        }
        isEnded = in.readBoolean();
        if (splits != null) {
            splits.restore(in);
        }
        ((ReplayableSource<Object>) source).seek((Serializable) in.readObject());
    }

    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        restore(in);
        repeats = true;
    }
}
