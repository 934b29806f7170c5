package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.accelerator.memory.Region;

/** One bit a row: set where the row has a value, clear where it is NULL. A column without NULLs has no bits at all. */
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

    /** All rows valid, of which as many as {@code nulls} are to be cleared. */
    public static Validity allocate(Lease lease, int rows, int nulls) {
        Region words = lease.allocate(size(rows));
        for (long row = 0; row < rows; row += 64) {
            long all = rows - row >= 64 ? -1L : (1L << (rows - row)) - 1;
            words.putLong(row >>> 6 << 3, all);
        }
        return new Validity(words, nulls);
    }

    /** The bits of rows of which some are NULL; null where none is. */
    public static @Nullable Validity of(BitSet nulls, int rows, Lease lease) {
        if (nulls.isEmpty()) {
            return null;
        }
        Validity validity = allocate(lease, rows, nulls.cardinality());
        validity.clear(nulls, 0);
        return validity;
    }

    /** Clears the bits of rows, numbered from one on. Only while the column is built. */
    public void clear(BitSet nulls, int firstRow) {
        nulls.stream().forEach(row -> clear(firstRow + row));
    }

    /** The bytes that so many bits take, in whole words. */
    static long size(int rows) {
        return ((long) rows + 63) / 64 * Long.BYTES;
    }

    /**
     * The bits of a later version, of which some are changed; blocks without changes are shared.
     *
     * @param validity null where no row was NULL
     * @return null where no row is
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
        // A new row may share its word with rows that are there
        long[] offsets =
                Arrays.stream(changes.rows()).mapToLong(Validity::offset).toArray();
        return new Validity(words.edit(offsets, size(newRows), budget), newNulls);
    }

    /** Where the word of a row is. */
    private static long offset(int row) {
        return (long) (row >>> 6) << 3;
    }

    /**
     * The bits of rows that are there, once some are not; new ones are.
     *
     * @param present null where all were
     * @return null where all are
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

    /** Only while the column is built. */
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

    /** The bits of rows 64 × {@code index} to 64 × {@code index} + 63; bits past the last row are clear. */
    public long word(int index) {
        return words.getLong((long) index << 3);
    }

    /**
     * Whether two versions have the same bits of {@value Column#SHARED} rows from a multiple of that on. What one lacks, as
     * all are valid there, the other may have all the same.
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

    /** How many words there are. */
    public int words() {
        return (int) (words.size() >>> 3);
    }

    /** How many rows are NULL. */
    public int nulls() {
        return nulls;
    }

    public long bytes() {
        return words.size();
    }
}
