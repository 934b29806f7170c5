package org.speedwell.accelerator.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.speedwell.accelerator.memory.Region;

/**
 * An encoding of strings as bytes. Compared as unsigned numbers, the bytes sort exactly as {@code String.compareTo}
 * does. The encoding writes each UTF-16 code unit as UTF-8 writes a character of that number (the scheme of Unicode
 * Technical Report 26, CESU-8). It preserves lone surrogates. A character outside the Basic Multilingual Plane takes
 * six bytes.
 */
public final class Utf16Bytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private Utf16Bytes() {}

    public static byte[] encode(String string) {
        int length = string.length();
        int size = length;
        for (int i = 0; i < length; i++) {
            char unit = string.charAt(i);
            size += unit < 0x80 ? 0 : unit < 0x800 ? 1 : 2;
        }
        if (size == length) {
            return string.getBytes(StandardCharsets.ISO_8859_1);
        }
        byte[] bytes = new byte[size];
        put(string, bytes, 0);
        return bytes;
    }

    /**
     * Writes the bytes of a string to an array, which must have room for them: at most three for each char.
     *
     * @param from the index of the first byte
     * @return the index after the last byte
     */
    public static int put(String string, byte[] bytes, int from) {
        int at = from;
        int length = string.length();
        for (int i = 0; i < length; i++) {
            char unit = string.charAt(i);
            if (unit < 0x80) {
                bytes[at++] = (byte) unit;
            } else if (unit < 0x800) {
                bytes[at++] = (byte) (0xC0 | unit >> 6);
                bytes[at++] = (byte) (0x80 | unit & 0x3F);
            } else {
                bytes[at++] = (byte) (0xE0 | unit >> 12);
                bytes[at++] = (byte) (0x80 | unit >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | unit & 0x3F);
            }
        }
        return at;
    }

    /**
     * Returns the bytes of a string in UTF-8. They differ only for characters outside the Basic Multilingual Plane.
     *
     * @param utf8 the string in UTF-8; the method may return this array
     */
    public static byte[] ofUtf8(byte[] utf8) {
        for (int i = ascii(utf8); i < utf8.length; i++) {
            if ((utf8[i] & 0xF8) == 0xF0) {
                return encode(new String(utf8, StandardCharsets.UTF_8));
            }
        }
        return utf8;
    }

    /** Returns the number of ASCII bytes at the start of an array. */
    private static int ascii(byte[] bytes) {
        int i = 0;
        while (i <= bytes.length - Long.BYTES && ((long) LONGS.get(bytes, i) & NOT_ASCII) == 0) {
            i += Long.BYTES;
        }
        while (i < bytes.length && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    /** Returns whether a range of bytes is well-formed, as {@link #encode} writes it. */
    public static boolean isWellFormed(Region bytes, long from, int length) {
        int i = 0;
        while (i < length) {
            if (i <= length - Long.BYTES && (bytes.getLong(from + i) & NOT_ASCII) == 0) {
                i += Long.BYTES;
                continue;
            }
            int more = following(bytes.getByte(from + i++));
            if (more < 0 || more > length - i) {
                return false;
            }
            for (; more > 0; more--) {
                if ((bytes.getByte(from + i++) & 0xC0) != 0x80) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns the number of bytes that follow the first byte of a code unit; −1 if no code unit starts with this byte.
     */
    private static int following(int first) {
        if (first >= 0) {
            return 0;
        }
        return (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : -1;
    }

    public static String decode(byte[] bytes) {
        int units = ascii(bytes);
        if (units == bytes.length) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        for (int i = units; i < bytes.length; i++) {
            units += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        char[] string = new char[units];
        int at = 0;
        for (int i = 0; i < units; i++) {
            int first = bytes[at++];
            if (first >= 0) {
                string[i] = (char) first;
            } else if ((first & 0xE0) == 0xC0) {
                string[i] = (char) ((first & 0x1F) << 6 | bytes[at++] & 0x3F);
            } else {
                string[i] = (char) ((first & 0x0F) << 12 | (bytes[at++] & 0x3F) << 6 | bytes[at++] & 0x3F);
            }
        }
        return new String(string);
    }
}
