package org.speedwell.accelerator.types;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/**
 * The properties that depend on the MySQL type of a column. They are the decoders of its values, the changes of a
 * column that change its values, and the width. {@link #of} is the table of all types. The Java class of the values
 * determines the codec ({@link org.speedwell.accelerator.builder.ColumnBuilder}), and the codec determines the form in
 * files and in JSON.
 *
 * @param width the estimated bytes of a value in memory before any value is known; 0 for values in a dictionary or
 * stored as bytes
 * @param images the decoder of values from the binlog
 * @param texts the decoder of values from the text of the protocol
 * @param differences the changes of a column that change its values
 */
public record ColumnType(int width, Images images, Texts texts, Differences differences) {

    /** A factory of decoders of values from the binlog, for a column without {@linkplain Differences differences}. */
    interface Images {
        ImageDecoder decoder(ImageColumn column) throws LoadException;
    }

    /**
     * A factory of decoders of values from the text of the protocol. It returns empty if the driver's getter reads the
     * values.
     */
    interface Texts {
        Texts NONE = column -> Optional.empty();

        Optional<TextDecoder> decoder(TextColumn column);
    }

    /**
     * A comparison of a column of the binlog with the loaded column. It returns how the values differ; null if they do
     * not. A column may have become longer, and may have new labels after the old ones.
     */
    interface Differences {
        @Nullable
        String difference(DatabaseColumn loaded, Column now, DriverConversions driver) throws LoadException;
    }

    /** Returns the description of a type. */
    public static ColumnType of(MySqlType type) {
        return switch (type) {
            case TINYINT -> wholeNumber(ImageType.TINY, 1);
            case SMALLINT -> wholeNumber(ImageType.SHORT, 2);
            case MEDIUMINT -> wholeNumber(ImageType.INT24, 3);
            case INT -> wholeNumber(ImageType.LONG, 4);
            case BIGINT -> wholeNumber(ImageType.LONGLONG, 8);
            case YEAR -> new ColumnType(1, TimeTypes::year, NumberTypes::wholeNumberText, same(ImageType.YEAR));
            case BIT -> new ColumnType(1, NumberTypes::bit, Texts.NONE, NumberTypes::bitDifference);
            case FLOAT -> new ColumnType(Float.BYTES, NumberTypes::floating, Texts.NONE, same(ImageType.FLOAT));
            case DOUBLE -> new ColumnType(Double.BYTES, NumberTypes::floating, Texts.NONE, same(ImageType.DOUBLE));
            case DECIMAL ->
                new ColumnType(
                        Long.BYTES, NumberTypes::decimal, NumberTypes::decimalText, NumberTypes::decimalDifference);
            case CHAR -> new ColumnType(0, TextTypes::fixed, Texts.NONE, text(ImageType.STRING, 0));
            case VARCHAR -> new ColumnType(0, TextTypes::varying, TextTypes::text, text(ImageType.VARCHAR, 0));
            case TINYTEXT -> new ColumnType(0, TextTypes::varying, TextTypes::text, text(ImageType.BLOB, 1));
            case TEXT -> new ColumnType(0, TextTypes::varying, TextTypes::text, text(ImageType.BLOB, 2));
            case MEDIUMTEXT -> new ColumnType(0, TextTypes::varying, TextTypes::text, text(ImageType.BLOB, 3));
            case LONGTEXT -> new ColumnType(0, TextTypes::varying, TextTypes::text, text(ImageType.BLOB, 4));
            case ENUM -> new ColumnType(1, TextTypes::enumLabel, TextTypes::enumText, labels(ImageType.ENUM));
            case SET -> new ColumnType(1, TextTypes::setLabels, TextTypes::text, labels(ImageType.SET));
            case JSON -> new ColumnType(0, TextTypes::json, Texts.NONE, same(ImageType.JSON));
            case UUID -> fixedText(16, FixedTexts::uuid);
            case INET4 -> fixedText(4, FixedTexts::inet4);
            case INET6 -> fixedText(16, FixedTexts::inet6);
            case BINARY -> bytes(BinaryTypes::fixed, ImageType.STRING);
            case VARBINARY -> bytes(BinaryTypes::varying, ImageType.VARCHAR);
            case TINYBLOB -> blob(1);
            case BLOB -> blob(2);
            case MEDIUMBLOB -> blob(3);
            case LONGBLOB -> blob(4);
            case VECTOR -> new ColumnType(0, BinaryTypes::varying, Texts.NONE, same(ImageType.VECTOR));
            case GEOMETRY -> new ColumnType(0, BinaryTypes::varying, Texts.NONE, same(ImageType.GEOMETRY));
            case DATE -> new ColumnType(Integer.BYTES, TimeTypes::date, TimeTypes::dateText, same(ImageType.DATE));
            case TIME -> new ColumnType(Integer.BYTES, TimeTypes::time, Texts.NONE, fraction(ImageType.TIME2));
            case DATETIME ->
                new ColumnType(
                        Integer.BYTES, TimeTypes::dateTime, TimeTypes::timestampText, fraction(ImageType.DATETIME2));
            case TIMESTAMP ->
                new ColumnType(
                        Integer.BYTES, TimeTypes::timestamp, TimeTypes::timestampText, fraction(ImageType.TIMESTAMP2));
        };
    }

    private static ColumnType wholeNumber(ImageType image, int bytes) {
        return new ColumnType(
                bytes == 3 ? Integer.BYTES : bytes,
                NumberTypes::wholeNumber,
                NumberTypes::wholeNumberText,
                (loaded, now, driver) -> NumberTypes.wholeNumberDifference(image, bytes, loaded, now));
    }

    private static ColumnType fixedText(int bytes, FixedTexts.Form form) {
        return new ColumnType(
                Integer.BYTES,
                column -> FixedTexts.decoder(bytes, form, column),
                Texts.NONE,
                (loaded, now, driver) ->
                        now.type() == ImageType.STRING && now.length() == bytes ? null : "it is a " + now.type());
    }

    private static ColumnType bytes(Images images, ImageType image) {
        return new ColumnType(
                0, images, BinaryTypes::text, (loaded, now, driver) -> BinaryTypes.difference(image, loaded, now));
    }

    /**
     * Returns the description of a BLOB type.
     *
     * @param lengthBytes the number of bytes of the length before each value
     */
    private static ColumnType blob(int lengthBytes) {
        return new ColumnType(
                0,
                BinaryTypes::varying,
                BinaryTypes::blobText,
                (loaded, now, driver) -> BinaryTypes.blobDifference(lengthBytes, now));
    }

    private static Differences text(ImageType image, int lengthBytes) {
        return (loaded, now, driver) -> TextTypes.difference(image, lengthBytes, loaded, now, driver);
    }

    private static Differences labels(ImageType image) {
        return (loaded, now, driver) -> TextTypes.labelDifference(image, loaded, now, driver);
    }

    private static Differences same(ImageType image) {
        return (loaded, now, driver) -> Declaration.difference(now, image);
    }

    private static Differences fraction(ImageType image) {
        return (loaded, now, driver) -> Declaration.fractionDifference(loaded.columnType(), now, image);
    }

    /**
     * Returns the complete message of {@link #differences}, which names the loaded type; null if there is no
     * difference.
     */
    static @Nullable String differenceOf(DatabaseColumn loaded, Column now, DriverConversions driver)
            throws LoadException {
        String difference = of(loaded.type().orElseThrow()).differences.difference(loaded, now, driver);
        return difference == null
                ? null
                : "is no longer " + Declaration.abbreviated(loaded.columnType()) + ": " + difference;
    }
}
