package org.speedwell.streaming.engine;

/**
 * The target of an operator's results: a chain of stages that ends in an outbox. For one thread.
 *
 * @param chain accepts each result
 * @param outbox receives the events that the chain sends
 */
public record Output<R>(Stage<? super R> chain, Outbox outbox) {

    /** Returns whether the output accepts a result. The operator checks this before each result. */
    public boolean isOpen() {
        return outbox.isOpen();
    }

    /** Sends a result with its time, in milliseconds. */
    public void send(R result, long time) {
        chain.accept(result, time);
    }
}
