package org.speedwell.accelerator.index;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.RegionWriter;

/** Indexes in files. */
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
            regions.write(index.order().region()).write(out);
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
        RowNumbers order = in.readBoolean() ? RowNumbers.of(regions.at(Extent.read(in)), column.rows()) : null;
        int[] starts = new int[in.readInt()];
        byte[] bytes = new byte[starts.length * Integer.BYTES];
        in.readFully(bytes);
        ByteBuffer.wrap(bytes).asIntBuffer().get(starts);
        return new SortedIndex(column, order, starts.length == 0 ? null : starts, in.readBoolean());
    }

    /** Writes an index over two columns. */
    public static void write(PairIndex pair, RegionWriter regions, DataOutput out) throws IOException {
        out.writeInt(pair.first());
        out.writeInt(pair.second());
        out.writeLong(pair.stride());
        ColumnFormat.write(pair.index().column(), regions, out);
        write(pair.index(), regions, out);
    }

    /**
     * The index over two columns that was written, over those of the same table.
     *
     * @throws IOException if they are not among the columns
     */
    public static PairIndex readPair(DataInput in, ColumnFormat.Regions regions, Column[] columns) throws IOException {
        int first = in.readInt();
        int second = in.readInt();
        long stride = in.readLong();
        if (!(ColumnFormat.read(in, regions, Long.class, null) instanceof KeyColumn pairs && follows(in))) {
            throw new IOException("no index over two columns where one was to be");
        }
        return new PairIndex(
                first, keys(columns, first), second, keys(columns, second), read(in, regions, pairs), stride);
    }

    private static KeyColumn keys(Column[] columns, int index) throws IOException {
        if (index < 0 || index >= columns.length || !(columns[index] instanceof KeyColumn keys)) {
            throw new IOException("an index over column number " + index + ", which has no keys");
        }
        return keys;
    }
}
