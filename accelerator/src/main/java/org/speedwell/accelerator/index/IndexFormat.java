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
        write(index.starts(), out);
        out.writeBoolean(index.isConsecutive());
        Buckets buckets = index.buckets();
        write(buckets == null ? null : buckets.starts(), out);
        out.writeInt(buckets == null ? 0 : buckets.shift());
    }

    private static void write(int @Nullable [] numbers, DataOutput out) throws IOException {
        out.writeInt(numbers == null ? 0 : numbers.length);
        if (numbers != null) {
            ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
            bytes.asIntBuffer().put(numbers);
            out.write(bytes.array());
        }
    }

    private static int @Nullable [] readNumbers(DataInput in) throws IOException {
        int[] numbers = new int[in.readInt()];
        byte[] bytes = new byte[numbers.length * Integer.BYTES];
        in.readFully(bytes);
        ByteBuffer.wrap(bytes).asIntBuffer().get(numbers);
        return numbers.length == 0 ? null : numbers;
    }

    /** Whether an index follows. */
    public static boolean follows(DataInput in) throws IOException {
        return in.readBoolean();
    }

    /** The index that was written, over the column that was written with it. */
    public static SortedIndex read(DataInput in, ColumnFormat.Regions regions, KeyColumn column) throws IOException {
        RowNumbers order = in.readBoolean() ? RowNumbers.of(regions.at(Extent.read(in)), column.rows()) : null;
        int[] starts = readNumbers(in);
        boolean consecutive = in.readBoolean();
        int[] buckets = readNumbers(in);
        int shift = in.readInt();
        return new SortedIndex(
                column, order, starts, consecutive, buckets == null ? null : new Buckets(buckets, shift));
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
