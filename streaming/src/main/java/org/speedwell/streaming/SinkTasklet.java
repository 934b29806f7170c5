package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Map;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.recovery.Participant;

/** A tasklet that passes events to a sink. */
final class SinkTasklet implements Tasklet, Stateful {
    private final Inbox inbox;
    private final Sink<Object> sink;
    private final String place;
    private final Failures failures;
    private final Participant participant;
    private boolean isSaved;

    /** The last watermark that the sink received. Written by one thread. */
    private volatile long lastWatermark = Batch.NO_WATERMARK;

    SinkTasklet(Inbox inbox, Sink<Object> sink, String place, Failures failures, Participant participant) {
        this.inbox = inbox;
        this.sink = sink;
        this.place = place;
        this.failures = failures;
        this.participant = participant;
        participant.listen(sink);
    }

    @Override
    public long watermark() {
        return lastWatermark;
    }

    @Override
    public long received() {
        return inbox.received();
    }

    @Override
    public Map<String, Long> gauges() {
        return sink.gauges();
    }

    long late() {
        return sink.late();
    }

    @Override
    public Progress call() {
        if (participant.isSaving()) {
            return Progress.NONE;
        }
        if (isSaved) {
            return participant.isAnnounced() && sink.flush() ? Progress.DONE : Progress.NONE;
        }
        participant.announce();
        boolean progress = false;
        for (int sender = 0; sender < inbox.senders() && hasRoom(); sender++) {
            Batch batch = inbox.peek(sender);
            if (batch != null) {
                deliver(batch);
                inbox.release(sender, batch);
                progress = true;
            }
        }
        if (inbox.watermark() > lastWatermark) {
            lastWatermark = inbox.watermark();
            sink.watermark(lastWatermark);
        }
        if (inbox.barrier() != 0) {
            participant.announce(); // the state before, which the next one replaces
        }
        if (inbox.barrier() != 0 && sink.flush()) {
            if (participant.save(inbox.barrier(), this)) {
                inbox.passBarrier();
            }
            progress = true;
        }
        if (lastWatermark == Batch.END && sink.flush()) {
            isSaved = participant.save(Participant.LAST, this);
            return isSaved && participant.isAnnounced() && sink.flush() ? Progress.DONE : Progress.NONE;
        }
        return progress ? Progress.MADE : Progress.NONE;
    }

    private boolean hasRoom() {
        return sink.hasRoom() && participant.takesEvents();
    }

    private void deliver(Batch batch) {
        boolean early = batch.isEarly();
        for (int i = 0; i < batch.size; i++) {
            Object event = requireNonNull(batch.events[i]);
            try {
                if (early) {
                    sink.acceptEarly(event, batch.times[i]);
                } else {
                    sink.accept(event, batch.times[i]);
                }
            } catch (Throwable e) {
                failures.report(place, event, e);
            }
        }
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        inbox.save(out);
        out.writeLong(lastWatermark);
        sink.save(out);
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        inbox.restore(in);
        restoreSink(in);
    }

    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        inbox.adopt(in);
        restoreSink(in);
    }

    private void restoreSink(ObjectInput in) throws IOException, ClassNotFoundException {
        lastWatermark = in.readLong();
        sink.restore(in);
        if (lastWatermark > Batch.NO_WATERMARK) {
            sink.watermark(lastWatermark); // not sent again until the watermark rises
        }
    }
}
