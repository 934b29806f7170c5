package org.speedwell.accelerator.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;

/**
 * A database that the client cannot reach at present. The connection failed, took too long, or was lost. A later
 * attempt may succeed.
 */
public final class UnreachableException extends LoadException {
    private static final long serialVersionUID = 1L;

    /** The class of SQL states for users and passwords that a server rejects. */
    private static final String REFUSED_LOGIN = "28";

    /** The class of SQL states for failed connections. */
    private static final String CONNECTION = "08";

    /** Creates an exception for something that a load or a follower needs and cannot reach. */
    public UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns the exception for a failed attempt. It is an {@code UnreachableException} if a connection was lost, so
     * that a later attempt may succeed.
     */
    public static LoadException of(String message, Exception cause) {
        return explains(cause) && isLost(cause)
                ? new UnreachableException(message, cause)
                : new LoadException(message, cause);
    }

    /** Returns whether the cause is a lost connection, or a server that is shutting down. */
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

    /** Returns whether a later attempt may succeed: the cause is not a rejected user. */
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
