package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.DictionaryColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/** Texts, labels, and what is written as text. */
final class TextDecoders {
    private static final int MARIADB_UUID = 16;

    private final Column column;
    private final Class<?> databaseClass;
    private final ColumnBuilder sample;
    private final ServerValues server;
    private final CharacterSet characters;

    /** @param sample a builder as those are to which values will be appended */
    TextDecoders(Column column, Class<?> databaseClass, ColumnBuilder sample, ServerValues server)
            throws LoadException {
        this.column = column;
        this.databaseClass = databaseClass;
        this.sample = sample;
        this.server = server;
        this.characters = server.characterSet(column.collation());
    }

    /** CHAR, VARCHAR, TEXT. */
    ImageDecoder text() {
        int prefix = -column.bytes();
        if (databaseClass == Clob.class) {
            return (event, start, target) -> {
                byte[] text = Arrays.copyOfRange(event, start + prefix, end(event, start, prefix));
                return target.append(server.text(characters.name(), text, Clob.class));
            };
        }
        if (characters.isUtf8() && takesUtf8()) {
            return (event, start, target) -> {
                int end = end(event, start, prefix);
                appendUtf8(target, Arrays.copyOfRange(event, start + prefix, end));
                return true;
            };
        }
        return (event, start, target) ->
                target.append(characters.string(event, start + prefix, end(event, start, prefix)));
    }

    /** CHAR, whose trailing spaces are not in the binlog, and which some settings make arrive with them. */
    ImageDecoder fixed() throws LoadException {
        if (!server.isPadded()) {
            return text();
        }
        int prefix = -column.bytes();
        int length = column.length() / characters.longest();
        return (event, start, target) -> {
            String text = characters.string(event, start + prefix, end(event, start, prefix));
            return target.append(text == null ? null : padded(text, length));
        };
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(Math.max(0, length - text.codePointCount(0, text.length())));
    }

    private boolean takesUtf8() {
        return switch (sample) {
            case DictionaryColumnBuilder words -> words.takesUtf8();
            case BytesColumnBuilder texts -> texts.takesUtf8();
            default -> false;
        };
    }

    private static void appendUtf8(ColumnBuilder target, byte[] utf8) {
        if (target instanceof DictionaryColumnBuilder words) {
            words.appendUtf8(utf8);
        } else {
            ((BytesColumnBuilder) target).appendUtf8(utf8);
        }
    }

    private static int end(byte[] event, int start, int prefix) {
        return start + prefix + (int) EventBytes.littleEndian(event, start, prefix);
    }

    /** The number of a label from 1 on, or 0 for what was none. */
    ImageDecoder label() {
        int bytes = column.bytes();
        return new Few((event, start) -> EventBytes.littleEndian(event, start, bytes), this::label);
    }

    private @Nullable String label(int number) throws SQLException, LoadException {
        if (number == 0) {
            return "";
        }
        if (number > column.labels().size()) {
            throw new IllegalArgumentException("number " + number + " of an ENUM with fewer values");
        }
        byte[] label = column.labels().get(number - 1);
        return characters.string(label, 0, label.length);
    }

    /** A bit for each label. */
    ImageDecoder labels() {
        int bytes = column.bytes();
        if (bytes <= 2) {
            return new Few((event, start) -> EventBytes.littleEndian(event, start, bytes), this::labels);
        }
        return (event, start, target) -> target.append(labels(EventBytes.littleEndian(event, start, bytes)));
    }

    private String labels(long bits) throws SQLException, LoadException {
        StringJoiner labels = new StringJoiner(",");
        for (long left = bits; left != 0; left &= left - 1) {
            labels.add(label(Long.numberOfTrailingZeros(left) + 1));
        }
        return labels.toString();
    }

    /** MySQL's JSON, of which drivers make strings. */
    ImageDecoder json() throws LoadException {
        int prefix = -column.bytes();
        boolean isUtf8 = server.isJsonUtf8();
        boolean isDirect = isUtf8 && takesUtf8();
        return (event, start, target) -> {
            byte[] text = JsonText.of(event, start + prefix, end(event, start, prefix));
            if (isDirect) {
                appendUtf8(target, text);
                return true;
            }
            return target.append(
                    isUtf8 || isAscii(text) ? new String(text, StandardCharsets.UTF_8) : server.json(text));
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

    /** MariaDB's UUID; those of versions 1 to 5 are kept with their five groups in the opposite order. */
    ImageDecoder uuid() {
        return (event, start, target) -> {
            byte[] kept = whole(event, start, MARIADB_UUID);
            byte[] uuid = kept;
            if ((kept[6] & -kept[8] & 0x80) != 0) {
                uuid = new byte[MARIADB_UUID];
                System.arraycopy(kept, 12, uuid, 0, 4);
                System.arraycopy(kept, 10, uuid, 4, 2);
                System.arraycopy(kept, 8, uuid, 6, 2);
                System.arraycopy(kept, 6, uuid, 8, 2);
                System.arraycopy(kept, 0, uuid, 10, 6);
            }
            String hex = HexFormat.of().formatHex(uuid);
            return target.append(hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                    + hex.substring(16, 20) + "-" + hex.substring(20));
        };
    }

    /** MariaDB's addresses, whose text the server makes. */
    ImageDecoder address(String type, int bytes) {
        return (event, start, target) -> target.append(server.cast(type, whole(event, start, bytes)));
    }

    /** A value of fixed length, of which the zeroes at the end are left out. */
    private byte[] whole(byte[] event, int start, int bytes) {
        int from = start - column.bytes();
        int end = end(event, start, -column.bytes());
        return Arrays.copyOf(Arrays.copyOfRange(event, from, end), bytes);
    }
}
