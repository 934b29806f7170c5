package org.speedwell.streaming;

import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The events of an iterator, as fast as they are asked for. */
final class IteratorSource<T> implements ReplayableSource<T> {
    private final Iterator<? extends T> events;
    private long taken;
    private boolean stopped;

    IteratorSource(Iterator<? extends T> events) {
        this.events = events;
    }

    @Override
    public @Nullable T poll() {
        if (isExhausted()) {
            return null;
        }
        taken++;
        return events.next();
    }

    @Override
    public Long position() {
        return taken;
    }

    @Override
    public void seek(Serializable position) {
        for (taken = 0; taken < (Long) position; taken++) {
            if (!events.hasNext()) {
                throw new IllegalArgumentException(
                        "The source has " + taken + " events, and the checkpoint was taken behind " + position + ".");
            }
            events.next();
        }
    }

    @Override
    public boolean isExhausted() {
        return stopped || !events.hasNext();
    }

    @Override
    public void stop() {
        stopped = true;
    }
}
