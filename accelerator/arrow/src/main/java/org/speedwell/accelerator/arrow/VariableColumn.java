package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.speedwell.accelerator.column.ByteRuns;

/** A column of texts or binary values. Each batch takes a pass, which converts texts to UTF-8. */
record VariableColumn(ArrowField field, Nulls nulls, ByteRuns runs) implements ExportedColumn {
    /** The first byte of a surrogate in {@link ByteRuns#isText CESU-8}, and of some other characters. */
    private static final byte SURROGATE = (byte) 0xED;

    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    @Override
    public ArrayData data(Batch batch) {
        try (Buffers buffers = new Buffers()) {
            Nulls.Bitmap bitmap = nulls.bitmap(batch, buffers);
            long bound = 0;
            for (int place = 0; place < batch.length(); place++) {
                int row = batch.row(place);
                bound += nulls.isNull(row) ? 0 : runs.length(row);
            }
            MemorySegment ends = buffers.allocate((batch.length() + 1L) * Long.BYTES);
            MemorySegment bytes = buffers.allocate(bound);
            byte[] run = new byte[256];
            long end = 0;
            for (int place = 0; place < batch.length(); place++) {
                int row = batch.row(place);
                if (!nulls.isNull(row)) {
                    int length = runs.length(row);
                    run = run.length < length ? new byte[Math.max(length, 2 * run.length)] : run;
                    runs.copy(row, run, 0);
                    int size = runs.isText() ? toUtf8(run, length) : length;
                    MemorySegment.copy(run, 0, bytes, ValueLayout.JAVA_BYTE, end, size);
                    end += size;
                }
                ends.set(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES * (place + 1L), end);
            }
            List<MemorySegment> all = List.of(bitmap.bits(), ends, bytes.asSlice(0, end));
            return buffers.array(batch.length(), bitmap.nulls(), all, null);
        }
    }

    /**
     * Converts bytes in CESU-8 to UTF-8 in place. A surrogate without a partner becomes U+FFFD.
     *
     * @return the number of bytes in UTF-8, which is not larger
     */
    static int toUtf8(byte[] bytes, int length) {
        int from = 0;
        while (from < length && !isSurrogate(bytes, from, length, 0xA0)) {
            from++;
        }
        int to = from;
        while (from < length) {
            if (!isSurrogate(bytes, from, length, 0xA0)) {
                bytes[to++] = bytes[from++];
            } else if ((bytes[from + 1] & 0xFF) < 0xB0 && isSurrogate(bytes, from + 3, length, 0xB0)) {
                int character = Character.toCodePoint(unit(bytes, from), unit(bytes, from + 3));
                bytes[to++] = (byte) (0xF0 | character >> 18);
                bytes[to++] = (byte) (0x80 | character >> 12 & 0x3F);
                bytes[to++] = (byte) (0x80 | character >> 6 & 0x3F);
                bytes[to++] = (byte) (0x80 | character & 0x3F);
                from += 6;
            } else {
                System.arraycopy(REPLACEMENT, 0, bytes, to, 3);
                to += 3;
                from += 3;
            }
        }
        return to;
    }

    private static boolean isSurrogate(byte[] bytes, int at, int length, int least) {
        return at + 2 < length && bytes[at] == SURROGATE && (bytes[at + 1] & 0xFF) >= least;
    }

    private static char unit(byte[] bytes, int at) {
        return (char) (0xD000 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F);
    }
}
