package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.BytesColumnBuilder;
import org.speedwell.accelerator.builder.DictionaryColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** The text types of {@link ColumnType}: CHAR, VARCHAR, TEXT, ENUM, SET and JSON. */
final class TextTypes {
    /** The most bytes of a SET for which the decoder caches every value. */
    private static final int MAX_CACHED_SET_BYTES = 2;

    private TextTypes() {}

    /** Returns the decoder of CHAR. The binlog stores it without trailing spaces. */
    static ImageDecoder fixed(ImageColumn in) throws LoadException {
        if (!in.driver().isPadded()) {
            return varying(in);
        }
        CharacterSet characters = in.driver().characterSet(in.column().collation());
        int length = in.column().length() / characters.longest();
        return (event, start, target) -> {
            String text = characters.string(event, in.from(start), in.end(event, start));
            return target.append(text == null ? null : padded(text, length));
        };
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(Math.max(0, length - text.codePointCount(0, text.length())));
    }

    /** Returns the decoder of VARCHAR and TEXT. */
    static ImageDecoder varying(ImageColumn in) throws LoadException {
        CharacterSet characters = in.driver().characterSet(in.column().collation());
        if (in.databaseClass() == Clob.class) {
            return (event, start, target) ->
                    target.append(in.driver().text(characters.name(), in.bytes(event, start), Clob.class));
        }
        if (characters.isUtf8() && in.takesUtf8()) {
            return (event, start, target) -> ImageDecoder.appendUtf8(target, in.bytes(event, start));
        }
        return (event, start, target) -> target.append(characters.string(event, in.from(start), in.end(event, start)));
    }

    /** Returns the decoder of text that the protocol sends in UTF-8. */
    static Optional<TextDecoder> text(TextColumn in) {
        if (!in.isUtf8()) {
            return Optional.empty();
        }
        return switch (in.target()) {
            case DictionaryColumnBuilder words when words.takesUtf8() -> Optional.of(words::appendUtf8);
            case BytesColumnBuilder texts when texts.takesUtf8() -> Optional.of(texts::appendUtf8);
            case DictionaryColumnBuilder words -> Optional.empty();
            case BytesColumnBuilder texts -> Optional.empty();
            case KeyColumnBuilder keys -> Optional.empty();
        };
    }

    /**
     * Returns the difference between the loaded column and the column in the binlog; null if there is none.
     *
     * @param lengthBytes the bytes of the length in front of each value; 0 if the declared length applies
     */
    static @Nullable String difference(
            ImageType image, int lengthBytes, DatabaseColumn loaded, Column now, DriverConversions driver)
            throws LoadException {
        String other =
                lengthBytes > 0 ? Declaration.lengthDifference(now, lengthBytes) : Declaration.difference(now, image);
        if (other != null) {
            return other;
        }
        CharacterSet characters = driver.characterSet(now.collation());
        if (!characters.name().equalsIgnoreCase(loaded.characterSet())) {
            return "its character set is " + characters.name();
        }
        int length = now.length() / characters.longest();
        return lengthBytes == 0 && length < Declaration.size(loaded.columnType(), 1)
                ? "it has a length of " + length
                : null;
    }

    /** Returns the decoder of ENUM. The binlog stores the number of the label. */
    static ImageDecoder enumLabel(ImageColumn in) throws LoadException {
        Labels labels = Labels.of(in);
        return new SmallDomainDecoder(labels::number, labels::label);
    }

    /** Returns the decoder of SET. The binlog stores one bit for each label. */
    static ImageDecoder setLabels(ImageColumn in) throws LoadException {
        Labels labels = Labels.of(in);
        return in.column().bytes() <= MAX_CACHED_SET_BYTES
                ? new SmallDomainDecoder(labels::number, labels::labels)
                : (event, start, target) -> target.append(labels.labels(labels.number(event, start)));
    }

    private record Labels(Column column, CharacterSet characters) {

        static Labels of(ImageColumn in) throws LoadException {
            return new Labels(in.column(), in.driver().characterSet(in.column().collation()));
        }

        long number(byte[] event, int start) {
            return EventBytes.littleEndian(event, start, column.bytes());
        }

        /** Returns the label of a number from 1; the empty string for 0, which represents an invalid value. */
        @Nullable
        String label(int number) throws SQLException, LoadException {
            if (number == 0) {
                return "";
            }
            if (number > column.labels().size()) {
                throw new IllegalArgumentException("number " + number + " of an ENUM with fewer values");
            }
            byte[] label = column.labels().get(number - 1);
            return characters.string(label, 0, label.length);
        }

        String labels(long bits) throws SQLException, LoadException {
            StringJoiner labels = new StringJoiner(",");
            for (long left = bits; left != 0; left &= left - 1) {
                labels.add(label(Long.numberOfTrailingZeros(left) + 1));
            }
            return labels.toString();
        }
    }

    /** Returns the decoder of the text of an ENUM. The column may store it as a constant of a Java enum. */
    static Optional<TextDecoder> enumText(TextColumn in) {
        return in.target() instanceof KeyColumnBuilder keys && !keys.isDirect()
                ? Optional.of(new TextDecoder.SmallDomain(keys, in.reader()))
                : text(in);
    }

    static @Nullable String labelDifference(
            ImageType image, DatabaseColumn loaded, Column now, DriverConversions driver) throws LoadException {
        if (now.type() != image) {
            return Declaration.difference(now, image);
        }
        CharacterSet characters = driver.characterSet(now.collation());
        List<String> labels = new ArrayList<>();
        for (byte[] label : now.labels()) {
            labels.add(driver.utf8(characters, label));
        }
        List<String> before = Declaration.labels(loaded.columnType());
        boolean isLonger = before.size() <= labels.size()
                && before.equals(labels.subList(0, before.size()))
                && (image == ImageType.ENUM || setBytes(before.size()) <= now.bytes());
        return isLonger ? null : "its values are " + Declaration.abbreviated(String.join(", ", labels));
    }

    static int setBytes(int labels) {
        int bytes = (labels + 7) / 8;
        return bytes > 4 ? 8 : bytes;
    }

    /** Returns the decoder of MySQL's JSON, which drivers return as strings. */
    static ImageDecoder json(ImageColumn in) throws LoadException {
        boolean isUtf8 = in.driver().isJsonUtf8();
        boolean isDirect = isUtf8 && in.takesUtf8();
        return (event, start, target) -> {
            byte[] text = JsonText.of(event, in.from(start), in.end(event, start));
            if (isDirect) {
                return ImageDecoder.appendUtf8(target, text);
            }
            return target.append(
                    isUtf8 || isAscii(text)
                            ? new String(text, StandardCharsets.UTF_8)
                            : in.driver().json(text));
        };
    }

    private static boolean isAscii(byte[] text) {
        for (byte unit : text) {
            if (unit < 0) {
                return false;
            }
        }
        return true;
    }
}
