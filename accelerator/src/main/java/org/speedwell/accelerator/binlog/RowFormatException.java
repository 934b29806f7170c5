package org.speedwell.accelerator.binlog;

/** Rows of a table that cannot be read from the binlog; the message says why and what to do. */
public final class RowFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowFormatException(String message) {
        super(message);
    }
}
