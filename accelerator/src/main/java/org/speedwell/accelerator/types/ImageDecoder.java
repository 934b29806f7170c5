package org.speedwell.accelerator.types;

import java.sql.SQLException;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/** Brings the values of one column from images of rows into builders. Is asked only where there is a value. For one thread. */
interface ImageDecoder {
    /**
     * Appends the value that begins at {@code start}, or nothing if it fails.
     *
     * @return whether the row has a value then, and not NULL
     * @throws SQLException if the driver refuses the value
     * @throws IllegalArgumentException if the column cannot hold it
     * @throws LoadException if the database had to be asked, and could not
     */
    boolean append(byte[] event, int start, ColumnBuilder target) throws SQLException, LoadException;

    /** Appends to a column of keys. */
    static boolean appendKey(ColumnBuilder target, long key) {
        ((KeyColumnBuilder) target).appendKey(key);
        return true;
    }

    /** Appends a text to a column that takes UTF-8. */
    static boolean appendUtf8(ColumnBuilder target, byte[] utf8) {
        if (target instanceof DictionaryColumnBuilder words) {
            words.appendUtf8(utf8);
        } else {
            ((BytesColumnBuilder) target).appendUtf8(utf8);
        }
        return true;
    }

    /** A whole number among the bytes of an event. */
    interface LongAt {
        long read(byte[] event, int start);
    }

    /** The text of a value, as the server writes it. */
    interface TextAt {
        String read(byte[] event, int start);
    }
}
