package org.speedwell.accelerator.types;

import java.util.Arrays;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.types.ImageDecoder.TextAt;

/**
 * A column that is read from the binlog.
 *
 * @param column what the binlog says of it
 * @param found what the database said of it at load
 * @param databaseClass the class of the values that the driver gives
 * @param sample a builder like those to which values will be appended
 */
record ImageColumn(
        Column column, DatabaseColumn found, Class<?> databaseClass, ColumnBuilder sample, DriverConversions driver) {

    ImageDecoder decoder() throws LoadException {
        return ColumnType.of(found.type().orElseThrow()).images().decoder(this);
    }

    /** Returns whether keys can be appended in place of values. */
    boolean takesKeys() {
        return sample instanceof KeyColumnBuilder keys && keys.isDirect();
    }

    boolean takesUtf8() {
        return switch (sample) {
            case DictionaryColumnBuilder words -> words.takesUtf8();
            case BytesColumnBuilder texts -> texts.takesUtf8();
            case KeyColumnBuilder keys -> false;
        };
    }

    /** Returns a decoder that leaves each value to the driver. */
    ImageDecoder byDriver(String sqlType, TextAt text) {
        return (event, start, target) -> target.append(driver.value(sqlType, text.read(event, start), databaseClass));
    }

    /** Returns the end of a value that has its length before it. */
    int end(byte[] event, int start) {
        int prefix = -column.bytes();
        return start + prefix + (int) EventBytes.littleEndian(event, start, prefix);
    }

    /** Returns the first byte of a value that has its length before it. */
    int from(int start) {
        return start - column.bytes();
    }

    /** Returns the bytes of a value that has its length before it. */
    byte[] bytes(byte[] event, int start) {
        return Arrays.copyOfRange(event, from(start), end(event, start));
    }
}
