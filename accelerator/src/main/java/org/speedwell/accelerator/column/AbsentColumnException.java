package org.speedwell.accelerator.column;

/** An attempt to read a value of a column that is not loaded. */
public final class AbsentColumnException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    AbsentColumnException(String column) {
        super("Column " + column + " is not loaded. Remove its withoutColumn from the StoreConfiguration, or send such"
                + " queries to the database with columnNotLoaded(NotLoaded.SQL).");
    }
}
