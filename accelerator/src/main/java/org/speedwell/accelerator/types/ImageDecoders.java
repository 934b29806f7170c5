package org.speedwell.accelerator.types;

import java.sql.Blob;
import java.util.Arrays;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.BlobValue;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** Chooses how the values of a column are decoded. */
final class ImageDecoders {
    private ImageDecoders() {}

    /**
     * The decoder of a column whose binlog is that of its type.
     *
     * @param databaseClass the class of the values that the driver gives
     * @param sample a builder as those are to which values will be appended
     */
    static ImageDecoder of(
            Column column, DatabaseColumn found, Class<?> databaseClass, ColumnBuilder sample, ServerValues server)
            throws LoadException {
        NumberDecoders numbers = new NumberDecoders(column, databaseClass, sample, server);
        TemporalDecoders temporals = new TemporalDecoders(column, databaseClass, sample, server);
        TextDecoders texts = new TextDecoders(column, databaseClass, sample, server);
        MySqlType type = found.type().orElseThrow();
        return switch (type) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> numbers.whole();
            case YEAR -> numbers.year();
            case BIT -> numbers.bits();
            case FLOAT, DOUBLE -> numbers.floating(found);
            case DECIMAL -> numbers.decimal();
            case CHAR -> texts.fixed();
            case VARCHAR, TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT -> texts.text();
            case ENUM -> texts.label();
            case SET -> texts.labels();
            case JSON -> texts.json();
            case UUID -> texts.uuid();
            case INET4 -> texts.address("INET4", 4);
            case INET6 -> texts.address("INET6", 16);
            case BINARY -> bytes(column, databaseClass, sample, column.length());
            case VARBINARY, TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB, VECTOR, GEOMETRY ->
                bytes(column, databaseClass, sample, 0);
            case DATE -> temporals.date();
            case TIME -> temporals.time();
            case DATETIME -> temporals.dateTime();
            case TIMESTAMP -> temporals.stamp();
        };
    }

    /** Bytes, at least so many: the zeroes at the end of a BINARY are not in the binlog. */
    private static ImageDecoder bytes(Column column, Class<?> databaseClass, ColumnBuilder sample, int least) {
        int prefix = -column.bytes();
        if (least == 0 && sample instanceof BytesColumnBuilder direct && direct.takesBytes()) {
            return (event, start, target) -> {
                int length = (int) EventBytes.littleEndian(event, start, prefix);
                ((BytesColumnBuilder) target).appendBytes(event, start + prefix, length);
                return true;
            };
        }
        return (event, start, target) -> {
            int length = (int) EventBytes.littleEndian(event, start, prefix);
            byte[] value = Arrays.copyOf(
                    Arrays.copyOfRange(event, start + prefix, start + prefix + length), Math.max(length, least));
            return target.append(databaseClass == Blob.class ? new BlobValue(value) : value);
        };
    }
}
