package org.speedwell.streaming.engine;

/**
 * The columns of the batches of a conveyor, apart from times and keys.
 *
 * @param objectKeys true if keys are objects; the column of {@code long} keys then contains their hashes
 * @param values true if there is a number for each event
 * @param events true if there is a column of the events themselves
 * @param counts true if a row represents several events; the column contains their number
 */
public record Layout(boolean objectKeys, boolean values, boolean events, boolean counts) {
    /** Events without a key. */
    public static final Layout EVENTS = new Layout(false, false, true);

    /** Creates a layout with one row for each event. */
    public Layout(boolean objectKeys, boolean values, boolean events) {
        this(objectKeys, values, events, false);
    }
}
