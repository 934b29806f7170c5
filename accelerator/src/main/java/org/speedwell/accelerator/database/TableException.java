package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.SQLException;

/** One table cannot be loaded; others can, on the same connections. */
public final class TableException extends LoadException {
    private static final long serialVersionUID = 1L;

    private static final String LEAVE =
            " Or leave the table to the database, by withoutTable or tableNotLoaded(NotLoaded.SQL).";

    private TableException(String message) {
        super(message);
    }

    private TableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@code message} says what is wrong and how to mend it. */
    public static TableException of(String message) {
        return new TableException(message + LEAVE);
    }

    public static TableException of(String message, Throwable cause) {
        return new TableException(message + LEAVE, cause);
    }

    /** What a refusal by the server means: that this table cannot be read, or that nothing can any more. */
    public static LoadException of(TableModel<?> table, String when, SQLException refusal, Connection connection) {
        if (isMissingPrivilege(refusal)) {
            return of(
                    "Table " + table + " cannot be read: " + refusal.getMessage() + ". GRANT SELECT ON "
                            + table.quotedName()
                            + " to the user of the application, or leave columns out by withoutColumn.",
                    refusal);
        }
        String message = "The database failed " + when + ": " + refusal.getMessage();
        return LoadConnection.isUsable(connection) ? of(message + ".", refusal) : new LoadException(message, refusal);
    }

    /** As the server tells of a schema, a table, a column, or a routine that a generated column or a view needs. */
    public static boolean isMissingPrivilege(SQLException refusal) {
        return switch (refusal.getErrorCode()) {
            case 1044, 1142, 1143, 1227, 1356, 1370 -> true;
            default -> false;
        };
    }
}
