package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Vectors;

/**
 * The rows of one block that a scan has not excluded yet. It holds one bit per row. If all filters read one-byte
 * columns, it holds the highest bit of one byte per row, and the loops of {@link WordRange} need not gather bits.
 * Reused for each block; for one thread.
 */
final class Selection {
    /** The highest bit of each byte. */
    private static final long SIGNS = 0x8080_8080_8080_8080L;

    private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;

    /** A quarter of the words of a selection by bytes. */
    private static final int QUARTER = Selector.ROWS / Long.BYTES / 4;

    private static MethodHandle remove =
            NonInlinedLoops.of(Selection.class, "remove", void.class, long[].class, long[].class);
    private static MethodHandle countBytes = NonInlinedLoops.of(Selection.class, "countBytes", int.class, long[].class);

    /** The number of selected rows up to which each row is tested on its own. */
    private static final int MAX_ROWS_TESTED_SINGLY = 48;

    /** The flags. A selection by bits keeps row {@code r} in bit {@code r & 63} of word {@code r >>> 6}. */
    final long[] words;

    private final boolean byBytes;
    private long @Nullable [] flags;
    private long @Nullable [] codes;
    private byte @Nullable [] bytes;
    private short @Nullable [] shorts;
    private int @Nullable [] rows;
    private @Nullable Selection left;
    private @Nullable Selection part;

    private Selection(boolean byBytes) {
        this.byBytes = byBytes;
        this.words = new long[byBytes ? Selector.ROWS / Long.BYTES : Selector.WORDS];
    }

    static Selection byBits() {
        return new Selection(false);
    }

    static Selection byBytes() {
        return new Selection(true);
    }

    /** Creates a selection of the kind that counts fastest, for filters with {@link Selector#isByBytes}. */
    static Selection bySoonest() {
        return Vectors.ARE_PRESENT ? byBits() : byBytes();
    }

    boolean isByBytes() {
        return byBytes;
    }

    /** Selects the first rows of the block and no others. */
    void selectFirst(int rows) {
        if (byBytes) {
            int whole = rows >>> 3;
            Arrays.fill(words, 0, whole, SIGNS);
            Arrays.fill(words, whole, words.length, 0);
            if ((rows & 7) != 0) {
                words[whole] = SIGNS & (1L << (rows << 3)) - 1;
            }
        } else {
            int whole = rows >>> 6;
            Arrays.fill(words, 0, whole, -1L);
            Arrays.fill(words, whole, words.length, 0);
            if ((rows & 63) != 0) {
                words[whole] = (1L << rows) - 1;
            }
        }
    }

    /** Clears the rows of a block that are not valid, by bits only. Null means that all rows are valid. */
    void keep(@Nullable Validity valid, int block) {
        if (valid != null) {
            int count = Math.min(Selector.WORDS, valid.words() - block * Selector.WORDS);
            for (int i = 0; i < count; i++) {
                words[i] &= valid.word(block * Selector.WORDS + i);
            }
        }
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    void clear(int row) {
        if (byBytes) {
            words[row >>> 3] &= ~(0x80L << (row << 3));
        } else {
            words[row >>> 6] &= ~(1L << row);
        }
    }

    boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of selected rows. */
    int count() {
        if (byBytes) {
            try {
                return (int) countBytes.invokeExact(words);
            } catch (Throwable failure) {
                throw NonInlinedLoops.unchecked(failure);
            }
        }
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** Counts the flags in lanes of two bytes. A multiplication adds up the four lanes in the highest one. */
    static int countBytes(long[] words) {
        long sums = 0;
        for (int i = 0; i < QUARTER; i++) {
            long four = (words[i] >>> 7)
                    + (words[i + QUARTER] >>> 7)
                    + (words[i + 2 * QUARTER] >>> 7)
                    + (words[i + 3 * QUARTER] >>> 7);
            sums += (four & EVEN_BYTES) + (four >>> 8 & EVEN_BYTES);
        }
        return (int) (sums * 0x0001_0001_0001_0001L >>> 48);
    }

    /** Returns whether a selection by bits has so few rows that testing them one by one is faster. */
    boolean isSparse() {
        return !byBytes && count() <= MAX_ROWS_TESTED_SINGLY;
    }

    /** Clears the rows that another selection contains. */
    void removeAll(Selection other) {
        try {
            remove.invokeExact(words, other.words);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    static void remove(long[] words, long[] others) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= ~others[i];
        }
    }

    /** Copies the rows of another selection into this one. */
    void set(Selection other) {
        System.arraycopy(other.words, 0, words, 0, words.length);
    }

    /** Returns a scratch buffer of {@link Selector#ROWS} bytes for one flag per byte. The next user overwrites it. */
    long[] flags() {
        if (flags == null) {
            flags = new long[Selector.ROWS / Long.BYTES];
        }
        return flags;
    }

    /** Returns a scratch buffer of {@link Selector#ROWS} bytes for codes. The next user overwrites it. */
    long[] codes() {
        if (codes == null) {
            codes = new long[Selector.ROWS / Long.BYTES];
        }
        return codes;
    }

    /** Returns a scratch buffer of a byte for each row of a block. The next user overwrites it. */
    byte[] bytes() {
        if (bytes == null) {
            bytes = new byte[Selector.ROWS];
        }
        return bytes;
    }

    /** Returns a scratch buffer of two bytes for each row of a block. The next user overwrites it. */
    short[] shorts() {
        if (shorts == null) {
            shorts = new short[Selector.ROWS];
        }
        return shorts;
    }

    /** Returns a scratch buffer of four bytes for each row of a block. The next user overwrites it. */
    int[] rows() {
        if (rows == null) {
            rows = new int[Selector.ROWS];
        }
        return rows;
    }

    /** Writes the ids of the selected rows, by bits, in ascending order, and returns their number. */
    int list(int first, int[] into) {
        int count = 0;
        for (int i = 0; i < Selector.WORDS; i++) {
            int row = first + (i << 6);
            long left = words[i];
            if (left == -1L) {
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    into[count + bit] = row + bit;
                }
                count += Long.SIZE;
            } else {
                for (; left != 0; left &= left - 1) {
                    into[count++] = row + Long.numberOfTrailingZeros(left);
                }
            }
        }
        return count;
    }

    /**
     * Returns one of two scratch selections of the same kind for {@link Selector.Any}; {@link #part} returns the other.
     * Each has two of its own.
     */
    Selection left() {
        if (left == null) {
            left = new Selection(byBytes);
        }
        return left;
    }

    Selection part() {
        if (part == null) {
            part = new Selection(byBytes);
        }
        return part;
    }
}
