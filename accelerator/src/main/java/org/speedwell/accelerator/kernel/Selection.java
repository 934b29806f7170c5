package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Validity;

/**
 * The rows of one block that a scan has not left out yet: a bit a row, or, for filters on columns of one byte alone, the
 * highest bit of a byte a row, which the loops of {@link WordRange} need not gather. Used for one block after the other;
 * for one thread.
 */
final class Selection {
    /** The highest bit of each byte. */
    private static final long SIGNS = 0x8080_8080_8080_8080L;

    private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;

    /** Of the words of bytes. */
    private static final int QUARTER = Selector.ROWS / Long.BYTES / 4;

    private static MethodHandle remove =
            NonInlinedLoops.of(Selection.class, "remove", void.class, long[].class, long[].class);
    private static MethodHandle countBytes = NonInlinedLoops.of(Selection.class, "countBytes", int.class, long[].class);

    /** Of so few rows each is tested by itself. */
    private static final int FEW = 48;

    /** By bits, that of row {@code r} is {@code r & 63} of word {@code r >>> 6}. */
    final long[] words;

    private final boolean byBytes;
    private long @Nullable [] flags;
    private long @Nullable [] codes;
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

    /** For filters of which {@link Selector#isByBytes} holds: whatever is counted soonest. */
    static Selection bySoonest() {
        return RangeScan.BY_VECTORS ? byBits() : byBytes();
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

    /** Leaves out the rows of a block that are not valid; by bits only. Null stands for rows that all are. */
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

    /** How many rows are selected. */
    int count() {
        if (byBytes) {
            return count(words);
        }
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** How many of the highest bits of the bytes of a block are set. */
    static int count(long[] flags) {
        try {
            return (int) countBytes.invokeExact(flags);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    /** In lanes of two bytes, from which the product adds up all four in its highest. */
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

    /** Whether so few rows are left, by bits, that they are better tested one by one. */
    boolean isSparse() {
        return !byBytes && count() <= FEW;
    }

    /** Leaves out the rows that another selection has. */
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

    /** Takes the rows of another selection for its own. */
    void set(Selection other) {
        System.arraycopy(other.words, 0, words, 0, words.length);
    }

    /** Room for a flag a byte of {@link Selector#ROWS} bytes; what it holds, the next user overwrites. */
    long[] flags() {
        if (flags == null) {
            flags = new long[Selector.ROWS / Long.BYTES];
        }
        return flags;
    }

    /** Room for {@link Selector#ROWS} bytes of codes; what it holds, the next user overwrites. */
    long[] codes() {
        if (codes == null) {
            codes = new long[Selector.ROWS / Long.BYTES];
        }
        return codes;
    }

    /** Room for the numbers of all rows of a block; what it holds, the next user overwrites. */
    int[] rows() {
        if (rows == null) {
            rows = new int[Selector.ROWS];
        }
        return rows;
    }

    /** Writes the numbers of the selected rows, by bits, in ascending order, and returns how many they are. */
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

    /** Two more selections of the same kind, for {@link Selector.Any}; each has two of its own. */
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
