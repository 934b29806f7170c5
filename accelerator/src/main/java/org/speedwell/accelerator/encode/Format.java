package org.speedwell.accelerator.encode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.speedwell.accelerator.text.Utf16Bytes;

/**
 * How rows are written. Each row has its separator before it; {@link #finish} makes a whole of many. Texts come as columns keep them:
 * each UTF-16 code unit as UTF-8 writes a character of that number, so that a character outside the basic plane is a pair of
 * three bytes each. Immutable and thread-safe.
 */
public abstract sealed class Format permits JsonFormat, CsvFormat {
    private static final long ONES = 0x0101_0101_0101_0101L;
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** With which, and with no other byte, the three bytes of a surrogate begin; so do those of some characters. */
    static final int SURROGATE_LEAD = 0xED;

    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    /** One array of all rows. */
    public static Format json() {
        return JsonFormat.ARRAY;
    }

    /** A row a line. */
    public static Format jsonLines() {
        return JsonFormat.LINES;
    }

    /**
     * RFC 4180, with a header.
     *
     * @throws IllegalArgumentException if the separator may stand in a number, a date or a line's end
     */
    public static Format csv(char separator) {
        return new CsvFormat(separator);
    }

    /**
     * The same with another separator.
     *
     * @throws IllegalArgumentException as {@link #csv} throws it
     * @throws IllegalStateException if this is not CSV
     */
    public Format separatedBy(char separator) {
        throw new IllegalStateException("Only CSV has a separator that can be chosen, not " + this + ".");
    }

    /** What stands before the value of a cell: separators and the label. */
    abstract void putPrefix(int place, String label, Utf8Buffer out);

    /** What ends a row. */
    abstract void endRow(Utf8Buffer out);

    /** How many bytes of the first row belong to the whole and not to the row. */
    abstract int leading();

    /** How many bytes at the end of a row belong to the whole. */
    abstract int trailing();

    /** What stands before the first row. */
    abstract void begin(List<String> labels, Utf8Buffer out);

    /** What stands behind the last row. */
    abstract void finish(Utf8Buffer out);

    abstract void putNull(Utf8Buffer out);

    /** Text that needs no escapes, and may be empty. */
    abstract void putPlain(CharSequence ascii, Utf8Buffer out);

    /** Of dates and times and whatever else is a text that needs no escapes and is not empty: what stands before and behind. */
    abstract void putQuote(Utf8Buffer out);

    /** A number that is none, which only CSV can tell. */
    abstract void putNotFinite(double number, Utf8Buffer out);

    /** What stands before a text until {@link #finishText} has been there. */
    abstract void beginText(Utf8Buffer out);

    /** Escapes a text that has been written behind what {@link #beginText} wrote, from a place to the end. */
    abstract void finishText(int from, Utf8Buffer out);

    /** Writes a Java string. */
    final void putText(String text, Utf8Buffer out) {
        beginText(out);
        int from = out.size();
        int length = text.length();
        out.reserve((int) Math.min(3L * length, Integer.MAX_VALUE));
        out.advance(Utf16Bytes.put(text, out.array(), from) - from);
        finishText(from, out);
    }

    /** Bytes in Base64, with padding. */
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

    /** A bit in each byte that is the given one; above such a byte others may have one, too. */
    static long equal(long word, long repeated) {
        long difference = word ^ repeated;
        return (difference - ONES) & ~difference & HIGH_BITS;
    }

    static long repeated(int value) {
        return ONES * value;
    }

    /** A bit in each byte below a number up to 128; above such a byte others may have one, too. */
    static long below(long word, int number) {
        return (word - ONES * number) & ~word & HIGH_BITS;
    }

    /** Whether three bytes that begin with {@link #SURROGATE_LEAD} are a surrogate. */
    static boolean isSurrogate(byte[] bytes, int at) {
        return (bytes[at + 1] & 0xFF) >= 0xA0;
    }

    /** Whether two surrogates that belong together begin at a place. */
    static boolean isPair(byte[] bytes, int at, int end) {
        return at + 6 <= end
                && (bytes[at + 1] & 0xFF) < 0xB0
                && (bytes[at + 3] & 0xFF) == SURROGATE_LEAD
                && (bytes[at + 4] & 0xFF) >= 0xB0;
    }

    /** The code unit of three bytes. */
    static int unit(byte[] bytes, int at) {
        return (bytes[at] & 0x0F) << 12 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F;
    }

    /** A pair of surrogates as the one character that it is. */
    static void putPair(byte[] bytes, int at, Utf8Buffer out) {
        int point = Character.toCodePoint((char) unit(bytes, at), (char) unit(bytes, at + 3));
        out.put((char) (0xF0 | point >> 18));
        out.put((char) (0x80 | point >> 12 & 0x3F));
        out.put((char) (0x80 | point >> 6 & 0x3F));
        out.put((char) (0x80 | point & 0x3F));
    }
}
