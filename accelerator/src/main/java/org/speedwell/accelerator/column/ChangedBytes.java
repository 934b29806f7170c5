package org.speedwell.accelerator.column;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The byte runs that rows have in place of those that were loaded, in blocks of {@value Column#SHARED} rows. A later version
 * copies the blocks that it changes and shares all others. Immutable.
 */
final class ChangedBytes {
    static final ChangedBytes NONE = new ChangedBytes(new byte[0][][], 0);

    private final byte[] @Nullable [] @Nullable [] blocks;
    private final long bytes;

    private ChangedBytes(byte[] @Nullable [] @Nullable [] blocks, long bytes) {
        this.blocks = blocks;
        this.bytes = bytes;
    }

    /** Returns the run that a row has in place of the loaded one, or null. */
    byte @Nullable [] get(int row) {
        byte @Nullable [] @Nullable [] block = block(row);
        return block == null ? null : block[row % Column.SHARED];
    }

    private byte @Nullable [] @Nullable [] block(int row) {
        int block = row / Column.SHARED;
        return block < blocks.length ? blocks[block] : null;
    }

    /** Returns the runs of a later version, by the places of the changed rows. */
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

    /** Returns whether two versions have the same runs in the block of a row, as they share it. */
    boolean isShared(ChangedBytes other, int row) {
        return block(row) == other.block(row);
    }

    /** Returns the bytes of all runs. */
    long bytes() {
        return bytes;
    }
}
