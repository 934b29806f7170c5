package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.List;

/** A sink that holds what it got, and that goes back to where it stood at a checkpoint. */
final class Collected<E> implements Sink<E> {
    private final List<E> events;
    private int restored;

    Collected() {
        this(new ArrayList<>());
    }

    private Collected(List<E> events) {
        this.events = events;
    }

    /** A sink for a job that goes on, or that begins anew if there is no checkpoint. */
    Collected<E> again() {
        return new Collected<>(events);
    }

    List<E> events() {
        return events;
    }

    @Override
    public void accept(E event, long time) {
        cut();
        events.add(event);
    }

    @Override
    public boolean flush() {
        cut();
        return true;
    }

    /** Drops what came behind the checkpoint, or all if there was none: the first thing done. */
    private void cut() {
        if (restored >= 0) {
            events.subList(restored, events.size()).clear();
            restored = -1;
        }
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeInt(events.size());
    }

    @Override
    public void restore(ObjectInput in) throws IOException {
        restored = in.readInt();
    }
}
