package org.speedwell.streaming.engine;

/** A step of a chain of operations; it hands on what it makes of an event before it returns. For one thread. */
@FunctionalInterface
public interface Stage<T> {
    /** Takes an event and its time in milliseconds. */
    void accept(T event, long time);
}
