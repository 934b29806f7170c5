package org.speedwell.accelerator.types;

import java.sql.SQLException;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/**
 * A decoder that copies the values of one column from row images into builders. Callers use it only for values that are
 * not NULL. For one thread.
 */
interface ImageDecoder {
    /**
     * Appends the value that starts at {@code start}. If it throws, it appends nothing.
     *
     * @return true if it appended a value; false if it appended NULL
     * @throws SQLException if the driver refuses the value
     * @throws IllegalArgumentException if the column cannot store the value
     * @throws LoadException if the decoder needs the database, and the query fails
     */
    boolean append(byte[] event, int start, ColumnBuilder target) throws SQLException, LoadException;

    /** Appends to a column of keys. */
    static boolean appendKey(ColumnBuilder target, long key) {
        ((KeyColumnBuilder) target).appendKey(key);
        return true;
    }

    /** Appends a text to a column that accepts UTF-8. */
    static boolean appendUtf8(ColumnBuilder target, byte[] utf8) {
        if (target instanceof DictionaryColumnBuilder words) {
            words.appendUtf8(utf8);
        } else {
            ((BytesColumnBuilder) target).appendUtf8(utf8);
        }
        return true;
    }

    /** A whole number in the bytes of an event. */
    interface LongAt {
        long read(byte[] event, int start);
    }

    /** The text of a value, in the form of the server. */
    interface TextAt {
        String read(byte[] event, int start);
    }
}
