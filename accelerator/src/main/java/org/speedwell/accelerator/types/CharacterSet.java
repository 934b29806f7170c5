package org.speedwell.accelerator.types;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.Sql;

/**
 * A character set of the server, which converts text to the strings that the driver returns. It requests a conversion
 * table of a single-byte character set once. Java decodes UTF-8 and UTF-16. It requests each text in other character
 * sets separately. Thread-safe.
 */
final class CharacterSet {
    private static final int BYTES = 256;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final String name;
    private final int longest;
    private final @Nullable Charset java;
    private final DriverConversions server;
    private volatile @Nullable String ofBytes;

    /**
     * Creates a character set.
     *
     * @param longest the maximum number of bytes of a character
     * @param isWhole true if the server sends all characters to the driver, in their own character set or in UTF-8
     */
    CharacterSet(String name, int longest, boolean isWhole, DriverConversions server) {
        this.name = name;
        this.longest = longest;
        this.java = isWhole ? java(name) : null;
        this.server = server;
    }

    private static @Nullable Charset java(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "utf8", "utf8mb3", "utf8mb4" -> StandardCharsets.UTF_8;
            case "utf16" -> StandardCharsets.UTF_16BE;
            case "utf16le" -> StandardCharsets.UTF_16LE;
            default -> null;
        };
    }

    static boolean isUtf8(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("utf8");
    }

    /** Returns whether a connection receives the text of a UTF-8 column in UTF-8. */
    static boolean isUtf8(Connection connection) throws SQLException {
        return Sql.row(connection, "SELECT @@character_set_results", row -> row.getString(1))
                .map(characters -> isUtf8(characters))
                .orElse(true);
    }

    String name() {
        return name;
    }

    /** Returns the maximum number of bytes of a character. */
    int longest() {
        return longest;
    }

    /** Returns whether the bytes of a text are its string in UTF-8. */
    boolean isUtf8() {
        return StandardCharsets.UTF_8.equals(java);
    }

    /** Returns the string of a text; null if the driver returns NULL for it. */
    @Nullable
    String string(byte[] event, int from, int to) throws SQLException, LoadException {
        Charset charset = java;
        if (charset != null) {
            String string = new String(event, from, to - from, charset);
            return string.isEmpty() || string.charAt(0) != BYTE_ORDER_MARK || isUtf8()
                    ? string
                    : convertOnServer(event, from, to);
        }
        String table = longest == 1 ? table() : "";
        if (table.length() != BYTES) {
            return convertOnServer(event, from, to);
        }
        char[] characters = new char[to - from];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = table.charAt(event[from + i] & 0xFF);
        }
        return new String(characters);
    }

    /**
     * Returns the bytes of a text.
     *
     * @throws IllegalArgumentException if the character set lacks one of the characters
     */
    byte[] bytes(String text) throws SQLException, LoadException {
        Charset charset = java;
        if (charset != null) {
            return text.getBytes(charset);
        }
        String table = longest == 1 ? table() : "";
        if (table.length() != BYTES) {
            return server.bytes(this, text);
        }
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            char character = text.charAt(i);
            int unit = character < table.length() && table.charAt(character) == character
                    ? character
                    : table.indexOf(character);
            if (unit < 0) {
                throw new IllegalArgumentException("character set " + name + " lacks a character of " + text);
            }
            bytes[i] = (byte) unit;
        }
        return bytes;
    }

    /**
     * Returns the characters of all 256 bytes. The string has another length if some byte is not exactly one character.
     */
    private String table() throws SQLException, LoadException {
        String known = ofBytes;
        if (known == null) {
            byte[] all = new byte[BYTES];
            for (int i = 0; i < BYTES; i++) {
                all[i] = (byte) i;
            }
            known = String.valueOf(server.text(name, all, String.class));
            ofBytes = known;
        }
        return known;
    }

    private @Nullable String convertOnServer(byte[] event, int from, int to) throws SQLException, LoadException {
        return (String) server.text(name, Arrays.copyOfRange(event, from, to), String.class);
    }
}
