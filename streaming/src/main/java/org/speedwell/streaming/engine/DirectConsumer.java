package org.speedwell.streaming.engine;

/**
 * A consumer that receives single events from senders on its own thread, without a conveyor. Nothing is stored between
 * them. The compiler sees an event from its creation to its last use, and need not allocate it. For one thread.
 */
@FunctionalInterface
public interface DirectConsumer {
    /**
     * Consumes an event, its key and its time in milliseconds.
     *
     * @return true if there is room for another event
     */
    boolean take(long key, Object event, long time);
}
