package org.speedwell.streaming.engine;

/** A step of a chain of operations. It passes its results on before it returns. For one thread. */
@FunctionalInterface
public interface Stage<T> {
    /** Processes an event with its time, in milliseconds. */
    void accept(T event, long time);
}
