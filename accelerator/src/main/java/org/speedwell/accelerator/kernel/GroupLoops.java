package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;

/**
 * The loops of {@link GroupSums}, one for each pair of code widths. With a width that is a variable, a loop would take
 * three times as long.
 */
final class GroupLoops {
    /** The loops by the binary logarithms of the widths of the groups and of the values; without values in column 3. */
    private static final MethodHandle[][] LOOPS = {
        {add("bytesBytes"), add("bytesShorts"), add("bytesInts"), count("bytes")},
        {add("shortsBytes"), add("shortsShorts"), add("shortsInts"), count("shorts")},
        {add("intsBytes"), add("intsShorts"), add("intsInts"), count("ints")}
    };

    private static final int COUNT = 3;

    private GroupLoops() {}

    private static MethodHandle add(String name) {
        return NonInlinedLoops.of(
                GroupLoops.class,
                name,
                void.class,
                CodeBlock.class,
                CodeBlock.class,
                int.class,
                int.class,
                long[].class);
    }

    private static MethodHandle count(String name) {
        return NonInlinedLoops.of(GroupLoops.class, name, void.class, CodeBlock.class, int.class, long[].class);
    }

    /** Adds one to the total of the group of each row. */
    static void count(CodeBlock groups, int width, int rows, long[] totals) {
        try {
            LOOPS[Integer.numberOfTrailingZeros(width)][COUNT].invokeExact(groups, rows, totals);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    /** Adds one, and the shifted code, to the total of the group of each row. */
    static void add(CodeBlock groups, int width, CodeBlock values, int valueWidth, int rows, int shift, long[] totals) {
        try {
            LOOPS[Integer.numberOfTrailingZeros(width)][Integer.numberOfTrailingZeros(valueWidth)].invokeExact(
                    groups, values, rows, shift, totals);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    static void bytes(CodeBlock groups, int rows, long[] totals) {
        byte[] of = groups.bytes;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFF]++;
        }
    }

    static void shorts(CodeBlock groups, int rows, long[] totals) {
        short[] of = groups.shorts;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFFFF]++;
        }
    }

    static void ints(CodeBlock groups, int rows, long[] totals) {
        int[] of = groups.ints;
        for (int i = 0; i < rows; i++) {
            totals[of[i]]++;
        }
    }

    static void bytesBytes(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        byte[] of = groups.bytes;
        byte[] codes = values.bytes;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFF] += (codes[i] & 0xFFL) << shift | 1;
        }
    }

    static void bytesShorts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        byte[] of = groups.bytes;
        short[] codes = values.shorts;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFF] += (codes[i] & 0xFFFFL) << shift | 1;
        }
    }

    static void bytesInts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        byte[] of = groups.bytes;
        int[] codes = values.ints;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFF] += (codes[i] & 0xFFFF_FFFFL) << shift | 1;
        }
    }

    static void shortsBytes(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        short[] of = groups.shorts;
        byte[] codes = values.bytes;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFFFF] += (codes[i] & 0xFFL) << shift | 1;
        }
    }

    static void shortsShorts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        short[] of = groups.shorts;
        short[] codes = values.shorts;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFFFF] += (codes[i] & 0xFFFFL) << shift | 1;
        }
    }

    static void shortsInts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        short[] of = groups.shorts;
        int[] codes = values.ints;
        for (int i = 0; i < rows; i++) {
            totals[of[i] & 0xFFFF] += (codes[i] & 0xFFFF_FFFFL) << shift | 1;
        }
    }

    static void intsBytes(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        int[] of = groups.ints;
        byte[] codes = values.bytes;
        for (int i = 0; i < rows; i++) {
            totals[of[i]] += (codes[i] & 0xFFL) << shift | 1;
        }
    }

    static void intsShorts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        int[] of = groups.ints;
        short[] codes = values.shorts;
        for (int i = 0; i < rows; i++) {
            totals[of[i]] += (codes[i] & 0xFFFFL) << shift | 1;
        }
    }

    static void intsInts(CodeBlock groups, CodeBlock values, int rows, int shift, long[] totals) {
        int[] of = groups.ints;
        int[] codes = values.ints;
        for (int i = 0; i < rows; i++) {
            totals[of[i]] += (codes[i] & 0xFFFF_FFFFL) << shift | 1;
        }
    }
}
