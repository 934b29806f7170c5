package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.Nullable;

/** Thrown if a binlog cannot be read further. */
public sealed class BinlogException extends Exception permits UnknownPrepareException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** The kind of failure, which determines the remedy. */
    public enum Reason {
        /** The connection failed. The caller can open a new one at the same position. */
        CONNECTION,
        /** The server does not have the binlog after the position. The caller must reload all tables. */
        POSITION,
        /** The server refuses the user. An administrator must correct the privileges or the credentials. */
        ACCESS,
        /**
         * The received events differ from those that the server wrote, or some are missing. The caller can read again
         * from the end of the last complete transaction.
         */
        DAMAGED,
        /**
         * The reader does not support an event, and would lose changes if it skipped the event. An administrator must
         * remove the cause. Then the tables need a reload.
         */
        EVENT
    }

    /** Creates an exception whose message names the remedy. */
    public BinlogException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Creates an exception whose message names the remedy. */
    public BinlogException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
