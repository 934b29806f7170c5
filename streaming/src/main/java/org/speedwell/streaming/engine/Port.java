package org.speedwell.streaming.engine;

/**
 * The part of an outbox that leads to the receivers of one edge of the job's graph. For one thread.
 *
 * @param first the number of the first of them
 * @param receivers how many they are
 */
public record Port(Outbox outbox, int first, int receivers) {

    /** The batch to add an event of this key to; as {@link Outbox#batch}. */
    public Batch batch(long key) {
        return outbox.batch(first, receivers, key);
    }
}
