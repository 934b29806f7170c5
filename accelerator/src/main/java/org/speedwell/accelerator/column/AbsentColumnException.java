package org.speedwell.accelerator.column;

/** A value was asked for of a column that was left in the database. */
public final class AbsentColumnException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    AbsentColumnException(String column) {
        super("Column " + column + " is not loaded. Take its withoutColumn out of the StoreConfiguration, or let such"
                + " queries go to the database: columnNotLoaded(NotLoaded.SQL).");
    }
}
