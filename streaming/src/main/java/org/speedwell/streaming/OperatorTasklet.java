package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.recovery.Participant;

/** Gives batches to an operator and, when the watermark rises, sends the results and then the watermark on. */
final class OperatorTasklet<R> implements Tasklet, Stateful {
    private final Inbox inbox;
    private final Operator<R> operator;
    private final Output<R> output;
    private final Outbox outbox;
    private final Participant participant;
    private final long earlyNanos;

    /** When the last early results began, and when they were all sent. */
    private long earlyBegin = System.nanoTime();

    private long earlyEnd = earlyBegin;

    /** How many events of each sender's batch at hand were taken. */
    private final int[] taken;

    /** What the operator was told, and what was sent on after all its results. */
    private long advancedTo = Batch.NO_WATERMARK;

    private long sent = Batch.NO_WATERMARK;

    /** Bytes of the operator's tables when a watermark last went through; for any thread. */
    private volatile long stateBytes;

    /** Whether results are on their way that no watermark called for. */
    private boolean early;

    /** Whether all senders are idle. */
    private boolean idle;

    /** Whether a receiver may wait for this tasklet. Results reach some receivers, and those wait again. */
    private boolean isAwaited = true;

    /** Whether a receiver may take this tasklet for idle. */
    private boolean isTakenForIdle;

    OperatorTasklet(
            Inbox inbox,
            Operator<R> operator,
            Stage<? super R> chain,
            Outbox outbox,
            @Nullable Duration earlyPeriod,
            Participant participant) {
        this.inbox = inbox;
        this.operator = operator;
        this.output = new Output<>(chain, outbox);
        this.outbox = outbox;
        this.earlyNanos = earlyPeriod == null ? Long.MAX_VALUE : Millis.saturatedNanos(earlyPeriod);
        this.participant = participant;
        this.taken = new int[inbox.senders()];
    }

    /** Takes the events of senders, all of which are on the same thread, where they are made. */
    void takeAtOnce() {
        DirectConsumer taker = requireNonNull(operator.taker(output), "The operator takes batches alone.");
        for (int i = 0; i < inbox.senders(); i++) {
            int sender = i;
            inbox.connect(sender, taker, () -> isReadyFor(sender));
        }
    }

    /** Whether an event of a sender of which no batch waits may be taken: state is at rest, and all results are sent. */
    private boolean isReadyFor(int sender) {
        return !participant.isSaving()
                && !early
                && idle == inbox.isIdle()
                && sent == advancedTo
                && inbox.watermark() <= advancedTo
                && !inbox.isAhead(sender)
                && outbox.isOpen();
    }

    @Override
    public Progress call() {
        if (participant.isSaving() || !outbox.isOpen()) {
            return Progress.NONE;
        }
        boolean progress = inbox.countHandedOver() || early || sent < advancedTo;
        boolean ready = sendResults();
        for (int sender = 0; ready && sender < inbox.senders(); sender++) {
            if (operator.takes(sender, inbox) && !inbox.isAhead(sender)) {
                progress |= take(sender);
            }
            ready = sendResults();
        }
        if (ready && inbox.barrier() != 0 && outbox.isOpen()) {
            if (participant.save(inbox.barrier(), this)) {
                outbox.sendBarrier(inbox.barrier());
                inbox.passBarrier();
            }
            progress = true;
        }
        outbox.flush();
        if (sent == Batch.END) {
            return participant.save(Participant.LAST, this) ? Progress.DONE : Progress.NONE;
        }
        return progress ? Progress.MADE : Progress.NONE;
    }

    /** Whether it is between two batches, with all results sent of what it was told: then its state may be saved. */
    boolean isSettled() {
        for (int rows : taken) {
            if (rows > 0) {
                return false;
            }
        }
        return !early && sent == advancedTo;
    }

    @Override
    public long received() {
        return inbox.received();
    }

    @Override
    public long stateBytes() {
        return stateBytes;
    }

    private boolean take(int sender) {
        Batch batch = inbox.peek(sender);
        if (batch == null) {
            return false;
        }
        outbox.setEarly(batch.isEarly()); // what is made at once of an early result is early too
        taken[sender] = operator.accept(batch, taken[sender], sender, output);
        outbox.setEarly(false);
        if (taken[sender] == batch.size) {
            taken[sender] = 0;
            inbox.release(sender, batch);
        }
        return true;
    }

    /** Whether nothing is left to send: only then may the operator be given more. */
    private boolean sendResults() {
        long watermark = inbox.watermark();
        if (idle != inbox.isIdle()) {
            idle = !idle;
            early |= idle && operator.idle();
        }
        if (!idle && isTakenForIdle) { // before all else, as the watermark may not rise for long
            if (!outbox.isOpen()) {
                return false;
            }
            outbox.sendAwake(sent);
            setAwaited();
        }
        if (early) {
            emitEarly();
        } else if (watermark > advancedTo) {
            advancedTo = watermark;
            operator.advance(watermark);
        } else if (sent == advancedTo && isTimeForEarly()) { // no window is half emitted
            earlyBegin = System.nanoTime();
            operator.peekEarly();
            outbox.setEarly(true);
            emitEarly();
        }
        if (sent < advancedTo) {
            if (!operator.emit(output) || !outbox.isOpen()) {
                return false;
            }
            outbox.sendWatermark(advancedTo);
            sent = advancedTo;
            setAwaited();
            stateBytes = operator.bytes();
        }
        if (idle && isAwaited && !early && sent >= watermark && outbox.isOpen()) { // the watermark goes before
            outbox.sendIdle(sent);
            isAwaited = false;
            isTakenForIdle = true;
        }
        return !early && outbox.isOpen();
    }

    private void setAwaited() {
        isAwaited = true;
        isTakenForIdle = false;
    }

    /** After the period, and after as much time for events as the early results before took. */
    private boolean isTimeForEarly() {
        return earlyNanos != Long.MAX_VALUE
                && System.nanoTime() - earlyEnd >= Math.max(earlyNanos, earlyEnd - earlyBegin);
    }

    private void emitEarly() {
        early = !operator.emit(output);
        if (!early) {
            outbox.setEarly(false);
            earlyEnd = earlyNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
        }
        isAwaited = true; // by those who have got results
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        inbox.save(out);
        out.writeLong(sent);
        operator.save(out);
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        inbox.restore(in);
        sent = in.readLong();
        advancedTo = sent;
        operator.restore(in);
        isTakenForIdle = true; // by those that were told before; and sinks on a cluster forget the watermark
    }
}
