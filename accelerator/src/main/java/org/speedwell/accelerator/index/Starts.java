package org.speedwell.accelerator.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each key or bucket of an index, the number of rows before it. One more entry at the end holds the number of all
 * rows. A build creates one array. A later version of a long array consists of blocks, and shares the blocks that do
 * not change. Immutable.
 */
final class Starts {
    /** The number of entries of a block, as a logarithm of base 2. */
    private static final int SHIFT = 8;

    private static final int BLOCK = 1 << SHIFT;

    /** The greatest length of an array that an edit copies as a whole, because one array is faster to read. */
    private static final int SHORT = 1 << 12;

    private static final int[] ZEROS = new int[BLOCK];

    private static final int[] NO_BASES = {};

    private static final int[][] NO_BLOCKS = {};

    private final int length;

    /** All entries. Null if they are in blocks. */
    private final int @Nullable [] flat;

    /** The number that each block adds to its entries. So rows before a block do not change the block itself. */
    private final int[] bases;

    /** The entries, less the base. In the last block, entries from {@link #length} on repeat the last entry. */
    private final int[][] blocks;

    /** Creates the first version. */
    Starts(int[] flat) {
        this.length = flat.length;
        this.flat = flat;
        this.bases = NO_BASES;
        this.blocks = NO_BLOCKS;
    }

    private Starts(int length, int[] bases, int[][] blocks) {
        this.length = length;
        this.flat = null;
        this.bases = bases;
        this.blocks = blocks;
    }

    int length() {
        return length;
    }

    /** Returns all entries if they are in one array, and null otherwise. */
    int @Nullable [] flat() {
        return flat;
    }

    int get(int index) {
        return flat == null ? inBlock(index) : flat[index];
    }

    /** Returns an entry of a version that is in blocks. */
    int inBlock(int index) {
        int block = index >>> SHIFT;
        return bases[block] + blocks[block][index & BLOCK - 1];
    }

    private int total() {
        return get(length - 1);
    }

    /** Returns all entries in a new array. */
    int[] toArray() {
        int[] all = new int[length];
        Arrays.setAll(all, this::get);
        return all;
    }

    /**
     * Returns the entries of a later version.
     *
     * @param before the number of new keys before the first one
     * @param newLength at least the present length and {@code before}
     * @param removed for each removed row, the place of its key in the later version, ascending
     * @param added the same for each added row
     */
    Starts edit(int before, int newLength, int[] removed, int[] added) {
        Starts source = before == 0 ? this : new Starts(moved(before));
        return newLength <= SHORT
                ? source.copied(newLength, removed, added)
                : source.editedBlocks(newLength, removed, added);
    }

    /** Returns the entries after some new ones, which are 0. */
    private int[] moved(int before) {
        int[] moved = new int[before + length];
        for (int i = 0; i < length; i++) {
            moved[before + i] = get(i);
        }
        return moved;
    }

    private Starts copied(int newLength, int[] removed, int[] added) {
        int[] next = Arrays.copyOf(flat == null ? toArray() : flat, newLength);
        Arrays.fill(next, length, newLength, total());
        new Growth(removed, added).addTo(next, 0);
        return new Starts(next);
    }

    private Starts editedBlocks(int newLength, int[] removed, int[] added) {
        int count = count(newLength);
        int[][] nextBlocks = flat == null ? Arrays.copyOf(blocks, count) : split(flat, count);
        int[] nextBases = Arrays.copyOf(bases, count);
        int known = flat == null ? blocks.length : count(length);
        Arrays.fill(nextBases, known, count, total());
        Arrays.fill(nextBlocks, known, count, ZEROS);
        Growth growth = new Growth(removed, added);
        for (int block = 0; block < count; block++) {
            nextBases[block] += growth.soFar();
            if (growth.next() < block + 1 << SHIFT) {
                nextBlocks[block] = nextBlocks[block].clone();
                growth.addTo(nextBlocks[block], block << SHIFT);
            }
        }
        return new Starts(newLength, nextBases, nextBlocks);
    }

    private static int count(int entries) {
        return entries + BLOCK - 1 >>> SHIFT;
    }

    /** Splits an array into blocks, whose bases are 0. */
    private static int[][] split(int[] all, int count) {
        int[][] blocks = new int[count][];
        for (int from = 0; from < all.length; from += BLOCK) {
            int[] block = Arrays.copyOfRange(all, from, from + BLOCK);
            if (from + BLOCK > all.length) {
                Arrays.fill(block, all.length - from, BLOCK, all[all.length - 1]);
            }
            blocks[from >>> SHIFT] = block;
        }
        return blocks;
    }

    /** A cursor over the changes, which sums up the added rows less the removed ones. For one thread. */
    private static final class Growth {
        private final int[] removed;
        private final int[] added;
        private int out;
        private int in;

        Growth(int[] removed, int[] added) {
            this.removed = removed;
            this.added = added;
        }

        int soFar() {
            return in - out;
        }

        /** Returns the place of the next change, or {@code Integer.MAX_VALUE}. */
        int next() {
            return Math.min(
                    out < removed.length ? removed[out] : Integer.MAX_VALUE,
                    in < added.length ? added[in] : Integer.MAX_VALUE);
        }

        /**
         * Adds to each entry the growth at places before it, as far as it lies within these entries.
         *
         * @param first the place of the first entry
         */
        void addTo(int[] entries, int first) {
            int before = soFar();
            for (int i = next() - first; i < entries.length; ) {
                while (out < removed.length && removed[out] == first + i) {
                    out++;
                }
                while (in < added.length && added[in] == first + i) {
                    in++;
                }
                int growth = soFar() - before;
                int end = (int) Math.min((long) next() - first, entries.length - 1);
                for (i++; i <= end; i++) {
                    entries[i] += growth;
                }
                i = next() - first;
            }
        }
    }
}
