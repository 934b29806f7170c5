package org.speedwell.streaming.engine;

/**
 * The part of an outbox that leads to the receivers of one edge of the job's graph. For one thread.
 *
 * @param outbox the outbox of the sender
 * @param first the number of the first receiver in the outbox
 * @param receivers the number of receivers
 */
public record Port(Outbox outbox, int first, int receivers) {

    /** Returns the batch to which the sender adds an event with this key. The rules of {@link Outbox#batch} apply. */
    public Batch batch(long key) {
        return outbox.batch(first, receivers, key);
    }
}
