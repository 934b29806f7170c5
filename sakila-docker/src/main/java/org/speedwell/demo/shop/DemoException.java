package org.speedwell.demo.shop;

/** An error that ends a command of the demo. The message says why and what to do. */
public final class DemoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DemoException(String message) {
        super(message);
    }

    public DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
