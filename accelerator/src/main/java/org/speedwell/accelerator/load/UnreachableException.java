package org.speedwell.accelerator.load;

import java.sql.SQLException;

/** A database that gives no connection for now: nothing answers, or not in time. A later attempt may succeed. */
public final class UnreachableException extends LoadException {
    private static final long serialVersionUID = 1L;

    /** The class of SQL states for users and passwords that a server refuses. */
    private static final String REFUSED_LOGIN = "28";

    UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Tells whether an attempt failed for another reason than a refused user, so that a later one may succeed. */
    static boolean explains(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().startsWith(REFUSED_LOGIN)) {
                return false;
            }
        }
        return true;
    }
}
