package org.speedwell.accelerator.types;

import java.util.Arrays;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.types.ImageDecoder.TextAt;

/**
 * A column whose values a decoder reads from the binlog.
 *
 * @param column the column in the binlog
 * @param found the column in the database at the load
 * @param databaseClass the class of the values that the driver returns
 * @param sample a builder of the same kind as those that the values are appended to
 */
record ImageColumn(
        Column column, DatabaseColumn found, Class<?> databaseClass, ColumnBuilder sample, DriverConversions driver) {

    ImageDecoder decoder() throws LoadException {
        return ColumnType.of(found.type().orElseThrow()).images().decoder(this);
    }

    /** Returns whether the builder accepts keys instead of values. */
    boolean acceptsKeys() {
        return sample instanceof KeyColumnBuilder keys && keys.isDirect();
    }

    /** Returns whether the builder makes keys with a codec. */
    boolean isOf(KeyCodec codec) {
        return sample instanceof KeyColumnBuilder keys && keys.codec().equals(codec);
    }

    boolean takesUtf8() {
        return switch (sample) {
            case DictionaryColumnBuilder words -> words.takesUtf8();
            case BytesColumnBuilder texts -> texts.takesUtf8();
            case KeyColumnBuilder keys -> false;
        };
    }

    /** Returns a decoder that lets the driver convert each value. */
    ImageDecoder byDriver(String sqlType, TextAt text) {
        return (event, start, target) -> target.append(driver.value(sqlType, text.read(event, start), databaseClass));
    }

    /** Returns the end of a value with a length prefix. */
    int end(byte[] event, int start) {
        int prefix = -column.bytes();
        return start + prefix + (int) EventBytes.littleEndian(event, start, prefix);
    }

    /** Returns the first byte of a value with a length prefix. */
    int from(int start) {
        return start - column.bytes();
    }

    /** Returns the bytes of a value with a length prefix. */
    byte[] bytes(byte[] event, int start) {
        return Arrays.copyOfRange(event, from(start), end(event, start));
    }
}
