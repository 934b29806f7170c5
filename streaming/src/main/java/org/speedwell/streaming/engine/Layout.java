package org.speedwell.streaming.engine;

/**
 * Which columns the batches of a conveyor have beside times and keys.
 *
 * @param objectKeys whether keys are objects; the column of {@code long} keys then holds their hashes
 * @param values whether there is a number for each event
 * @param events whether there are the events themselves
 */
public record Layout(boolean objectKeys, boolean values, boolean events) {
    /** Events with no key. */
    public static final Layout EVENTS = new Layout(false, false, true);
}
