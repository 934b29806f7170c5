package org.speedwell.streaming.engine;

/**
 * Takes events one by one from senders on its own thread, past the conveyor: nothing is stored on the way, and the
 * compiler, which sees an event from where it is made to where it is used up, need not make it. For one thread.
 */
@FunctionalInterface
public interface DirectConsumer {
    /**
     * Takes an event, its key and its time in milliseconds.
     *
     * @return whether there is room for another
     */
    boolean take(long key, Object event, long time);
}
