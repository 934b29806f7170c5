package org.speedwell.streaming;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The events of an iterator, as fast as they are asked for. */
final class IteratorSource<T> implements Source<T> {
    private final Iterator<? extends T> events;
    private boolean stopped;

    IteratorSource(Iterator<? extends T> events) {
        this.events = events;
    }

    @Override
    public @Nullable T poll() {
        return isExhausted() ? null : events.next();
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
