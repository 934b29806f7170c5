package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Region;

/**
 * A column of texts with few distinct values. All batches have the same dictionary. They share the codes of the table
 * if these are the places in the dictionary.
 */
final class DictionaryColumn implements ExportedColumn {
    private final ArrowField field;
    private final KeySource source;
    private final Nulls nulls;
    private final int size;
    private final long firstKey;
    private final @Nullable LongUnaryOperator placeOf;
    private final Supplier<ArrayData> texts;
    private @Nullable ArrayData dictionary;

    /**
     * Creates a column.
     *
     * @param size the number of texts
     * @param firstKey the key of the first text
     * @param placeOf returns the place of a key in the dictionary; null if the keys of the texts have no gaps
     * @param texts creates the dictionary
     */
    DictionaryColumn(
            ArrowField field,
            KeySource source,
            Nulls nulls,
            int size,
            long firstKey,
            @Nullable LongUnaryOperator placeOf,
            Supplier<ArrayData> texts) {
        this.field = field;
        this.source = source;
        this.nulls = nulls;
        this.size = size;
        this.firstKey = firstKey;
        this.placeOf = placeOf;
        this.texts = texts;
    }

    /** Returns the type of places below a size. It is signed, because pandas reads no other. */
    static ArrowType.Whole index(int size) {
        return new ArrowType.Whole(size <= Byte.MAX_VALUE + 1 ? 1 : size <= Short.MAX_VALUE + 1 ? 2 : 4, true);
    }

    @Override
    public ArrowField field() {
        return field;
    }

    /** Returns the texts. */
    synchronized ArrayData dictionary() {
        if (dictionary == null) {
            dictionary = texts.get();
        }
        return dictionary;
    }

    @Override
    public ArrayData data(Batch batch) {
        int width = Objects.requireNonNull(field.index()).bytes();
        try (Buffers buffers = new Buffers()) {
            Nulls.Bitmap bitmap = nulls.bitmap(batch, buffers);
            Region shared = placeOf == null && !nulls.isCopied() ? source.shared(batch, width, firstKey) : null;
            MemorySegment places = shared != null ? Buffers.segment(shared) : copied(batch, width, buffers);
            return buffers.array(batch.length(), bitmap.nulls(), List.of(bitmap.bits(), places), dictionary());
        }
    }

    private MemorySegment copied(Batch batch, int width, Buffers buffers) {
        MemorySegment places = buffers.allocate((long) batch.length() * width);
        KeyColumn column = source.column();
        long[] chunk = new long[Math.min(CHUNK, batch.length())];
        for (int start = 0; start < batch.length(); start += CHUNK) {
            int count = Math.min(CHUNK, batch.length() - start);
            batch.keys(column, start, count, chunk);
            for (int i = 0; i < count; i++) {
                long place = placeOf == null ? chunk[i] - firstKey : placeOf.applyAsLong(chunk[i]);
                put(places, width, start + i, (int) Math.clamp(place, 0L, size - 1)); // that of NULL is undefined
            }
        }
        return places;
    }

    private static void put(MemorySegment places, int width, long at, int place) {
        switch (width) {
            case 1 -> places.set(ValueLayout.JAVA_BYTE, at, (byte) place);
            case 2 -> places.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2 * at, (short) place);
            default -> places.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * at, place);
        }
    }
}
