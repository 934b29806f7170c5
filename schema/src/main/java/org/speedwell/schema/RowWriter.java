package org.speedwell.schema;

import java.sql.SQLException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of the rows of one table. The values of a row arrive in the order of the table's columns. For one thread
 * at a time.
 */
public interface RowWriter {

    /** Begins a row. */
    RowWriter row() throws SQLException;

    /** Writes a whole number. */
    RowWriter number(long value) throws SQLException;

    /**
     * Writes a decimal with two digits after the point.
     *
     * @param value the decimal in hundredths
     */
    RowWriter cents(long value) throws SQLException;

    /** Writes a DATE. */
    RowWriter date(LocalDate value) throws SQLException;

    /** Writes a text, or NULL. */
    RowWriter text(@Nullable String value) throws SQLException;

    /** Ends a row. */
    void endRow() throws SQLException;
}
