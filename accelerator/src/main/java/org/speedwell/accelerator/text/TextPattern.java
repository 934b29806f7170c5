package org.speedwell.accelerator.text;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What texts are to look like, as SQL's {@code LIKE} says it: parts that follow each other with anything between, the first where
 * the text begins, or the last where it ends, if so wanted; a part may have places for any one character. Texts are matched as the
 * bytes in which columns keep them, with no string made. Immutable and thread-safe.
 */
public final class TextPattern {
    /** Stands for any one character: no text has such a byte. */
    private static final byte ANY = (byte) 0xFF;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long SIGNS = 0x8080_8080_8080_8080L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String text;

    /** None is empty. */
    private final List<byte[]> parts;

    private final boolean isFromBegin;
    private final boolean isToEnd;

    private TextPattern(String text, List<byte[]> parts, boolean isFromBegin, boolean isToEnd) {
        this.text = text;
        this.parts = parts;
        this.isFromBegin = isFromBegin;
        this.isToEnd = isToEnd;
    }

    /** Texts that have another in them. */
    public static TextPattern contains(String part) {
        return new TextPattern("%" + escaped(part) + "%", parts(part), false, false);
    }

    /** Texts that end with another. */
    public static TextPattern endsWith(String part) {
        return new TextPattern("%" + escaped(part), parts(part), false, true);
    }

    private static List<byte[]> parts(String part) {
        return part.isEmpty() ? List.of() : List.of(Utf16Bytes.encode(part));
    }

    private static String escaped(String part) {
        return part.replaceAll("[\\\\%_]", "\\\\$0");
    }

    /** In a pattern of SQL {@code %} stands for any characters, {@code _} for one, and a backslash before a character for itself. */
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

    /** Whether a text matches of which an array has the bytes, from one place to another. */
    public boolean matches(byte[] bytes, int from, int to) {
        return matches(bytes, from, to, 0);
    }

    /** Whether parts match, from one of them on, all before which are found. */
    private boolean matches(byte[] bytes, int from, int to, int firstPart) {
        int at = from;
        for (int i = firstPart; i < parts.size(); i++) {
            byte[] part = parts.get(i);
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

    private static boolean hasAtEnd(byte[] bytes, int from, int to, byte[] part) {
        if (!hasAny(part)) {
            return to - part.length >= from && end(bytes, to - part.length, to, part) == to;
        }
        for (int at = from; at < to; at++) {
            if (isBegin(bytes, from, at) && end(bytes, at, to, part) == to) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAny(byte[] part) {
        for (byte unit : part) {
            if (unit == ANY) {
                return true;
            }
        }
        return false;
    }

    /** Where a part ends that begins at a place; −1 where it does not. */
    private static int end(byte[] bytes, int from, int to, byte[] part) {
        int at = from;
        for (byte wanted : part) {
            if (at >= to || wanted != ANY && bytes[at] != wanted) {
                return -1;
            }
            at = wanted == ANY ? behindCharacter(bytes, at, to) : at + 1;
        }
        return at;
    }

    /** Of a character outside the basic plane there are two code units. */
    private static int behindCharacter(byte[] bytes, int at, int to) {
        int next = behindUnit(bytes, at);
        boolean isPair = isSurrogate(bytes, at, 0xA0) && next < to && isSurrogate(bytes, next, 0xB0);
        return isPair ? behindUnit(bytes, next) : next;
    }

    private static int behindUnit(byte[] bytes, int at) {
        return at + (bytes[at] >= 0 ? 1 : (bytes[at] & 0xE0) == 0xC0 ? 2 : 3);
    }

    /** @param half 0xA0 for the first of two, 0xB0 for the second */
    private static boolean isSurrogate(byte[] bytes, int at, int half) {
        return bytes[at] == (byte) 0xED && (bytes[at + 1] & 0xF0) == half;
    }

    /** Whether a character begins at a place of a text, not in its middle. */
    private static boolean isBegin(byte[] bytes, int from, int at) {
        return (bytes[at] & 0xC0) != 0x80
                && !(at - 3 >= from && isSurrogate(bytes, at - 3, 0xA0) && isSurrogate(bytes, at, 0xB0));
    }

    /** The first place at which a part stands, or −1. */
    private static int indexOf(byte[] bytes, int from, int to, byte[] part) {
        if (!hasAny(part)) {
            return search(bytes, from, to, part);
        }
        for (int at = from; at < to; at++) {
            if (isBegin(bytes, from, at) && end(bytes, at, to, part) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /**
     * The first place of some bytes, or −1. Eight places at a time are asked whether the first of the bytes stands there, and the
     * last where that would be, as one instruction compares them (Muła, "SIMD-friendly algorithms for substring searching").
     */
    private static int search(byte[] bytes, int from, int to, byte[] part) {
        int last = part.length - 1;
        long firsts = (part[0] & 0xFF) * ONES;
        long lasts = (part[last] & 0xFF) * ONES;
        int at = from;
        for (; at <= to - last - Long.BYTES; at += Long.BYTES) {
            long differing = ((long) LONGS.get(bytes, at) ^ firsts) | ((long) LONGS.get(bytes, at + last) ^ lasts);
            for (long left = differing - ONES & ~differing & SIGNS; left != 0; left &= left - 1) {
                int place = at + (Long.numberOfTrailingZeros(left) >>> 3);
                if (end(bytes, place, to, part) >= 0) {
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

    /** Told of texts that match. */
    public interface Found {
        void accept(int text);
    }

    /**
     * Matches texts that lie one behind the other from the begin of an array. What many texts have not is looked for in all at
     * once.
     *
     * @param ends of the texts
     */
    public void matches(byte[] bytes, int[] ends, int count, Found found) {
        if (parts.isEmpty() || isFromBegin || isToEnd && parts.size() == 1 || hasAny(parts.getFirst())) {
            for (int text = 0, from = 0; text < count; from = ends[text++]) {
                if (matches(bytes, from, ends[text])) {
                    found.accept(text);
                }
            }
            return;
        }
        byte[] part = parts.getFirst();
        int text = 0;
        int at = 0;
        while (text < count && (at = search(bytes, at, ends[count - 1], part)) >= 0) {
            while (ends[text] <= at) {
                text++;
            }
            int end = ends[text];
            if (at + part.length > end) {
                at = end; // it reaches into the next one
            } else {
                if (matches(bytes, at + part.length, end, 1)) {
                    found.accept(text);
                }
                at = end; // a later place of the first part leaves less to the others
                text++;
            }
        }
    }

    /** As {@link #like} takes it. */
    @Override
    public String toString() {
        return text;
    }
}
