package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.accelerator.memory.Region;

/**
 * A validity bitmap: one bit for each row, set if the row has a value and clear if it is NULL. A column without NULLs
 * has no bitmap.
 */
public final class Validity {
    private final PagedBytes words;
    private final int nulls;

    Validity(Region words, int nulls) {
        this(new PagedBytes(words), nulls);
    }

    private Validity(PagedBytes words, int nulls) {
        this.words = words;
        this.nulls = nulls;
    }

    /** Creates a bitmap in which all rows are valid. The caller then clears the bits of {@code nulls} rows. */
    public static Validity allocate(Lease lease, int rows, int nulls) {
        Region words = lease.allocate(size(rows));
        for (long row = 0; row < rows; row += 64) {
            long all = rows - row >= 64 ? -1L : (1L << (rows - row)) - 1;
            words.putLong(row >>> 6 << 3, all);
        }
        return new Validity(words, nulls);
    }

    /** Creates the bitmap for rows of which some are NULL. Returns null if no row is NULL. */
    public static @Nullable Validity of(BitSet nulls, int rows, Lease lease) {
        if (nulls.isEmpty()) {
            return null;
        }
        Validity validity = allocate(lease, rows, nulls.cardinality());
        validity.clear(nulls, 0);
        return validity;
    }

    /**
     * Clears the bits of NULL rows. Only the builder of a column calls this.
     *
     * @param nulls the NULL rows, relative to {@code firstRow}
     */
    public void clear(BitSet nulls, int firstRow) {
        nulls.stream().forEach(row -> clear(firstRow + row));
    }

    /** Returns the number of bytes for the bits of some rows, in whole words. */
    static long size(int rows) {
        return ((long) rows + 63) / 64 * Long.BYTES;
    }

    /**
     * Returns the bitmap of a later version. The version shares blocks without changes.
     *
     * @param validity null if no row was NULL
     * @return null if no row is NULL
     */
    static @Nullable Validity edit(
            @Nullable Validity validity, int rows, KeyChanges changes, int newRows, MemoryBudget budget) {
        int nulls = validity == null ? 0 : validity.nulls;
        for (int place = 0; place < changes.size(); place++) {
            int row = changes.row(place);
            boolean wasNull = row < rows && validity != null && !validity.isValid(row);
            nulls += (changes.isNull(place) ? 1 : 0) - (wasNull ? 1 : 0);
        }
        if (nulls == 0) {
            return null;
        }
        Validity next = validity == null
                ? allocate(new Lease(budget), newRows, nulls)
                : validity.copied(changes, newRows, nulls, budget);
        for (int place = 0; place < changes.size(); place++) {
            if (changes.isNull(place)) {
                next.clear(changes.row(place));
            } else {
                next.set(changes.row(place));
            }
        }
        return next;
    }

    private Validity copied(KeyChanges changes, int newRows, int newNulls, MemoryBudget budget) {
        // A new row may share its word with existing rows.
        long[] offsets =
                Arrays.stream(changes.rows()).mapToLong(Validity::offset).toArray();
        return new Validity(words.edit(offsets, size(newRows), budget), newNulls);
    }

    /** Returns the offset of the word of a row. */
    private static long offset(int row) {
        return (long) (row >>> 6) << 3;
    }

    /**
     * Returns a later version of a bitmap of existing rows, without deleted rows and with new ones.
     *
     * @param present null if no row was deleted
     * @return null if no row is deleted
     */
    public static @Nullable Validity removed(
            @Nullable Validity present, int rows, int[] removed, int newRows, MemoryBudget budget) {
        if (removed.length == 0 && (newRows == rows || present == null)) {
            return present;
        }
        int[] added = IntStream.range(rows, newRows).toArray();
        int[] all =
                IntStream.concat(Arrays.stream(removed), Arrays.stream(added)).toArray();
        BitSet gone = new BitSet();
        gone.set(0, removed.length);
        return edit(present, rows, new KeyChanges(all, new long[all.length], gone, new BitSet()), newRows, budget);
    }

    /** Clears the bit of a row. Only for a bitmap that is not yet published. */
    void clear(int row) {
        long at = offset(row);
        words.putLong(at, words.getLong(at) & ~(1L << row));
    }

    private void set(int row) {
        long at = offset(row);
        words.putLong(at, words.getLong(at) | 1L << row);
    }

    Region region() {
        return words.region();
    }

    public boolean isValid(int row) {
        return (words.getLong(offset(row)) & (1L << row)) != 0;
    }

    /** Returns the bits of rows 64 × {@code index} to 64 × {@code index} + 63. Bits past the last row are clear. */
    public long word(int index) {
        return words.getLong((long) index << 3);
    }

    /**
     * Returns the words of some rows. Returns null if they are not in one piece of memory.
     *
     * @param from the first row, a multiple of 64
     */
    public @Nullable Region contiguous(int from, int rows) {
        return words.contiguous(offset(from), size(rows));
    }

    /**
     * Returns whether two versions have the same bits for a block of {@value Column#SHARED} rows. A version without a
     * bitmap equals one in which all bits of the block are set.
     *
     * @param from the first row of the block
     */
    public static boolean isSame(@Nullable Validity one, @Nullable Validity other, int from) {
        if (one == other || one != null && other != null && one.words.isShared(other.words, offset(from))) {
            return true;
        }
        for (int word = from >>> 6; word < from + Column.SHARED >>> 6; word++) {
            if (word(one, word) != word(other, word)) {
                return false;
            }
        }
        return true;
    }

    private static long word(@Nullable Validity validity, int index) {
        return validity == null ? -1 : index < validity.words() ? validity.word(index) : 0;
    }

    /** Returns the number of words. */
    public int words() {
        return (int) (words.size() >>> 3);
    }

    /** Returns the number of NULL rows. */
    public int nulls() {
        return nulls;
    }

    public long bytes() {
        return words.size();
    }
}
