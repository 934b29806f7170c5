package org.speedwell.accelerator.encode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * JSON by RFC 8259. It writes an unpaired surrogate as an escape with its number, so a reader gets the original text.
 */
final class JsonFormat extends Format {
    static final JsonFormat ARRAY = new JsonFormat(false);
    static final JsonFormat LINES = new JsonFormat(true);

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long QUOTES = repeated('"');
    private static final long BACKSLASHES = repeated('\\');
    private static final long BLANKS = repeated(' ');
    private static final long LEADS = repeated(SURROGATE_LEAD);

    private final boolean lines;

    private JsonFormat(boolean lines) {
        this.lines = lines;
    }

    @Override
    void putPrefix(int place, String label, Utf8Buffer out) {
        if (place > 0) {
            out.put(',');
        } else {
            out.putAscii(lines ? "{" : ",{");
        }
        putText(label, out);
        out.put(':');
    }

    @Override
    void endRow(Utf8Buffer out) {
        out.putAscii(lines ? "}\n" : "}");
    }

    @Override
    int leading() {
        return lines ? 0 : 1;
    }

    @Override
    int trailing() {
        return lines ? 1 : 0;
    }

    /** Writes the opening bracket of the array. It takes the place of the comma before the first row. */
    @Override
    void begin(List<String> labels, Utf8Buffer out) {
        if (!lines) {
            out.put('[');
        }
    }

    @Override
    void finish(Utf8Buffer out) {
        if (!lines) {
            out.put(']');
        }
    }

    @Override
    void putNull(Utf8Buffer out) {
        out.putAscii("null");
    }

    @Override
    void putJson(String json, Utf8Buffer out) {
        byte[] valid = escapedSurrogates(json).getBytes(StandardCharsets.UTF_8);
        out.put(valid, 0, valid.length);
    }

    /** Returns JSON with escapes in place of unpaired surrogates, which only its texts can contain. */
    private static String escapedSurrogates(String json) {
        if (json.codePoints().noneMatch(JsonFormat::isSurrogate)) {
            return json;
        }
        StringBuilder escaped = new StringBuilder();
        json.codePoints().forEach(point -> {
            if (isSurrogate(point)) {
                escaped.append("\\u").append(Integer.toHexString(point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    @Override
    void putPlain(CharSequence ascii, Utf8Buffer out) {
        out.put('"');
        out.putAscii(ascii);
        out.put('"');
    }

    @Override
    void putQuote(Utf8Buffer out) {
        out.put('"');
    }

    @Override
    void putNotFinite(double number, Utf8Buffer out) {
        putNull(out);
    }

    @Override
    void beginText(Utf8Buffer out) {
        out.put('"');
    }

    @Override
    void finishText(int from, Utf8Buffer out) {
        byte[] bytes = out.array();
        int end = out.size();
        int at = clean(bytes, from, end);
        if (at < end) {
            byte[] rest = Arrays.copyOfRange(bytes, at, end);
            out.truncate(at);
            escape(rest, out);
        }
        out.put('"');
    }

    /** Returns the first position whose byte may need an escape, or {@code end}. The search starts at {@code from}. */
    private static int clean(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES && suspects(Utf8Buffer.word(bytes, at)) == 0) {
            at += Long.BYTES;
        }
        int left = end - at;
        if (left < Long.BYTES && at <= bytes.length - Long.BYTES) {
            long text = (1L << left * Byte.SIZE) - 1; // the word's other bytes do not belong to the text
            if (suspects(Utf8Buffer.word(bytes, at) & text | BLANKS & ~text) == 0) {
                return end;
            }
        }
        while (at < end && isClean(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns a number that is not 0 if a byte of a word may need an escape. */
    private static long suspects(long word) {
        return below(word, ' ') | equal(word, QUOTES) | equal(word, BACKSLASHES) | equal(word, LEADS);
    }

    private static boolean isClean(byte value) {
        int unsigned = value & 0xFF;
        return unsigned >= ' ' && unsigned != '"' && unsigned != '\\' && unsigned != SURROGATE_LEAD;
    }

    private static void escape(byte[] text, Utf8Buffer out) {
        int at = 0;
        while (at < text.length) {
            int clean = clean(text, at, text.length);
            out.put(text, at, clean - at);
            at = clean;
            if (at == text.length) {
                return;
            }
            if ((text[at] & 0xFF) != SURROGATE_LEAD) {
                putEscaped((char) text[at++], out);
            } else if (!isSurrogate(text, at)) {
                out.put(text, at, 3);
                at += 3;
            } else if (isPair(text, at, text.length)) {
                putPair(text, at, out);
                at += 6;
            } else {
                putNumber(unit(text, at), out);
                at += 3;
            }
        }
    }

    private static void putEscaped(char ascii, Utf8Buffer out) {
        char letter = switch (ascii) {
            case '"', '\\' -> ascii;
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            default -> 'u';
        };
        if (letter == 'u') {
            putNumber(ascii, out);
        } else {
            out.put('\\');
            out.put(letter);
        }
    }

    private static void putNumber(int unit, Utf8Buffer out) {
        out.putAscii("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.put((char) HEX[unit >> shift & 0xF]);
        }
    }

    @Override
    public String toString() {
        return lines ? "JSON lines" : "JSON";
    }
}
