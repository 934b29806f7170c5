package org.speedwell.streaming.engine;

/**
 * Which columns the batches of a conveyor have beside times and keys.
 *
 * @param objectKeys whether keys are objects; the column of {@code long} keys then holds their hashes
 * @param values whether there is a number for each event
 * @param events whether there are the events themselves
 * @param counts whether one row stands for many events, and says for how many
 */
public record Layout(boolean objectKeys, boolean values, boolean events, boolean counts) {
    /** Events with no key. */
    public static final Layout EVENTS = new Layout(false, false, true);

    /** Of rows that are an event each. */
    public Layout(boolean objectKeys, boolean values, boolean events) {
        this(objectKeys, values, events, false);
    }
}
