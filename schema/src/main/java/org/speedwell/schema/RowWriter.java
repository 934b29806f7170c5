package org.speedwell.schema;

import java.sql.SQLException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Takes rows of one table, each value by value in the order of the table's columns. For one thread at a time. */
public interface RowWriter {

    /** Begins a row. */
    RowWriter row() throws SQLException;

    /** A whole number. */
    RowWriter number(long value) throws SQLException;

    /** A decimal with two digits after the point, in hundredths. */
    RowWriter cents(long value) throws SQLException;

    /** A DATE. */
    RowWriter date(LocalDate value) throws SQLException;

    /** A text, or NULL. */
    RowWriter text(@Nullable String value) throws SQLException;

    /** Ends a row. */
    void endRow() throws SQLException;
}
