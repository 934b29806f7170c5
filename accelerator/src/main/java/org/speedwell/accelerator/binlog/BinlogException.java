package org.speedwell.accelerator.binlog;

/** Why a binlog cannot be read on. */
public sealed class BinlogException extends Exception permits UnknownPrepareException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** What can be done about it. */
    public enum Reason {
        /** The connection: it can be opened anew, from the same position. */
        CONNECTION,
        /** The server has no longer, or never had, what follows the position: everything has to be loaded anew. */
        POSITION,
        /** The user may not, or is another: somebody has to mend that. */
        ACCESS,
        /**
         * What has come is not what the server has written, or some of it is missing: it can be read again, from the end of the last
         * whole transaction.
         */
        DAMAGED,
        /** An event that cannot be understood, or only lost by going on: somebody has to mend that, and then to load anew. */
        EVENT
    }

    BinlogException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    BinlogException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
