package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The byte runs that replace those of loaded rows, in blocks of {@value Column#SHARED} rows. A later version copies the
 * blocks that it changes and shares all others. Immutable.
 */
final class ChangedBytes {
    static final ChangedBytes NONE = new ChangedBytes(new byte[0][][], 0);

    private final byte[] @Nullable [] @Nullable [] blocks;
    private final long bytes;

    private ChangedBytes(byte[] @Nullable [] @Nullable [] blocks, long bytes) {
        this.blocks = blocks;
        this.bytes = bytes;
    }

    /** Returns the run that replaces the loaded one of a row. Null if there is none. */
    byte @Nullable [] get(int row) {
        byte @Nullable [] @Nullable [] block = block(row);
        return block == null ? null : block[row % Column.SHARED];
    }

    private byte @Nullable [] @Nullable [] block(int row) {
        int block = row / Column.SHARED;
        return block < blocks.length ? blocks[block] : null;
    }

    /**
     * Returns the runs of a later version.
     *
     * @param runs the new run of each changed row, by its index in {@code changes}
     */
    ChangedBytes edit(KeyChanges changes, List<byte[]> runs) {
        int last = changes.size() == 0 ? -1 : changes.row(changes.size() - 1);
        byte[][][] next = Arrays.copyOf(blocks, Math.max(blocks.length, last / Column.SHARED + 1));
        long size = bytes;
        for (int place = 0; place < changes.size(); place++) {
            int row = changes.row(place);
            int at = row / Column.SHARED;
            if (place == 0 || at > changes.row(place - 1) / Column.SHARED) {
                next[at] = next[at] == null ? new byte[Column.SHARED][] : next[at].clone();
            }
            byte[] former = next[at][row % Column.SHARED];
            size += runs.get(place).length - (former == null ? 0 : former.length);
            next[at][row % Column.SHARED] = runs.get(place);
        }
        return new ChangedBytes(next, size);
    }

    /** Returns whether two versions share the block of a row, and so have the same runs in it. */
    boolean isShared(ChangedBytes other, int row) {
        return block(row) == other.block(row);
    }

    /** Returns the total size of all runs in bytes. */
    long bytes() {
        return bytes;
    }
}
