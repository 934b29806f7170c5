package org.speedwell.accelerator.encode;

import java.util.Arrays;
import java.util.List;

/**
 * CSV according to RFC 4180. NULL is an empty cell, and an empty text is two quotes. UTF-8 cannot encode an unpaired
 * surrogate, which becomes U+FFFD.
 */
final class CsvFormat extends Format {
    private static final String IN_VALUES = "\"\r\n+-./:=";

    private final char separator;

    CsvFormat(char separator) {
        if (separator >= 0x80 || Character.isLetterOrDigit(separator) || IN_VALUES.indexOf(separator) >= 0) {
            throw new IllegalArgumentException(
                    "The separator U+%04X may occur in a value. Use a comma, a semicolon, a tab or a vertical bar."
                            .formatted((int) separator));
        }
        this.separator = separator;
    }

    @Override
    public Format separatedBy(char other) {
        return new CsvFormat(other);
    }

    @Override
    void putPrefix(int place, String label, Utf8Buffer out) {
        if (place > 0) {
            out.put(separator);
        }
    }

    @Override
    void endRow(Utf8Buffer out) {
        out.putAscii("\r\n");
    }

    @Override
    int leading() {
        return 0;
    }

    @Override
    int trailing() {
        return 2;
    }

    @Override
    void begin(List<String> labels, Utf8Buffer out) {
        for (int place = 0; place < labels.size(); place++) {
            putPrefix(place, labels.get(place), out);
            putText(labels.get(place), out);
        }
        endRow(out);
    }

    @Override
    void finish(Utf8Buffer out) {}

    @Override
    void putNull(Utf8Buffer out) {}

    @Override
    void putPlain(CharSequence ascii, Utf8Buffer out) {
        out.putAscii(ascii.isEmpty() ? "\"\"" : ascii);
    }

    @Override
    void putQuote(Utf8Buffer out) {}

    @Override
    void putNotFinite(double number, Utf8Buffer out) {
        out.putAscii(Double.toString(number));
    }

    @Override
    void beginText(Utf8Buffer out) {}

    @Override
    void finishText(int from, Utf8Buffer out) {
        byte[] bytes = out.array();
        int end = out.size();
        boolean isQuoted = from == end;
        boolean isClean = true;
        for (int at = from; at < end; at++) {
            int value = bytes[at] & 0xFF;
            isQuoted |= value == separator || value == '"' || value == '\r' || value == '\n';
            isClean &= value != SURROGATE_LEAD;
        }
        if (isQuoted || !isClean) {
            byte[] text = Arrays.copyOfRange(bytes, from, end);
            out.truncate(from);
            escape(text, isQuoted, out);
        }
    }

    private static void escape(byte[] text, boolean isQuoted, Utf8Buffer out) {
        if (isQuoted) {
            out.put('"');
        }
        for (int at = 0; at < text.length; ) {
            int value = text[at] & 0xFF;
            if (value != SURROGATE_LEAD || !isSurrogate(text, at)) {
                if (value == '"') {
                    out.put('"');
                }
                out.put((char) value);
                at++;
            } else if (isPair(text, at, text.length)) {
                putPair(text, at, out);
                at += 6;
            } else {
                out.put((char) 0xEF);
                out.put((char) 0xBF);
                out.put((char) 0xBD);
                at += 3;
            }
        }
        if (isQuoted) {
            out.put('"');
        }
    }

    @Override
    public String toString() {
        return "CSV";
    }
}
