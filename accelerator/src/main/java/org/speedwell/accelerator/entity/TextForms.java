package org.speedwell.accelerator.entity;

import java.nio.ByteBuffer;
import java.sql.Blob;
import java.util.Optional;
import java.util.UUID;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.types.Declaration;

/** The forms of columns with texts and bytes. */
final class TextForms {
    private static final int UUID_BYTES = 16;

    private TextForms() {}

    /** Returns the form of a column with texts; empty if the class does not fit. */
    static Optional<ColumnForm> ofText(MySqlType type, Class<?> valueClass) {
        if (valueClass == String.class) {
            return Optional.of(ColumnForm.same(String.class));
        }
        if (valueClass == Character.class) {
            return Optional.of(
                    ColumnForm.of(String.class, Character.class, text -> character(text, type), String::valueOf));
        }
        if (valueClass == UUID.class
                && (type == MySqlType.CHAR || type == MySqlType.VARCHAR || type == MySqlType.UUID)) {
            return Optional.of(ColumnForm.of(String.class, UUID.class, UUID::fromString, UUID::toString));
        }
        return Optional.empty();
    }

    private static char character(String text, MySqlType type) {
        if (text.isEmpty() && type == MySqlType.CHAR) {
            return ' '; // the database removes blanks from the end of a CHAR
        }
        if (text.length() != 1) {
            throw new IllegalArgumentException("a text of " + text.length() + " characters is not one character");
        }
        return text.charAt(0);
    }

    /** Returns the form of a column with bytes; empty if the class does not fit. */
    static Optional<ColumnForm> ofBytes(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        boolean isUuid = (type == MySqlType.BINARY || type == MySqlType.VARBINARY)
                && Declaration.size(column.columnType(), 1) == UUID_BYTES;
        if (valueClass == UUID.class && isUuid) {
            return Optional.of(ColumnForm.of(byte[].class, UUID.class, TextForms::uuid, TextForms::bytes));
        }
        boolean isSame = valueClass == byte[].class || valueClass == Blob.class && type.isReadAs(Blob.class);
        return isSame ? Optional.of(ColumnForm.same(valueClass)) : Optional.empty();
    }

    private static UUID uuid(byte[] bytes) {
        if (bytes.length != UUID_BYTES) {
            throw new IllegalArgumentException("a value of " + bytes.length + " bytes is not a UUID");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
