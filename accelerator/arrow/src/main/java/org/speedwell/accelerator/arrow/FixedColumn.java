package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Region;

/**
 * A column of numbers, dates or times, each in the same number of bytes. A batch shares the codes of the table if they
 * are the values.
 *
 * @param width the bytes of a value: 1, 2, 4, 8 or 16
 * @param conversion creates a conversion of keys to values for one thread; null if both are the same
 * @param isShared true if codes without a base are the values
 */
record FixedColumn(
        ArrowField field,
        KeySource source,
        Nulls nulls,
        int width,
        @Nullable Supplier<LongUnaryOperator> conversion,
        boolean isShared)
        implements ExportedColumn {

    @Override
    public ArrayData data(Batch batch) {
        try (Buffers buffers = new Buffers()) {
            Nulls.Bitmap bitmap = nulls.bitmap(batch, buffers);
            Region shared = isShared ? source.shared(batch, width, 0) : null;
            MemorySegment values = shared != null ? Buffers.segment(shared) : copied(batch, buffers);
            return buffers.array(batch.length(), bitmap.nulls(), List.of(bitmap.bits(), values), null);
        }
    }

    private MemorySegment copied(Batch batch, Buffers buffers) {
        MemorySegment values = buffers.allocate((long) batch.length() * width);
        LongUnaryOperator converted = conversion == null ? null : conversion.get();
        long[] chunk = new long[Math.min(CHUNK, batch.length())];
        for (int place = 0; place < batch.length(); place += CHUNK) {
            int count = Math.min(CHUNK, batch.length() - place);
            source.read(batch, place, count, chunk);
            if (converted != null) {
                for (int i = 0; i < count; i++) {
                    chunk[i] = converted.applyAsLong(chunk[i]);
                }
            }
            put(chunk, count, values.asSlice((long) place * width, (long) count * width));
        }
        return values;
    }

    private void put(long[] numbers, int count, MemorySegment to) {
        switch (width) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    to.set(ValueLayout.JAVA_BYTE, i, (byte) numbers[i]);
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    to.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, (short) numbers[i]);
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    to.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) numbers[i]);
                }
            }
            case 8 -> MemorySegment.copy(numbers, 0, to, ValueLayout.JAVA_LONG_UNALIGNED, 0, count);
            default -> {
                for (int i = 0; i < count; i++) {
                    to.set(ValueLayout.JAVA_LONG_UNALIGNED, 16L * i, numbers[i]);
                    to.set(ValueLayout.JAVA_LONG_UNALIGNED, 16L * i + 8, numbers[i] >> 63);
                }
            }
        }
    }
}
