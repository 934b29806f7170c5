package org.speedwell.accelerator.database;

import java.time.ZoneId;
import java.util.Locale;
import java.util.function.Supplier;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.text.ValueText;

/** A counter of values of a column that a load could not store and replaced by NULL. Thread-safe. */
public final class BadValueCount {
    /**
     * The reason for rejecting a NULL in a primary key. SQL allows none there, so the driver returned it for another
     * value.
     */
    static final String NULL_KEY = "NULL in the primary key";

    private long count;
    private int first = Integer.MAX_VALUE;
    private String firstRow = "";
    private String reason = "";

    /**
     * Counts a value and keeps the reason of the first row.
     *
     * @param row the row's number
     * @param place the row's name in messages
     */
    public synchronized void add(int row, Supplier<String> place, Exception why) {
        count++;
        if (row < first) {
            first = row;
            firstRow = ValueText.escaped(place.get());
            reason = ValueText.escaped(String.valueOf(why.getMessage()));
        }
    }

    /**
     * Returns a sentence with another remedy than correcting the row. Empty if there is no other remedy.
     *
     * @param isKey true if the column belongs to the primary key
     * @param canBeNull true if the column may hold NULL instead of the value
     */
    static String remedy(DatabaseColumn column, Exception reason, boolean isKey, boolean canBeNull) {
        String message = String.valueOf(reason.getMessage());
        return switch (column.type().orElse(MySqlType.INT)) {
            case TIME ->
                " java.sql.Time only holds times of one day. To read any time, set the databaseType of the column to"
                        + " java.lang.String in speedment.json.";
            case DATE, DATETIME, TIMESTAMP -> {
                if (isKey && (message.startsWith("Zero date") || message.equals(NULL_KEY))) {
                    yield " Java has no zero dates, and a key cannot be NULL. To read such dates as text, set the"
                            + " databaseType of the column to java.lang.String in speedment.json.";
                }
                if (message.startsWith("Zero date")) {
                    yield canBeNull
                            ? " To read zero dates as NULL, set zeroDateTimeBehavior=CONVERT_TO_NULL in the URL."
                            : "";
                }
                yield " The clock may skip this time in the time zone of this JVM, " + ZoneId.systemDefault()
                        + ". A JVM in UTC (-Duser.timezone=UTC) can read it.";
            }
            case TINYINT, SMALLINT, INT, BIGINT -> {
                boolean isUnsigned =
                        column.columnType().toLowerCase(Locale.ROOT).contains("unsigned");
                yield isUnsigned && !message.equals(NULL_KEY)
                        ? " The class " + holderOfUnsigned(column) + " holds every " + column.columnType() + "."
                        : "";
            }
            default -> "";
        };
    }

    private static String holderOfUnsigned(DatabaseColumn column) {
        return switch (column.type().orElseThrow()) {
            case INT -> "Long";
            case BIGINT -> "BigInteger";
            default -> "Integer";
        };
    }

    public synchronized long count() {
        return count;
    }

    /** Returns the name of the first bad row for messages. Empty if there is none. */
    public synchronized String firstRow() {
        return firstRow;
    }

    public synchronized String reason() {
        return reason;
    }
}
