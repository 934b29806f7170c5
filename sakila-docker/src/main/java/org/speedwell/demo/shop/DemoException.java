package org.speedwell.demo.shop;

/** The demo cannot go on; the message says why and what to do. */
public final class DemoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DemoException(String message) {
        super(message);
    }

    public DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
