package org.speedwell.accelerator.column;

/** An attempt to read a value of a column that is not loaded. */
public final class AbsentColumnException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    AbsentColumnException(String column) {
        super("Column " + column + " is not loaded. Take its withoutColumn out of the StoreConfiguration, or let such"
                + " queries go to the database: columnNotLoaded(NotLoaded.SQL).");
    }
}
