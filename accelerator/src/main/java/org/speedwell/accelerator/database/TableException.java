package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;

/** A failure to load one table. Other tables can still load on the same connections. */
public final class TableException extends LoadException {
    private static final long serialVersionUID = 1L;

    private static final String LEAVE =
            " Or leave the table to the database with withoutTable or tableNotLoaded(NotLoaded.SQL). With a MemoryStore,"
                    + " change the class of the rows or leave it out.";

    private TableException(String message) {
        super(message);
    }

    private TableException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates an exception and adds a remedy to its message.
     *
     * @param message names the error and the way to fix it
     */
    public static TableException of(String message) {
        return new TableException(message + LEAVE);
    }

    public static TableException of(String message, Throwable cause) {
        return new TableException(message + LEAVE, cause);
    }

    /**
     * Returns the exception for a statement that the server rejected. It is a {@code TableException} if the failure
     * concerns this table only.
     *
     * @param when the step that failed, for the message
     */
    public static LoadException of(TableModel<?> table, String when, SQLException refusal, Connection connection) {
        if (isMissingPrivilege(refusal)) {
            return of(
                    "Table " + table + " cannot be read: " + refusal.getMessage() + ". GRANT SELECT ON "
                            + table.quotedName()
                            + " to the user of the application, or leave columns out with withoutColumn.",
                    refusal);
        }
        String message = "The database failed " + when + ": " + refusal.getMessage();
        return LoadConnection.isUsable(connection) ? of(message + ".", refusal) : new LoadException(message, refusal);
    }

    /**
     * Returns whether the user lacks a privilege. The object may be a schema, a table, a column, or a routine that a
     * generated column or a view calls.
     */
    public static boolean isMissingPrivilege(SQLException refusal) {
        return switch (refusal.getErrorCode()) {
            case 1044, 1142, 1143, 1227, 1356, 1370 -> true;
            default -> false;
        };
    }
}
