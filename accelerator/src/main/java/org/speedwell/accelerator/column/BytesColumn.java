package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;

/**
 * A column of long texts or binary values. It stores the bytes of all values in row order, and the end of each value.
 * The values have no keys, so no order.
 */
public final class BytesColumn extends Column {
    private static final byte[] NOTHING = {};

    private final Codes ends;
    private final Region bytes;
    private final ByteForm form;
    private final @Nullable Function<@Nullable Object, @Nullable Object> mapper;

    /** The bytes of rows that an edit has changed or added. They replace those in {@code bytes}. */
    private final ChangedBytes changedRuns;

    public BytesColumn(
            Codes ends,
            Region bytes,
            ByteForm form,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            @Nullable Validity validity) {
        this(ends.rows(), ends, bytes, form, mapper, validity, ChangedBytes.NONE);
    }

    private BytesColumn(
            int rows,
            Codes ends,
            Region bytes,
            ByteForm form,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            @Nullable Validity validity,
            ChangedBytes changedRuns) {
        super(rows, validity);
        this.ends = ends;
        this.bytes = bytes;
        this.form = form;
        this.mapper = mapper;
        this.changedRuns = changedRuns;
    }

    /**
     * Returns a later version of this column, in which some rows have the values of another column.
     *
     * @param rows for each row of the other column, the row of this one that it replaces or adds; ascending
     * @param cleared deleted rows, ascending; they are no longer NULL
     * @param budget the budget that counts the memory which the versions do not share
     */
    public BytesColumn edit(int[] rows, BytesColumn values, int[] cleared, int newRows, MemoryBudget budget) {
        BitSet nulls = new BitSet();
        List<byte[]> runs = new ArrayList<>();
        int[] changed = IntStream.concat(Arrays.stream(rows), Arrays.stream(cleared))
                .sorted()
                .toArray();
        int size = 0;
        for (int row : changed) {
            int place = Arrays.binarySearch(rows, row);
            boolean isNull = place >= 0 && values.isNull(place);
            byte[] run = place < 0 || isNull ? NOTHING : values.run(place);
            if (row >= rows() || isNull != isNull(row) || place >= 0 && !isNull && !Arrays.equals(run, run(row))) {
                nulls.set(size, isNull);
                changed[size++] = row;
                runs.add(run);
            }
        }
        if (size == 0 && newRows == rows()) {
            return this;
        }
        KeyChanges changes = new KeyChanges(Arrays.copyOf(changed, size), new long[size], nulls, new BitSet());
        return new BytesColumn(
                newRows,
                ends,
                bytes,
                form,
                mapper,
                Validity.edit(validity(), rows(), changes, newRows, budget),
                changedRuns.edit(changes, runs));
    }

    @Override
    public BytesColumn picked(int[] rows, Lease lease) {
        BitSet nulls = new BitSet();
        long size = 0;
        for (int place = 0; place < rows.length; place++) {
            nulls.set(place, isNull(rows[place]));
            size += nulls.get(place) ? 0 : run(rows[place]).length;
        }
        Region room = lease.allocate(size);
        Codes nextEnds = Codes.allocate(lease, rows.length, size);
        long end = 0;
        for (int place = 0; place < rows.length; place++) {
            if (!nulls.get(place)) {
                byte[] run = run(rows[place]);
                room.putBytes(end, run, 0, run.length);
                end += run.length;
            }
            nextEnds.set(place, end);
        }
        return new BytesColumn(nextEnds, room, form, mapper, Validity.of(nulls, rows.length, lease));
    }

    @Override
    public long unusedBytes(int[] among) {
        ByteRuns runs = new Runs();
        long used = 0;
        for (int row : among) {
            used += isNull(row) ? 0 : runs.length(row);
        }
        return bytes.size() + changedRuns.bytes() - used;
    }

    @Override
    public long heapBytes() {
        return changedRuns.bytes();
    }

    Codes ends() {
        return ends;
    }

    Region region() {
        return bytes;
    }

    ByteForm form() {
        return form;
    }

    boolean isMapped() {
        return mapper != null;
    }

    @Override
    public long bytes() {
        return ends.bytes()
                + bytes.size()
                + changedRuns.bytes()
                + (validity() == null ? 0 : validity().bytes());
    }

    @Override
    public String encoding() {
        return "bytes, " + ends.width() + "-byte ends";
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // versions share the same object
    boolean sharesValues(Column other, int row) {
        return other instanceof BytesColumn version
                && bytes == version.bytes
                && changedRuns.isShared(version.changedRuns, row);
    }

    @Override
    boolean hasValue(int row, Column other, int otherRow) {
        return other instanceof BytesColumn bytesOther && mapper == bytesOther.mapper
                ? Arrays.equals(run(row), bytesOther.run(otherRow))
                : super.hasValue(row, other, otherRow);
    }

    @Override
    Object value(int row) {
        Object value = form.fromBytes(run(row));
        Reference.reachabilityFence(this);
        return mapper == null
                ? value
                : Objects.requireNonNull(mapper.apply(value)); // a null result is stored as NULL, and never as bytes
    }

    /** Returns the values as bytes. Null if a mapper converts the values. */
    public @Nullable ByteRuns runs() {
        return mapper == null ? new Runs() : null;
    }

    /** Returns the bytes from the database, also if a mapper converts the values. */
    public ByteRuns storedRuns() {
        return new Runs();
    }

    private final class Runs implements ByteRuns {
        @Override
        public boolean isText() {
            return form instanceof ByteForm.Text;
        }

        @Override
        public int length(int row) {
            byte[] changed = changedRuns.get(row);
            return changed == null ? (int) (ends.get(row) - start(row)) : changed.length;
        }

        @Override
        public void copy(int row, byte[] target, int at) {
            byte[] changed = changedRuns.get(row);
            if (changed == null) {
                long from = start(row);
                bytes.getBytes(from, (int) (ends.get(row) - from), target, at);
                Reference.reachabilityFence(BytesColumn.this);
            } else {
                System.arraycopy(changed, 0, target, at, changed.length);
            }
        }
    }

    private long start(int row) {
        return row == 0 ? 0 : ends.get(row - 1);
    }

    /** Returns the bytes of a row in a new array. */
    private byte[] run(int row) {
        byte[] changed = changedRuns.get(row);
        if (changed != null) {
            return changed.clone();
        }
        long from = start(row);
        return bytes.getBytes(from, (int) (ends.get(row) - from));
    }
}
