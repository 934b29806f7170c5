package org.speedwell.streaming;

import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** A source of the events of an iterator, at the speed of the job. */
final class IteratorSource<T> implements ReplayableSource<T> {
    private final Iterable<? extends T> iterable;

    /**
     * The current iterator. It is null before the first event and after the end of a job. The next job starts at the
     * first event again.
     */
    private @Nullable Iterator<? extends T> iterator;

    private long taken;
    private boolean stopped;

    IteratorSource(Iterable<? extends T> iterable) {
        this.iterable = iterable;
    }

    @Override
    public @Nullable T poll() {
        if (isExhausted()) {
            return null;
        }
        T event = events().next();
        taken++;
        if (event == null) {
            throw new MalformedEventException(
                    "event " + taken + " of the iterable", new NullPointerException("The event is null."));
        }
        return event;
    }

    private Iterator<? extends T> events() {
        Iterator<? extends T> events = iterator;
        if (events == null) {
            events = iterable.iterator();
            iterator = events;
        }
        return events;
    }

    @Override
    public Long position() {
        return taken;
    }

    @Override
    public void seek(Serializable position) {
        Iterator<? extends T> events = events();
        for (taken = 0; taken < (Long) position; taken++) {
            if (!events.hasNext()) {
                throw new IllegalArgumentException("The source has only " + taken
                        + " events, but the checkpoint was taken after event " + position + ".");
            }
            events.next();
        }
    }

    @Override
    public boolean isExhausted() {
        return stopped || !events().hasNext();
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        iterator = null;
        taken = 0;
        stopped = false;
    }
}
