package org.speedwell.accelerator.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;

/**
 * A database that cannot be reached for now: there is no connection, not in time, or it was lost. A later attempt may
 * succeed.
 */
public final class UnreachableException extends LoadException {
    private static final long serialVersionUID = 1L;

    /** The class of SQL states for users and passwords that a server refuses. */
    private static final String REFUSED_LOGIN = "28";

    /** The class of SQL states for connections that fail. */
    private static final String CONNECTION = "08";

    UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure of an attempt: an {@code UnreachableException} if a connection was lost, so that a later one may succeed. */
    public static LoadException of(String message, Exception cause) {
        return explains(cause) && isLost(cause)
                ? new UnreachableException(message, cause)
                : new LoadException(message, cause);
    }

    /** Tells whether a failure comes of a connection that was lost, or of a server that is going down. */
    private static boolean isLost(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && isLost(sql)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith(CONNECTION)
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || switch (failure.getErrorCode()) {
                    case 1053, 1077, 1079, 1152, 1184, 1317, 1927, 3169 ->
                        true; // shutdown, aborted, interrupted, killed
                    default -> false;
                };
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
