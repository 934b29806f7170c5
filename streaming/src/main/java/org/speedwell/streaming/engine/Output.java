package org.speedwell.streaming.engine;

/**
 * Where an operator's results go: down a chain that ends in an outbox. For one thread.
 *
 * @param chain takes each result
 * @param outbox where what the chain makes of it arrives
 */
public record Output<R>(Stage<? super R> chain, Outbox outbox) {

    /** Whether a result can be sent; to be asked before each. */
    public boolean isOpen() {
        return outbox.isOpen();
    }

    /** Sends a result and its time in milliseconds. */
    public void send(R result, long time) {
        chain.accept(result, time);
    }
}
