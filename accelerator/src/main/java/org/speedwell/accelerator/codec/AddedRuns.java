package org.speedwell.accelerator.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Byte sequences with keys, in ascending order of both. The class stores them in leaves. Versions share the leaves to
 * which nothing was added. Immutable.
 */
final class AddedRuns {
    static final AddedRuns NONE = new AddedRuns(new long[0][], new byte[0][][], 0);

    /** The normal number of byte sequences in a leaf. A leaf has at most twice as many. */
    private static final int LEAF = 1 << 6;

    private final long[][] keys;
    private final byte[][][] runs;

    /** The number of byte sequences before each leaf; the last element is the total. */
    private final int[] starts;

    private final long bytes;

    private AddedRuns(long[][] keys, byte[][][] runs, long bytes) {
        this.keys = keys;
        this.runs = runs;
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
        return low == 0 ? 0 : starts[low - 1] + insertion(Arrays.binarySearch(keys[low - 1], key));
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
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(run(middle), run) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? -1 : key(low - 1);
    }

    /** Returns the same byte sequences with translated keys. The translation must keep the order. */
    AddedRuns translated(KeySpace.Translation translation) {
        long[][] others = new long[keys.length][];
        Arrays.setAll(
                others, leaf -> Arrays.stream(keys[leaf]).map(translation::of).toArray());
        return new AddedRuns(others, runs, bytes);
    }

    /** Returns these byte sequences and others. The others must also ascend by key and bytes. */
    AddedRuns with(long[] moreKeys, List<byte[]> moreRuns) {
        List<long[]> nextKeys = new ArrayList<>();
        List<byte[][]> nextRuns = new ArrayList<>();
        int next = 0;
        for (int leaf = 0; leaf < Math.max(1, keys.length); leaf++) {
            int from = next;
            boolean isLast = leaf >= keys.length - 1;
            while (next < moreKeys.length && (isLast || moreKeys[next] < keys[leaf + 1][0])) {
                next++;
            }
            if (next == from) {
                if (leaf < keys.length) {
                    nextKeys.add(keys[leaf]);
                    nextRuns.add(runs[leaf]);
                }
                continue;
            }
            merge(leaf, moreKeys, moreRuns, from, next, nextKeys, nextRuns);
        }
        long more = moreRuns.stream().mapToLong(run -> run.length).sum();
        return new AddedRuns(nextKeys.toArray(long[][]::new), nextRuns.toArray(byte[][][]::new), bytes + more);
    }

    private void merge(
            int leaf,
            long[] moreKeys,
            List<byte[]> moreRuns,
            int from,
            int to,
            List<long[]> nextKeys,
            List<byte[][]> nextRuns) {
        int known = leaf < keys.length ? keys[leaf].length : 0;
        long[] allKeys = new long[known + to - from];
        byte[][] allRuns = new byte[allKeys.length][];
        int one = 0;
        int two = from;
        for (int i = 0; i < allKeys.length; i++) {
            if (two == to || one < known && keys[leaf][one] < moreKeys[two]) {
                allKeys[i] = keys[leaf][one];
                allRuns[i] = runs[leaf][one++];
            } else {
                allKeys[i] = moreKeys[two];
                allRuns[i] = moreRuns.get(two++);
            }
        }
        int pieces = allKeys.length <= 2 * LEAF ? 1 : (allKeys.length + LEAF - 1) / LEAF;
        for (int piece = 0; piece < pieces; piece++) {
            int begin = (int) ((long) allKeys.length * piece / pieces);
            int end = (int) ((long) allKeys.length * (piece + 1) / pieces);
            nextKeys.add(Arrays.copyOfRange(allKeys, begin, end));
            nextRuns.add(Arrays.copyOfRange(allRuns, begin, end));
        }
    }

    /** Returns the total length of all byte sequences. */
    long bytes() {
        return bytes;
    }
}
