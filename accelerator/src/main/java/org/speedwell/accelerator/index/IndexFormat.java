package org.speedwell.accelerator.index;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.RegionWriter;

/** The file format of indexes. */
public final class IndexFormat {
    private IndexFormat() {}

    /** Writes an index, or a mark that there is none. */
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
        out.writeInt(buckets == null ? 0 : buckets.shift());
        write(buckets == null ? null : buckets.starts(), out);
    }

    private static void write(@Nullable Starts starts, DataOutput out) throws IOException {
        out.writeInt(starts == null ? 0 : starts.length());
        if (starts != null) {
            ByteBuffer bytes = ByteBuffer.allocate(starts.length() * Integer.BYTES);
            bytes.asIntBuffer().put(starts.toArray());
            out.write(bytes.array());
        }
    }

    /** Reads {@code count} ascending numbers from 0 to {@code last}. Returns null if none were written. */
    private static @Nullable Starts readStarts(DataInput in, long count, int last) throws IOException {
        int length = in.readInt();
        if (length == 0) {
            return null;
        }
        require(
                length == count && length <= SortedIndexBuilder.MAX_STARTS + 2,
                length + " start positions instead of " + count);
        byte[] bytes = new byte[length * Integer.BYTES];
        in.readFully(bytes);
        int[] starts = new int[length];
        ByteBuffer.wrap(bytes).asIntBuffer().get(starts);
        for (int i = 0; i < length; i++) {
            require(
                    starts[i] >= (i == 0 ? 0 : starts[i - 1]),
                    "the descending start position " + starts[i] + ", number " + i);
        }
        require(
                starts[0] == 0 && starts[length - 1] == last,
                "start positions up to " + starts[length - 1] + " instead of " + last);
        return new Starts(starts);
    }

    private static void require(boolean condition, String found) throws IOException {
        if (!condition) {
            throw new IOException("an index with " + found);
        }
    }

    /** Returns whether an index follows. */
    public static boolean follows(DataInput in) throws IOException {
        return in.readBoolean();
    }

    /**
     * Reads the index of a column that was written with it. It checks the description of the index; {@link IndexCheck}
     * checks the bytes.
     *
     * @throws IOException if the index cannot belong to this column
     */
    public static SortedIndex read(DataInput in, ColumnFormat.Regions regions, Column column) throws IOException {
        if (!(column instanceof KeyColumn keys && keys.codec().isOrdered())) {
            throw new IOException("an index over values that have no order");
        }
        RowNumbers order = in.readBoolean() ? RowNumbers.of(regions.at(Extent.read(in)), keys.rows()) : null;
        int valid = keys.rows() - keys.nulls();
        long span = keys.max() - keys.min(); // unsigned
        Starts starts = readStarts(in, span + 2, valid);
        boolean consecutive = in.readBoolean();
        require(!consecutive || span == valid - 1L, valid + " consecutive keys in a range of " + span);
        int shift = in.readInt();
        require(shift >= 0 && shift < Long.SIZE, "the unknown bucket size " + shift);
        Starts buckets = readStarts(in, (span >>> shift) + 2, valid);
        return new SortedIndex(
                keys,
                keys.rows(),
                order,
                starts,
                consecutive,
                buckets == null ? null : new Buckets(keys.min(), buckets, shift));
    }

    /** Writes an index over two columns. */
    public static void write(PairIndex pair, RegionWriter regions, DataOutput out) throws IOException {
        out.writeInt(pair.first());
        out.writeInt(pair.second());
        out.writeLong(pair.bounds().stride());
        ColumnFormat.write(pair.index().column(), regions, out);
        write(pair.index(), regions, out);
    }

    /**
     * Reads an index over two columns of the same table.
     *
     * @throws IOException if the columns do not exist, or if the index cannot belong to them
     */
    public static PairIndex readPair(DataInput in, ColumnFormat.Regions regions, int rows, List<Column> columns)
            throws IOException {
        int first = in.readInt();
        int second = in.readInt();
        KeyColumn firstKeys = keys(columns, first);
        KeyColumn secondKeys = keys(columns, second);
        long stride = in.readLong();
        Column column = ColumnFormat.read(in, regions, rows, Long.class, Long.class, null);
        require(follows(in), "combined keys of two columns, but no order");
        SortedIndex index = read(in, regions, column);
        PairIndex.Bounds bounds = PairIndex.Bounds.of(firstKeys, secondKeys);
        require(
                isRoomy(bounds) && stride == bounds.stride() && index.valid() == rows - firstKeys.nulls(),
                "a stride of " + stride + ", which does not match its two columns");
        return new PairIndex(first, second, bounds, index);
    }

    private static boolean isRoomy(PairIndex.Bounds bounds) {
        try {
            bounds.requireRoom();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static KeyColumn keys(List<Column> columns, int index) throws IOException {
        if (index < 0
                || index >= columns.size()
                || !(columns.get(index) instanceof KeyColumn keys
                        && keys.codec().isOrdered())) {
            throw new IOException(
                    "an index over column number " + index + ", which does not exist or has no ordered keys");
        }
        return keys;
    }
}
