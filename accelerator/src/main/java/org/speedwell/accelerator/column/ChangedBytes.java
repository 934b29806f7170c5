package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of bytes that rows have in place of those that were loaded: a tree of three levels, of which a later version copies
 * the nodes above its changes and shares all others. Immutable.
 */
final class ChangedBytes {
    static final ChangedBytes NONE = new ChangedBytes(new byte[0][][][], 0);

    /** Rows a leaf, and leaves a node; the root has a node for so many rows. */
    private static final int FAN = 64;

    private static final int BLOCK = FAN * FAN;

    private final byte[] @Nullable [] @Nullable [] @Nullable [] root;
    private final long bytes;

    private ChangedBytes(byte[] @Nullable [] @Nullable [] @Nullable [] root, long bytes) {
        this.root = root;
        this.bytes = bytes;
    }

    /** What a row has in place of what was loaded, or null. */
    byte @Nullable [] get(int row) {
        int block = row / BLOCK;
        if (block >= root.length || root[block] == null) {
            return null;
        }
        byte[][] leaf = root[block][row / FAN % FAN];
        return leaf == null ? null : leaf[row % FAN];
    }

    /** As {@link #get}, once rows have changed. */
    ChangedBytes edit(KeyChanges changes, List<byte[]> runs) {
        int last = changes.size() == 0 ? -1 : changes.row(changes.size() - 1);
        byte[][][][] next = Arrays.copyOf(root, Math.max(root.length, last / BLOCK + 1));
        long size = bytes;
        byte[][] leaf = null;
        int leafOf = -1;
        int nodeOf = -1;
        for (int place = 0; place < changes.size(); place++) {
            int row = changes.row(place);
            int block = row / BLOCK;
            int inBlock = row / FAN % FAN;
            if (block != nodeOf) {
                next[block] = next[block] == null ? new byte[FAN][][] : next[block].clone();
                nodeOf = block;
            }
            if (leaf == null || row / FAN != leafOf) {
                leaf = next[block][inBlock] == null ? new byte[FAN][] : next[block][inBlock].clone();
                next[block][inBlock] = leaf;
                leafOf = row / FAN;
            }
            size += runs.get(place).length - (leaf[row % FAN] == null ? 0 : leaf[row % FAN].length);
            leaf[row % FAN] = runs.get(place);
        }
        return new ChangedBytes(next, size);
    }

    /** Whether two versions have nothing but the same in place of what was loaded, in rows of whole leaves. */
    boolean isShared(ChangedBytes other, int from, int to) {
        for (int row = from; root != other.root && row < to; row += FAN) {
            if (leaf(row) != other.leaf(row)) {
                return false;
            }
        }
        return true;
    }

    private byte @Nullable [] @Nullable [] leaf(int row) {
        int block = row / BLOCK;
        return block >= root.length || root[block] == null ? null : root[block][row / FAN % FAN];
    }

    /** Of all runs. */
    long bytes() {
        return bytes;
    }
}
