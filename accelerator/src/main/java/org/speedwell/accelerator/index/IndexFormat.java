package org.speedwell.accelerator.index;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.RegionWriter;

/** Sorted indexes in files. */
public final class IndexFormat {
    private IndexFormat() {}

    /** Writes an index, or that there is none. */
    public static void write(@Nullable SortedIndex index, RegionWriter regions, DataOutput out) throws IOException {
        out.writeBoolean(index != null);
        if (index == null) {
            return;
        }
        out.writeBoolean(index.order() != null);
        if (index.order() != null) {
            regions.write(index.order()).write(out);
        }
        int[] starts = index.starts();
        out.writeInt(starts == null ? 0 : starts.length);
        if (starts != null) {
            ByteBuffer bytes = ByteBuffer.allocate(starts.length * Integer.BYTES);
            bytes.asIntBuffer().put(starts);
            out.write(bytes.array());
        }
        out.writeBoolean(index.isConsecutive());
    }

    /** Whether an index follows. */
    public static boolean follows(DataInput in) throws IOException {
        return in.readBoolean();
    }

    /** The index that was written, over the column that was written with it. */
    public static SortedIndex read(DataInput in, ColumnFormat.Regions regions, KeyColumn column) throws IOException {
        var order = in.readBoolean() ? regions.at(Extent.read(in)) : null;
        int[] starts = new int[in.readInt()];
        byte[] bytes = new byte[starts.length * Integer.BYTES];
        in.readFully(bytes);
        ByteBuffer.wrap(bytes).asIntBuffer().get(starts);
        return new SortedIndex(column, order, starts.length == 0 ? null : starts, in.readBoolean());
    }
}
