package org.speedwell.accelerator.text;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Vectors;

/**
 * A pattern of texts, as in SQL's {@code LIKE}. It is a list of parts with any characters between them. The first part
 * may have to be at the start of the text, and the last part at its end. A part may contain wildcards for one
 * character. The pattern matches the bytes that columns store, without creating strings. Immutable and thread-safe.
 */
public final class TextPattern {
    /** The wildcard for one character. No text contains this byte. */
    private static final byte ANY = (byte) 0xFF;

    /** The characters that are common in texts, the most common last. */
    private static final String COMMON = "XQZJKVBWYGPFMUCDLHRSNIOATE0123456789zjqxkvbpygfwmucldrhsnioate ";

    /** The flag of a regular expression by which a dot matches any character. */
    private static final String ANY_LINES = "(?s)";

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long SIGNS = 0x8080_8080_8080_8080L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String text;

    private final List<Part> parts;

    private final boolean isFromBegin;
    private final boolean isToEnd;

    /**
     * A part of the pattern, not empty.
     *
     * @param rarest the index of the byte that is rarest in usual texts
     * @param second the index of the next rarest byte; the same index if there is only one byte
     * @param third the index of the next rarest byte; one of the other two if there are only two bytes
     * @param head the first eight bytes, the first one lowest; zeroes follow a shorter part
     * @param mask all bits of the head's bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(byte[] bytes, boolean hasAny, int rarest, int second, int third, long head, long mask) {
        static Part of(byte[] bytes) {
            boolean hasAny = false;
            for (byte unit : bytes) {
                hasAny |= unit == ANY;
            }
            int[] rarest = IntStream.range(0, bytes.length)
                    .boxed()
                    .sorted(Comparator.comparing(place -> COMMON.indexOf(bytes[place])))
                    .mapToInt(place -> place)
                    .toArray();
            int last = rarest.length - 1;
            return new Part(
                    bytes,
                    hasAny,
                    rarest[0],
                    rarest[Math.min(1, last)],
                    rarest[Math.min(2, last)],
                    (long) LONGS.get(Arrays.copyOf(bytes, Math.max(Long.BYTES, bytes.length)), 0),
                    -1L >>> Byte.SIZE * Math.max(0, Long.BYTES - bytes.length));
        }

        int length() {
            return bytes.length;
        }
    }

    private TextPattern(String text, List<byte[]> parts, boolean isFromBegin, boolean isToEnd) {
        this.text = text;
        this.parts = parts.stream().map(Part::of).toList();
        this.isFromBegin = isFromBegin;
        this.isToEnd = isToEnd;
    }

    /** Returns a pattern of the texts that contain another text. */
    public static TextPattern contains(String part) {
        return new TextPattern("%" + escaped(part) + "%", parts(part), false, false);
    }

    /** Returns a pattern of the texts that end with another text. */
    public static TextPattern endsWith(String part) {
        return new TextPattern("%" + escaped(part), parts(part), false, true);
    }

    /**
     * Returns a pattern of the texts that a regular expression matches. Returns null unless the expression starts with
     * {@code (?s)} and then has only literal characters and {@code .*}.
     */
    public static @Nullable TextPattern ofRegex(String regex) {
        if (!regex.startsWith(ANY_LINES)) {
            return null;
        }
        StringBuilder pattern = new StringBuilder();
        for (int i = ANY_LINES.length(); i < regex.length(); i++) {
            if (regex.startsWith(".*", i)) {
                pattern.append('%');
                i++;
            } else if ("\\^$.|?*+()[]{}".indexOf(regex.charAt(i)) >= 0) {
                return null;
            } else {
                pattern.append(escaped(regex.substring(i, i + 1)));
            }
        }
        return like(pattern.toString());
    }

    private static List<byte[]> parts(String part) {
        return part.isEmpty() ? List.of() : List.of(Utf16Bytes.encode(part));
    }

    private static String escaped(String part) {
        return part.replaceAll("[\\\\%_]", "\\\\$0");
    }

    /**
     * Returns a pattern of SQL. {@code %} matches any characters, {@code _} one character, and a backslash makes the
     * next character literal.
     */
    public static TextPattern like(String pattern) {
        List<byte[]> parts = new ArrayList<>();
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        StringBuilder literal = new StringBuilder();
        boolean isFromBegin = true;
        boolean isToEnd = true;
        for (int i = 0; i < pattern.length(); i++) {
            char unit = pattern.charAt(i);
            if (unit == '%' || unit == '_') {
                part.writeBytes(Utf16Bytes.encode(literal.toString()));
                literal.setLength(0);
            }
            switch (unit) {
                case '%' -> {
                    isFromBegin &= i > 0;
                    isToEnd = i < pattern.length() - 1;
                    if (part.size() > 0) {
                        parts.add(part.toByteArray());
                        part.reset();
                    }
                }
                case '_' -> part.write(ANY);
                case '\\' -> {
                    i += i < pattern.length() - 1 ? 1 : 0;
                    literal.append(pattern.charAt(i));
                }
                default -> literal.append(unit);
            }
        }
        part.writeBytes(Utf16Bytes.encode(literal.toString()));
        if (part.size() > 0) {
            parts.add(part.toByteArray());
        }
        return new TextPattern(pattern, List.copyOf(parts), isFromBegin, isToEnd);
    }

    public boolean matches(String of) {
        byte[] bytes = Utf16Bytes.encode(of);
        return matches(bytes, 0, bytes.length);
    }

    /**
     * Returns whether a text matches.
     *
     * @param bytes an array that contains the bytes of the text
     * @param from the index of the text's first byte
     * @param to the index after the text's last byte
     */
    public boolean matches(byte[] bytes, int from, int to) {
        return matches(bytes, from, to, 0);
    }

    /** Returns whether the parts from {@code firstPart} on match. The caller has found all parts before. */
    private boolean matches(byte[] bytes, int from, int to, int firstPart) {
        int at = from;
        for (int i = firstPart; i < parts.size(); i++) {
            Part part = parts.get(i);
            boolean isLast = i == parts.size() - 1 && isToEnd;
            if (i == 0 && isFromBegin) {
                at = end(bytes, at, to, part);
                if (at < 0 || isLast && at < to) {
                    return false;
                }
            } else if (isLast) {
                return hasAtEnd(bytes, at, to, part);
            } else {
                int found = indexOf(bytes, at, to, part);
                if (found < 0) {
                    return false;
                }
                at = end(bytes, found, to, part);
            }
        }
        return !parts.isEmpty() || !isFromBegin || !isToEnd || from == to;
    }

    private static boolean hasAtEnd(byte[] bytes, int from, int to, Part part) {
        if (!part.hasAny) {
            return to - part.length() >= from && end(bytes, to - part.length(), to, part) == to;
        }
        for (int at = from; at < to; at++) {
            if (isBegin(bytes, from, at) && end(bytes, at, to, part) == to) {
                return true;
            }
        }
        return false;
    }

    /** Returns the end of a part that starts at {@code from}; −1 if it does not match there. */
    private static int end(byte[] bytes, int from, int to, Part part) {
        int at = from;
        for (byte wanted : part.bytes) {
            if (at >= to || wanted != ANY && bytes[at] != wanted) {
                return -1;
            }
            at = wanted == ANY ? behindCharacter(bytes, at, to) : at + 1;
        }
        return at;
    }

    /** Returns the index after a character. A character outside the Basic Multilingual Plane has two code units. */
    private static int behindCharacter(byte[] bytes, int at, int to) {
        int next = behindUnit(bytes, at);
        boolean isPair = isSurrogate(bytes, at, 0xA0) && next < to && isSurrogate(bytes, next, 0xB0);
        return isPair ? behindUnit(bytes, next) : next;
    }

    private static int behindUnit(byte[] bytes, int at) {
        return at + (bytes[at] >= 0 ? 1 : (bytes[at] & 0xE0) == 0xC0 ? 2 : 3);
    }

    /**
     * Returns whether a surrogate starts at an index.
     *
     * @param half 0xA0 for a high surrogate, 0xB0 for a low one
     */
    private static boolean isSurrogate(byte[] bytes, int at, int half) {
        return bytes[at] == (byte) 0xED && (bytes[at + 1] & 0xF0) == half;
    }

    /** Returns whether a character starts at a byte, and does not continue there. */
    private static boolean isBegin(byte[] bytes, int from, int at) {
        return (bytes[at] & 0xC0) != 0x80
                && !(at - 3 >= from && isSurrogate(bytes, at - 3, 0xA0) && isSurrogate(bytes, at, 0xB0));
    }

    /** Returns the first index of a part, or −1. */
    private static int indexOf(byte[] bytes, int from, int to, Part part) {
        if (!part.hasAny) {
            return search(bytes, from, to, part);
        }
        for (int at = from; at < to; at++) {
            if (isBegin(bytes, from, at) && end(bytes, at, to, part) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the first index of a part without wildcards, or −1. */
    private static int search(byte[] bytes, int from, int to, Part part) {
        int found = Vectors.ARE_PRESENT ? VectorSearch.search(bytes, from, to, part) : ~from;
        return found < 0 ? searchByWords(bytes, ~found, to, part) : found;
    }

    /**
     * Returns the first index of a part without wildcards, or −1. It tests eight indexes at a time: one instruction
     * compares the rarest byte of the part, and two more the next rarest bytes. Source: Muła, "SIMD-friendly algorithms
     * for substring searching".
     */
    static int searchByWords(byte[] bytes, int from, int to, Part part) {
        int last = part.length() - 1;
        int rarest = part.rarest;
        int second = part.second;
        int third = part.third;
        long ofRarest = (part.bytes[rarest] & 0xFF) * ONES;
        long ofSecond = (part.bytes[second] & 0xFF) * ONES;
        long ofThird = (part.bytes[third] & 0xFF) * ONES;
        int at = from;
        for (; at <= to - last - Long.BYTES; at += Long.BYTES) {
            long differing = ((long) LONGS.get(bytes, at + rarest) ^ ofRarest)
                    | ((long) LONGS.get(bytes, at + second) ^ ofSecond)
                    | ((long) LONGS.get(bytes, at + third) ^ ofThird);
            for (long left = differing - ONES & ~differing & SIGNS; left != 0; left &= left - 1) {
                int place = at + (Long.numberOfTrailingZeros(left) >>> 3);
                if (isAt(bytes, place, to, part)) {
                    return place;
                }
            }
        }
        for (; at < to - last; at++) {
            if (end(bytes, at, to, part) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /** Returns whether a part without wildcards starts at an index. It compares the first eight bytes at once. */
    static boolean isAt(byte[] bytes, int at, int to, Part part) {
        if (at + Long.BYTES > bytes.length) {
            return end(bytes, at, to, part) >= 0;
        }
        return (((long) LONGS.get(bytes, at) ^ part.head) & part.mask) == 0
                && (part.length() <= Long.BYTES || end(bytes, at, to, part) >= 0);
    }

    /** A receiver of the numbers of matching texts. */
    public interface Found {
        void accept(int text);
    }

    /**
     * Matches texts that follow each other from the start of an array. If the pattern allows it, the method searches
     * for the first part in all texts at once, because most texts do not contain it.
     *
     * @param ends the index after each text
     * @param count the number of texts
     */
    public void matches(byte[] bytes, long[] ends, int count, Found found) {
        if (parts.isEmpty() || isFromBegin || isToEnd && parts.size() == 1 || parts.getFirst().hasAny) {
            for (int text = 0, from = 0; text < count; from = (int) ends[text++]) {
                if (matches(bytes, from, (int) ends[text])) {
                    found.accept(text);
                }
            }
            return;
        }
        Part part = parts.getFirst();
        int text = 0;
        int at = 0;
        while (text < count && (at = search(bytes, at, (int) ends[count - 1], part)) >= 0) {
            while (ends[text] <= at) {
                text++;
            }
            int end = (int) ends[text];
            if (at + part.length() > end) {
                at = end; // the match continues in the next text
            } else {
                if (matches(bytes, at + part.length(), end, 1)) {
                    found.accept(text);
                }
                at = end; // a later match of the first part cannot help
                text++;
            }
        }
    }

    /** Returns the pattern in the form that {@link #like} accepts. */
    @Override
    public String toString() {
        return text;
    }
}
