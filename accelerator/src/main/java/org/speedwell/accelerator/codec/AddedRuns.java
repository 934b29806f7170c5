package org.speedwell.accelerator.codec;

import java.util.Arrays;
import java.util.List;

/**
 * Byte sequences with keys, in ascending order of both. The class stores them in leaves. Versions share the leaves to
 * which nothing was added. Immutable.
 */
final class AddedRuns {
    static final AddedRuns NONE = new AddedRuns(new long[0][], new long[0][], new byte[0][][], new long[0], 0);

    /** The normal number of byte sequences in a leaf. A leaf has at most twice as many. */
    private static final int LEAF = 1 << 6;

    private final long[][] keys;

    /** The {@linkplain Prefixes#of prefix} of each byte sequence. */
    private final long[][] prefixes;

    private final byte[][][] runs;

    /** The first prefix of each leaf. */
    private final long[] firsts;

    /** The number of byte sequences before each leaf; the last element is the total. */
    private final int[] starts;

    private final long bytes;

    private AddedRuns(long[][] keys, long[][] prefixes, byte[][][] runs, long[] firsts, long bytes) {
        this.keys = keys;
        this.prefixes = prefixes;
        this.runs = runs;
        this.firsts = firsts;
        this.bytes = bytes;
        this.starts = new int[keys.length + 1];
        for (int leaf = 0; leaf < keys.length; leaf++) {
            starts[leaf + 1] = starts[leaf] + keys[leaf].length;
        }
    }

    int size() {
        return starts[keys.length];
    }

    /** Returns the number of byte sequences whose key is below {@code key}. */
    int below(long key) {
        int leaf = leafOf(key);
        return keys.length == 0 ? 0 : starts[leaf] + insertion(Arrays.binarySearch(keys[leaf], key));
    }

    private static int insertion(int found) {
        return found < 0 ? -1 - found : found;
    }

    long key(int place) {
        int leaf = leaf(place);
        return keys[leaf][place - starts[leaf]];
    }

    byte[] run(int place) {
        int leaf = leaf(place);
        return runs[leaf][place - starts[leaf]];
    }

    private int leaf(int place) {
        int found = Arrays.binarySearch(starts, place);
        return found < 0 ? -2 - found : found;
    }

    /** Returns the key of the last byte sequence that is not above {@code run}, or −1. */
    long floor(byte[] run) {
        long prefix = Prefixes.of(run);
        int below = Prefixes.below(firsts, prefix);
        int leaf = below;
        for (int high = Prefixes.through(firsts, prefix, below); leaf < high; ) {
            int middle = (leaf + high) >>> 1;
            if (Arrays.compareUnsigned(runs[middle][0], run) <= 0) {
                leaf = middle + 1;
            } else {
                high = middle;
            }
        }
        if (leaf == 0) {
            return -1;
        }
        byte[][] all = runs[leaf - 1];
        int low = Prefixes.below(prefixes[leaf - 1], prefix);
        for (int high = Prefixes.through(prefixes[leaf - 1], prefix, low); low < high; ) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(all[middle], run) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return keys[leaf - 1][low - 1]; // the first one of the leaf is not above
    }

    /** Returns the same byte sequences with translated keys. The translation must keep the order. */
    AddedRuns translated(KeySpace.Translation translation) {
        long[][] others = new long[keys.length][];
        Arrays.setAll(
                others, leaf -> Arrays.stream(keys[leaf]).map(translation::of).toArray());
        return new AddedRuns(others, prefixes, runs, firsts, bytes);
    }

    /** Returns these byte sequences and others. The others must also ascend by key and bytes. */
    AddedRuns with(long[] moreKeys, List<byte[]> moreRuns) {
        Leaves next = new Leaves(keys.length + moreKeys.length / LEAF + 1);
        int shared = 0;
        for (int i = 0; i < moreKeys.length; ) {
            int leaf = leafOf(moreKeys[i]);
            int from = i;
            long end = leaf + 1 < keys.length ? keys[leaf + 1][0] : Long.MAX_VALUE;
            while (i < moreKeys.length && moreKeys[i] < end) {
                i++;
            }
            next.share(this, shared, leaf);
            merge(leaf, moreKeys, moreRuns, from, i, next);
            shared = leaf + 1;
        }
        next.share(this, shared, keys.length);
        long more = moreRuns.stream().mapToLong(run -> run.length).sum();
        return next.runs(bytes + more);
    }

    /** Returns the last leaf whose first key is below {@code key}; 0 if there is none. */
    private int leafOf(long key) {
        int low = 0;
        int high = keys.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keys[middle][0] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(0, low - 1);
    }

    private void merge(int leaf, long[] moreKeys, List<byte[]> moreRuns, int from, int to, Leaves next) {
        int known = leaf < keys.length ? keys[leaf].length : 0;
        int size = known + to - from;
        long[] allKeys = new long[size];
        long[] allPrefixes = new long[size];
        byte[][] allRuns = new byte[size][];
        int one = 0;
        int two = from;
        for (int i = 0; i < size; i++) {
            if (two == to || one < known && keys[leaf][one] < moreKeys[two]) {
                allKeys[i] = keys[leaf][one];
                allPrefixes[i] = prefixes[leaf][one];
                allRuns[i] = runs[leaf][one++];
            } else {
                allKeys[i] = moreKeys[two];
                allRuns[i] = moreRuns.get(two++);
                allPrefixes[i] = Prefixes.of(allRuns[i]);
            }
        }
        if (size <= 2 * LEAF) {
            next.add(allKeys, allPrefixes, allRuns);
            return;
        }
        int pieces = (size + LEAF - 1) / LEAF;
        for (int piece = 0; piece < pieces; piece++) {
            int begin = (int) ((long) size * piece / pieces);
            int end = (int) ((long) size * (piece + 1) / pieces);
            next.add(
                    Arrays.copyOfRange(allKeys, begin, end),
                    Arrays.copyOfRange(allPrefixes, begin, end),
                    Arrays.copyOfRange(allRuns, begin, end));
        }
    }

    /** The leaves of the next version. */
    private static final class Leaves {
        private long[][] keys;
        private long[][] prefixes;
        private byte[][][] runs;
        private long[] firsts;
        private int size;

        Leaves(int expected) {
            keys = new long[expected][];
            prefixes = new long[expected][];
            runs = new byte[expected][][];
            firsts = new long[expected];
        }

        private void resize(int length) {
            keys = Arrays.copyOf(keys, length);
            prefixes = Arrays.copyOf(prefixes, length);
            runs = Arrays.copyOf(runs, length);
            firsts = Arrays.copyOf(firsts, length);
        }

        private void reserve(int more) {
            if (size + more > keys.length) {
                resize(size + more + size / 8);
            }
        }

        void share(AddedRuns former, int from, int to) {
            if (from < to) {
                reserve(to - from);
                System.arraycopy(former.keys, from, keys, size, to - from);
                System.arraycopy(former.prefixes, from, prefixes, size, to - from);
                System.arraycopy(former.runs, from, runs, size, to - from);
                System.arraycopy(former.firsts, from, firsts, size, to - from);
                size += to - from;
            }
        }

        void add(long[] leafKeys, long[] leafPrefixes, byte[][] leafRuns) {
            reserve(1);
            keys[size] = leafKeys;
            prefixes[size] = leafPrefixes;
            runs[size] = leafRuns;
            firsts[size++] = leafPrefixes[0];
        }

        AddedRuns runs(long bytes) {
            if (size < keys.length) {
                resize(size);
            }
            return new AddedRuns(keys, prefixes, runs, firsts, bytes);
        }
    }

    /** Returns the total length of all byte sequences. */
    long bytes() {
        return bytes;
    }
}
