package org.speedwell.accelerator.database;

import java.time.ZoneId;
import java.util.function.Supplier;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.text.ValueText;

/** Counts the values of a column that became NULL because they could not be loaded. Thread-safe. */
public final class BadValueCount {
    /** The reason for refusing a NULL in a primary key. SQL has none there, so the driver made it of another value. */
    static final String NULL_KEY = "NULL in the primary key";

    private long count;
    private int first = Integer.MAX_VALUE;
    private String firstRow = "";
    private String reason = "";

    /** {@code row} is the row's number, {@code place} how messages name it. */
    public synchronized void add(int row, Supplier<String> place, Exception why) {
        count++;
        if (row < first) {
            first = row;
            firstRow = ValueText.escaped(place.get());
            reason = ValueText.escaped(String.valueOf(why.getMessage()));
        }
    }

    /**
     * Returns what may help beside a correction of the row, as a sentence; empty where nothing is known.
     *
     * @param isKey whether the column is of the primary key
     * @param canBeNull whether a NULL in its place could be loaded
     */
    static String remedy(DatabaseColumn column, Exception reason, boolean isKey, boolean canBeNull) {
        String message = String.valueOf(reason.getMessage());
        return switch (column.type().orElse(MySqlType.INT)) {
            case TIME ->
                " Java's Time holds the times of one day: give the column the databaseType java.lang.String in"
                        + " speedment.json to have any.";
            case DATE, DATETIME, TIMESTAMP -> {
                if (isKey && (message.startsWith("Zero date") || message.equals(NULL_KEY))) {
                    yield " A zero date is no date in Java, and a key is never NULL: give the column the databaseType"
                            + " java.lang.String in speedment.json to have such dates as text.";
                }
                if (message.startsWith("Zero date")) {
                    yield canBeNull
                            ? " With zeroDateTimeBehavior=CONVERT_TO_NULL in the connection's URL, zero dates are NULL."
                            : "";
                }
                yield " In the time zone of this JVM, " + ZoneId.systemDefault()
                        + ", clocks may jump over it: a JVM in UTC (-Duser.timezone=UTC) reads it.";
            }
            default -> "";
        };
    }

    public synchronized long count() {
        return count;
    }

    /** As messages name it. */
    public synchronized String firstRow() {
        return firstRow;
    }

    public synchronized String reason() {
        return reason;
    }
}
