package org.speedwell.accelerator.encode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.speedwell.accelerator.text.Utf16Bytes;

/**
 * An output format. Each row starts with its separator, and {@link #finish} completes a document of many rows.
 * Immutable and thread-safe.
 *
 * <p>Texts arrive as columns store them, in CESU-8. This variant of UTF-8 encodes each UTF-16 code unit separately, so
 * a character outside the basic plane takes two groups of three bytes.
 */
public abstract sealed class Format permits JsonFormat, CsvFormat {
    private static final long ONES = 0x0101_0101_0101_0101L;
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** The first of the three bytes of a surrogate. Some other characters start with it too. */
    static final int SURROGATE_LEAD = 0xED;

    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    /** Returns the format of one JSON array of all rows. */
    public static Format json() {
        return JsonFormat.ARRAY;
    }

    /** Returns the format of one JSON object per line. */
    public static Format jsonLines() {
        return JsonFormat.LINES;
    }

    /**
     * Returns the format of RFC 4180, with a header.
     *
     * @throws IllegalArgumentException if the separator may occur in a number, a date or a line end
     */
    public static Format csv(char separator) {
        return new CsvFormat(separator);
    }

    /**
     * Returns the same format with another separator.
     *
     * @throws IllegalArgumentException if the separator may occur in a number, a date or a line end
     * @throws IllegalStateException if this is not CSV
     */
    public Format separatedBy(char separator) {
        throw new IllegalStateException("Only CSV has a separator, but this format is " + this + ".");
    }

    /** Writes the bytes before the value of a cell: separators and the label. */
    abstract void putPrefix(int place, String label, Utf8Buffer out);

    /** Writes the end of a row. */
    abstract void endRow(Utf8Buffer out);

    /** Returns the number of bytes at the start of the first row that belong to the document and not to the row. */
    abstract int leading();

    /** Returns the number of bytes at the end of a row that belong to the document. */
    abstract int trailing();

    /** Writes the bytes before the first row. */
    abstract void begin(List<String> labels, Utf8Buffer out);

    /** Writes the bytes after the last row. */
    abstract void finish(Utf8Buffer out);

    abstract void putNull(Utf8Buffer out);

    /** Writes a text that needs no escapes. The text may be empty. */
    abstract void putPlain(CharSequence ascii, Utf8Buffer out);

    /**
     * Writes a quote if the format needs one. Callers write it before and after a non-empty text without escapes, such
     * as a date.
     */
    abstract void putQuote(Utf8Buffer out);

    /** Writes NaN or an infinity. Only CSV can represent them. */
    abstract void putNotFinite(double number, Utf8Buffer out);

    /** Writes the bytes before a text. {@link #finishText} completes the text. */
    abstract void beginText(Utf8Buffer out);

    /**
     * Escapes a text and writes the bytes after it.
     *
     * @param from the index of the text's first byte, after the bytes of {@link #beginText}
     */
    abstract void finishText(int from, Utf8Buffer out);

    /** Writes a text that is JSON. */
    void putJson(String json, Utf8Buffer out) {
        putText(json, out);
    }

    /** Writes a Java string. */
    final void putText(String text, Utf8Buffer out) {
        beginText(out);
        int from = out.size();
        int length = text.length();
        out.reserve((int) Math.min(3L * length, Integer.MAX_VALUE));
        out.advance(Utf16Bytes.put(text, out.array(), from) - from);
        finishText(from, out);
    }

    /** Writes bytes in Base64, with padding. */
    final void putBase64(byte[] source, int length, Utf8Buffer out) {
        if (length == 0) {
            putPlain("", out);
            return;
        }
        putQuote(out);
        out.reserve(Math.multiplyExact(4, length / 3 + 1));
        byte[] bytes = out.array();
        int at = out.size();
        for (int i = 0; i < length; i += 3) {
            int left = length - i;
            int group = (source[i] & 0xFF) << 16
                    | (left > 1 ? (source[i + 1] & 0xFF) << 8 : 0)
                    | (left > 2 ? source[i + 2] & 0xFF : 0);
            bytes[at++] = BASE64[group >> 18];
            bytes[at++] = BASE64[group >> 12 & 0x3F];
            bytes[at++] = left > 1 ? BASE64[group >> 6 & 0x3F] : (byte) '=';
            bytes[at++] = left > 2 ? BASE64[group & 0x3F] : (byte) '=';
        }
        out.advance(at - out.size());
        putQuote(out);
    }

    /**
     * Returns a word with the high bit set in each byte that equals the given one. Bytes above such a byte may have a
     * bit by mistake.
     */
    static long equal(long word, long repeated) {
        long difference = word ^ repeated;
        return (difference - ONES) & ~difference & HIGH_BITS;
    }

    static long repeated(int value) {
        return ONES * value;
    }

    /**
     * Returns a word with the high bit set in each byte below a number up to 128. Bytes above such a byte may have a
     * bit by mistake.
     */
    static long below(long word, int number) {
        return (word - ONES * number) & ~word & HIGH_BITS;
    }

    /** Returns whether three bytes that begin with {@link #SURROGATE_LEAD} are a surrogate. */
    static boolean isSurrogate(byte[] bytes, int at) {
        return (bytes[at + 1] & 0xFF) >= 0xA0;
    }

    /** Returns whether a surrogate pair begins at an index. */
    static boolean isPair(byte[] bytes, int at, int end) {
        return at + 6 <= end
                && (bytes[at + 1] & 0xFF) < 0xB0
                && (bytes[at + 3] & 0xFF) == SURROGATE_LEAD
                && (bytes[at + 4] & 0xFF) >= 0xB0;
    }

    /** Returns the code unit that three bytes encode. */
    static int unit(byte[] bytes, int at) {
        return (bytes[at] & 0x0F) << 12 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F;
    }

    /** Writes a surrogate pair as one character of four bytes. */
    static void putPair(byte[] bytes, int at, Utf8Buffer out) {
        int point = Character.toCodePoint((char) unit(bytes, at), (char) unit(bytes, at + 3));
        out.put((char) (0xF0 | point >> 18));
        out.put((char) (0x80 | point >> 12 & 0x3F));
        out.put((char) (0x80 | point >> 6 & 0x3F));
        out.put((char) (0x80 | point & 0x3F));
    }
}
