package org.speedwell.demo.web;

/** A request that the server rejects. The message says why, and the status is an HTTP status code. */
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
