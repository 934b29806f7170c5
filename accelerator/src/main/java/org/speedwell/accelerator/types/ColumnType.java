package org.speedwell.accelerator.types;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/**
 * Everything that depends on the MySQL type of a column: how its values are read from text and from the binlog, which changes of a
 * column change its values, and how wide it is. {@link #of} is the table of all types. The Java class of the values decides the
 * codec ({@link org.speedwell.accelerator.column.ColumnBuilder}), and the codec decides the form in files and in JSON.
 */
public sealed interface ColumnType
        permits BinaryType,
                BitType,
                DateTimeType,
                DateType,
                DecimalType,
                FixedTextType,
                FloatingType,
                JsonType,
                LabelType,
                TextType,
                TimeType,
                WholeNumberType,
                YearType {

    /** Returns the description of a type. */
    static ColumnType of(MySqlType type) {
        return switch (type) {
            case TINYINT -> new WholeNumberType(ImageType.TINY, 1);
            case SMALLINT -> new WholeNumberType(ImageType.SHORT, 2);
            case MEDIUMINT -> new WholeNumberType(ImageType.INT24, 3);
            case INT -> new WholeNumberType(ImageType.LONG, 4);
            case BIGINT -> new WholeNumberType(ImageType.LONGLONG, 8);
            case YEAR -> new YearType();
            case BIT -> new BitType();
            case FLOAT -> new FloatingType(ImageType.FLOAT);
            case DOUBLE -> new FloatingType(ImageType.DOUBLE);
            case DECIMAL -> new DecimalType();
            case CHAR -> new TextType(ImageType.STRING, 0);
            case VARCHAR -> new TextType(ImageType.VARCHAR, 0);
            case TINYTEXT -> new TextType(ImageType.BLOB, 1);
            case TEXT -> new TextType(ImageType.BLOB, 2);
            case MEDIUMTEXT -> new TextType(ImageType.BLOB, 3);
            case LONGTEXT -> new TextType(ImageType.BLOB, 4);
            case ENUM -> new LabelType(ImageType.ENUM);
            case SET -> new LabelType(ImageType.SET);
            case JSON -> new JsonType();
            case UUID -> FixedTextType.UUID;
            case INET4 -> FixedTextType.INET4;
            case INET6 -> FixedTextType.INET6;
            case BINARY -> new BinaryType(ImageType.STRING, 0);
            case VARBINARY -> new BinaryType(ImageType.VARCHAR, 0);
            case TINYBLOB -> new BinaryType(ImageType.BLOB, 1);
            case BLOB -> new BinaryType(ImageType.BLOB, 2);
            case MEDIUMBLOB -> new BinaryType(ImageType.BLOB, 3);
            case LONGBLOB -> new BinaryType(ImageType.BLOB, 4);
            case VECTOR -> new BinaryType(ImageType.VECTOR, 0);
            case GEOMETRY -> new BinaryType(ImageType.GEOMETRY, 0);
            case DATE -> new DateType();
            case TIME -> new TimeType();
            case DATETIME -> new DateTimeType(ImageType.DATETIME2);
            case TIMESTAMP -> new DateTimeType(ImageType.TIMESTAMP2);
        };
    }

    /** Returns the bytes of a value in memory before any is known; 0 where values are kept in a dictionary or as they are. */
    int width();

    /** Returns the decoder of values from the binlog, for a column that is {@linkplain #difference not different}. */
    ImageDecoder imageDecoder(ImageColumn column) throws LoadException;

    /** Returns the decoder of values from the text of the protocol; empty where the driver's getter reads them. */
    default Optional<TextDecoder> textDecoder(TextColumn column) {
        return Optional.empty();
    }

    /**
     * Returns how the values of a column of the binlog differ from those that were loaded, or null. Columns may have become longer, and
     * may have new labels behind the old ones.
     */
    @Nullable
    String difference(DatabaseColumn loaded, Column now, DriverConversions driver) throws LoadException;

    /** Returns the whole message of {@link #difference}, which names the type that was loaded. */
    static @Nullable String differenceOf(DatabaseColumn loaded, Column now, DriverConversions driver)
            throws LoadException {
        String difference = of(loaded.type().orElseThrow()).difference(loaded, now, driver);
        return difference == null
                ? null
                : "is no longer " + Declaration.abbreviated(loaded.columnType()) + ": " + difference;
    }
}
