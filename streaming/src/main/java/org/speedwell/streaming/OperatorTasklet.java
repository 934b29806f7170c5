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

/**
 * A tasklet that gives batches to an operator. When the watermark rises, it sends the results, and then the watermark.
 */
final class OperatorTasklet<R> implements Tasklet, Stateful {
    private final Inbox inbox;
    private final Operator<R> operator;
    private final Output<R> output;
    private final Outbox outbox;
    private final Participant participant;
    private final long earlyNanos;

    /** The times at which the last early results began, and at which the last of them was sent. */
    private long earlyBegin = System.nanoTime();

    private long earlyEnd = earlyBegin;

    /** The number of taken events in the current batch of each sender. */
    private final int[] taken;

    /** The watermark that the operator knows, and the watermark that the tasklet sent after all its results. */
    private long advancedTo = Batch.NO_WATERMARK;

    private long sent = Batch.NO_WATERMARK;

    /** The value of {@code sent} for other threads. The gate of direct events must not read a volatile field. */
    private volatile long published = Batch.NO_WATERMARK;

    /** The bytes of the operator's tables at the last watermark. Any thread may read them. */
    private volatile long stateBytes;

    /** True while the tasklet sends results that no watermark requested. */
    private boolean early;

    /** The last barrier for which the operator has released its totals. */
    private long releasedFor;

    /** True if the receivers may not know the last watermark that the tasklet sent. */
    private boolean repeats;

    /** True if the operator has freed all state that no later result needs. */
    private boolean isReclaimed = true;

    /** True if all senders are idle. */
    private boolean idle;

    /** True if a receiver may wait for this tasklet. Some receivers get results, and wait for it again. */
    private boolean isAwaited = true;

    /** True if a receiver may consider this tasklet idle. */
    private boolean isReportedIdle;

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

    /** Takes events directly where senders create them. All senders must run on the thread of this tasklet. */
    void takeAtOnce() {
        DirectConsumer taker = requireNonNull(operator.taker(output), "The operator accepts only batches.");
        for (int i = 0; i < inbox.senders(); i++) {
            int sender = i;
            inbox.connect(sender, taker, () -> isReadyFor(sender));
        }
    }

    /**
     * Returns whether the operator may take an event directly from a sender without waiting batches. All results must
     * be sent, old state must be free, and no save must be running.
     */
    private boolean isReadyFor(int sender) {
        return !participant.isSaving()
                && !early
                && isReclaimed
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
        if (repeats) {
            repeats = false;
            outbox.sendWatermark(sent);
            return Progress.MADE;
        }
        boolean progress = inbox.countHandedOver() || early || !isReclaimed || sent < advancedTo;
        boolean ready = sendResults();
        for (int sender = 0; ready && sender < inbox.senders(); sender++) {
            if (operator.takes(sender, inbox) && !inbox.isAhead(sender)) {
                progress |= take(sender);
            }
            ready = sendResults();
        }
        if (ready && inbox.barrier() > releasedFor) {
            releasedFor = inbox.barrier();
            early = operator.idle(); // so that a checkpoint has no totals, whose parts depend on the senders
            ready = sendResults();
            progress = true;
        }
        if (ready && inbox.barrier() != 0 && outbox.isOpen()) {
            if (participant.save(inbox.barrier(), this)) {
                outbox.sendBarrier(inbox.barrier());
                inbox.passBarrier();
            }
            progress = true;
        }
        outbox.flush();
        if (sent == Batch.END && isReclaimed) {
            return participant.save(Participant.LAST, this) ? Progress.DONE : Progress.NONE;
        }
        return progress ? Progress.MADE : Progress.NONE;
    }

    /**
     * Returns whether the tasklet is between two batches, has sent all results up to its watermark, and has freed old
     * state. Only then may its state be saved.
     */
    boolean isSettled() {
        for (int rows : taken) {
            if (rows > 0) {
                return false;
            }
        }
        return !early && isReclaimed && sent == advancedTo;
    }

    /** Sends what the operator keeps only to send it together with a watermark, in the next calls. */
    void release() {
        early |= operator.idle();
    }

    @Override
    public long received() {
        return inbox.received();
    }

    @Override
    public long stateBytes() {
        return stateBytes;
    }

    @Override
    public long watermark() {
        return published;
    }

    private boolean take(int sender) {
        Batch batch = inbox.peek(sender);
        if (batch == null) {
            return false;
        }
        outbox.setEarly(batch.isEarly()); // direct results of an early result are early, too
        taken[sender] = operator.accept(batch, taken[sender], sender, output);
        outbox.setEarly(false);
        if (taken[sender] == batch.size) {
            taken[sender] = 0;
            inbox.release(sender, batch);
        }
        return true;
    }

    /** Sends results. Returns whether all are sent. Only then may the operator take more events. */
    private boolean sendResults() {
        long watermark = inbox.watermark();
        if (idle != inbox.isIdle()) {
            idle = !idle;
            early |= idle && operator.idle();
        }
        if (!idle && isReportedIdle) { // first, because the watermark may not rise for a long time
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
        } else if (sent == advancedTo && isReclaimed && isTimeForEarly()) { // no window is half emitted
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
            published = sent;
            setAwaited();
            stateBytes = operator.bytes();
            isReclaimed = false;
        }
        isReclaimed = isReclaimed || operator.reclaim();
        if (idle && isAwaited && !early && sent >= watermark && outbox.isOpen()) { // the watermark goes first
            outbox.sendIdle(sent);
            isAwaited = false;
            isReportedIdle = true;
        }
        return !early && isReclaimed && outbox.isOpen();
    }

    private void setAwaited() {
        isAwaited = true;
        isReportedIdle = false;
    }

    /** Returns whether the period has passed since the last early results, and as much time as sending them took. */
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
        isAwaited = true; // receivers that got results wait again
    }

    /** Restores the state, and repeats the watermark, which senders and receivers may not know. */
    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        inbox.adopt(in);
        sent = Math.max(sent, in.readLong());
        advancedTo = sent;
        published = sent;
        repeats = true;
        operator.adopt(in);
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
        published = sent;
        operator.restore(in);
        isReportedIdle = true; // receivers may remember it; and sinks on a cluster forget the watermark
    }
}
