package org.speedwell.accelerator.binlog;

/** An error of a table whose rows cannot be read from the binlog. The message says why and what to do. */
public final class RowFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowFormatException(String message) {
        super(message);
    }
}
