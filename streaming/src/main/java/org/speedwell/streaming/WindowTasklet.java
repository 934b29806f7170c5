package org.speedwell.streaming;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.window.WindowOperator;
import org.speedwell.streaming.window.WindowResult;

/** Gives batches to a window's operator and, when the watermark rises, sends the results and then the watermark on. */
final class WindowTasklet<K, R> implements Tasklet {
    private final Inbox inbox;
    private final WindowOperator<K, R> operator;
    private final Stage<? super WindowResult<K, R>> chain;
    private final Outbox outbox;

    /** What the operator was told, and what was sent on after all its results. */
    private long advancedTo = Batch.NO_WATERMARK;

    private long sent = Batch.NO_WATERMARK;

    WindowTasklet(Inbox inbox, WindowOperator<K, R> operator, Stage<? super WindowResult<K, R>> chain, Outbox outbox) {
        this.inbox = inbox;
        this.operator = operator;
        this.chain = chain;
        this.outbox = outbox;
    }

    @Override
    public Progress call() {
        if (!outbox.isOpen()) {
            return Progress.NONE;
        }
        boolean progress = sent < advancedTo;
        for (int sender = 0; sendResults() && sender < inbox.senders(); sender++) {
            Batch batch = inbox.peek(sender);
            if (batch != null) {
                operator.accept(batch);
                inbox.release(sender, batch);
                progress = true;
            }
        }
        outbox.flush();
        if (sent == Batch.END) {
            return Progress.DONE;
        }
        return progress ? Progress.MADE : Progress.NONE;
    }

    /** Whether nothing is left to send: only then may the operator be given more. */
    private boolean sendResults() {
        long watermark = inbox.watermark();
        if (watermark > advancedTo) {
            advancedTo = watermark;
            operator.advance(watermark);
        }
        if (sent < advancedTo) {
            if (!operator.emit(chain, outbox) || !outbox.isOpen()) {
                return false;
            }
            outbox.sendWatermark(advancedTo);
            sent = advancedTo;
        }
        return true;
    }
}
