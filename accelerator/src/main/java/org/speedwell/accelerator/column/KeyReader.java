package org.speedwell.accelerator.column;

import java.util.Arrays;

/**
 * Reads keys of many rows at once: rows that lie close together as one run of codes, which is copied in a few instructions
 * a word, others one by one. For one thread.
 */
public final class KeyReader {
    /** As many rows as are copied at once. */
    private static final int RUN = 1 << 12;

    /** A run is copied where at least one of so many of its rows is wanted. */
    private static final int SPARSE = 8;

    private final KeyColumn column;
    private byte[] bytes = {};
    private short[] shorts = {};
    private int[] ints = {};
    private long[] run = {};

    public KeyReader(KeyColumn column) {
        this.column = column;
    }

    public KeyColumn column() {
        return column;
    }

    /** Puts the keys of some rows at the begin of an array; those of NULL rows mean nothing. */
    public void read(int[] rows, int count, long[] keys) {
        if (count == 0) {
            return;
        }
        int least = rows[0];
        int greatest = rows[0];
        int crooked = 0;
        for (int i = 1; i < count; i++) {
            least = Math.min(least, rows[i]);
            greatest = Math.max(greatest, rows[i]);
            crooked |= rows[i] - rows[0] - i;
        }
        int span = greatest - least + 1;
        if (crooked == 0 && count <= RUN) {
            copy(least, count, keys);
        } else if (span <= RUN && span < SPARSE * count) {
            run = run.length == 0 ? new long[RUN] : run;
            copy(least, span, run);
            for (int i = 0; i < count; i++) {
                keys[i] = run[rows[i] - least];
            }
        } else {
            for (int i = 0; i < count; i++) {
                keys[i] = column.key(rows[i]);
            }
        }
    }

    private void copy(int first, int count, long[] keys) {
        Codes codes = column.codes();
        long base = column.base();
        switch (codes.width()) {
            case 0 -> Arrays.fill(keys, 0, count, base);
            case Byte.BYTES -> {
                bytes = bytes.length == 0 ? new byte[RUN] : bytes;
                codes.blocks().copyTo(first, bytes, count);
                widen(bytes, count, base, keys);
            }
            case Short.BYTES -> {
                shorts = shorts.length == 0 ? new short[RUN] : shorts;
                codes.blocks().copyTo((long) first << 1, shorts, count);
                widen(shorts, count, base, keys);
            }
            case Integer.BYTES -> {
                ints = ints.length == 0 ? new int[RUN] : ints;
                codes.blocks().copyTo((long) first << 2, ints, count);
                widen(ints, count, base, keys);
            }
            default -> codes.blocks().copyTo((long) first << 3, keys, count);
        }
    }

    private static void widen(byte[] codes, int count, long base, long[] keys) {
        for (int i = 0; i < count; i++) {
            keys[i] = base + (codes[i] & 0xFF);
        }
    }

    private static void widen(short[] codes, int count, long base, long[] keys) {
        for (int i = 0; i < count; i++) {
            keys[i] = base + (codes[i] & 0xFFFF);
        }
    }

    private static void widen(int[] codes, int count, long base, long[] keys) {
        for (int i = 0; i < count; i++) {
            keys[i] = base + (codes[i] & 0xFFFF_FFFFL);
        }
    }
}
