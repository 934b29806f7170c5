package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.List;

/** A sink that keeps its events. After a restart it returns to the events of the checkpoint. */
final class Collected<E> implements Sink<E> {
    private final List<E> events;
    private int restored;

    Collected() {
        this(new ArrayList<>());
    }

    private Collected(List<E> events) {
        this.events = events;
    }

    /**
     * Creates a sink for a job that continues from a checkpoint, or starts again without one. It shares the list of
     * events.
     */
    Collected<E> again() {
        return new Collected<>(events);
    }

    List<E> events() {
        return events;
    }

    @Override
    public void accept(E event, long time) {
        dropAfterCheckpoint();
        events.add(event);
    }

    @Override
    public boolean flush() {
        dropAfterCheckpoint();
        return true;
    }

    /**
     * Drops the events after the checkpoint, or all events without one. Only the first call after a restart has an
     * effect.
     */
    private void dropAfterCheckpoint() {
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
