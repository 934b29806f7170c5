package org.speedwell.demo.web;

/** A request that is not carried out; the message says why, and the status is HTTP's. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refusal(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
