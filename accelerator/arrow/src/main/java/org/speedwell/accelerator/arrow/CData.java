package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;

/**
 * The structs {@code ArrowSchema} and {@code ArrowArray} of Arrow's C data interface. A consumer may move each struct to
 * another address, move its children out of it, and release it on any thread. Each struct therefore owns its memory, and
 * its private data is a number instead of an address. Its memory returns once, with the first release of that number.
 *
 * @see <a href="https://arrow.apache.org/docs/format/CDataInterface.html">the C data interface</a>
 */
final class CData {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long NULLABLE = 2;

    private static final AtomicLong NUMBERS = new AtomicLong();

    /** The structs that consumers have not released, by their numbers. The map keeps tables in use reachable. */
    private static final Map<Long, Owned> LIVE = new ConcurrentHashMap<>();

    private CData() {}

    /** The offsets of the fields that both structs have. The private data follows {@code release}. */
    private enum Kind {
        SCHEMA(72, 40, 48, 56),
        ARRAY(80, 48, 56, 64);

        /** The offset of the number of children. */
        private static final long CHILD_COUNT = 32;

        private final long size;
        private final long children;
        private final long dictionary;
        private final long release;

        Kind(long size, long children, long dictionary, long release) {
            this.size = size;
            this.children = children;
            this.dictionary = dictionary;
            this.release = release;
        }
    }

    /**
     * The memory and objects that one struct keeps.
     *
     * @param own the memory to which the struct points
     * @param buffers the buffers that a pass created; null if there are none
     * @param pinned an object that owns all other memory; null if there is none
     */
    private record Owned(
            Lease own,
            @Nullable Lease buffers,
            @SuppressWarnings("unused") @Nullable Object pinned) {
        void free() {
            own.release();
            if (buffers != null) {
                buffers.release();
            }
        }
    }

    /** A function that writes the struct of a child. */
    @FunctionalInterface
    private interface Child {
        void put(int index, MemorySegment to);
    }

    /** Returns the number of structs, including children, that consumers have not released. */
    static int live() {
        return LIVE.size();
    }

    /** Returns native memory of the consumer. */
    @SuppressWarnings("restricted")
    static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** Writes the schema of a table to the address of a struct. */
    static void putSchema(List<ArrowField> fields, long address) {
        MemorySegment to = at(address, Kind.SCHEMA.size);
        putSchema(to, "+s", "", 0, fields.size(), (index, at) -> putSchema(fields.get(index), at), null);
    }

    private static void putSchema(ArrowField field, MemorySegment to) {
        long flags = field.isNullable() ? NULLABLE : 0;
        ArrowType.Whole index = field.index();
        if (index == null) {
            putSchema(to, field.type().format(), field.name(), flags, 0, null, null);
        } else {
            Child texts = (_, at) -> putSchema(at, field.type().format(), "", 0, 0, null, null);
            putSchema(to, index.format(), field.name(), flags, 0, null, texts);
        }
    }

    private static void putSchema(
            MemorySegment to,
            String format,
            String name,
            long flags,
            int count,
            @Nullable Child children,
            @Nullable Child dictionary) {
        Lease own = new Lease();
        to.fill((byte) 0);
        to.set(LONG, 0, text(own, format));
        to.set(LONG, 8, text(own, name));
        to.set(LONG, 24, flags);
        complete(to, Kind.SCHEMA, count, children, dictionary, new Owned(own, null, null));
    }

    /** Returns the address of a text that ends with a zero. */
    static long text(Lease own, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        MemorySegment to = Buffers.segment(own.allocate(bytes.length + 1L));
        MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return to.address();
    }

    /**
     * Writes a batch to the address of a struct, which takes the memory of the columns over.
     *
     * @param pinned keeps the memory that the columns share with a table
     */
    static void putBatch(List<ArrayData> columns, int length, Object pinned, long address) {
        putArray(
                at(address, Kind.ARRAY.size),
                length,
                0,
                List.of(ArrayData.NOTHING),
                columns.size(),
                (index, at) -> putColumn(columns.get(index), pinned, at),
                null,
                own -> new Owned(own, null, pinned));
    }

    private static void putColumn(ArrayData column, Object pinned, MemorySegment to) {
        ArrayData texts = column.dictionary();
        putArray(
                to,
                column.length(),
                column.nulls(),
                column.buffers(),
                0,
                null,
                texts == null ? null : (_, at) -> putDictionary(texts, at),
                own -> new Owned(own, column.memory(), pinned));
    }

    /** Writes the texts of a dictionary, which all batches share. So no release returns their memory at once. */
    private static void putDictionary(ArrayData texts, MemorySegment to) {
        putArray(to, texts.length(), 0, texts.buffers(), 0, null, null, own -> new Owned(own, null, texts));
    }

    private static void putArray(
            MemorySegment to,
            int length,
            int nulls,
            List<MemorySegment> buffers,
            int count,
            @Nullable Child children,
            @Nullable Child dictionary,
            Function<Lease, Owned> owner) {
        Lease own = new Lease();
        MemorySegment addresses = Buffers.segment(own.allocate(8L * buffers.size()));
        for (int i = 0; i < buffers.size(); i++) {
            addresses.set(LONG, 8L * i, buffers.get(i).address());
        }
        to.fill((byte) 0);
        to.set(LONG, 0, length);
        to.set(LONG, 8, nulls);
        to.set(LONG, 24, buffers.size());
        to.set(LONG, 40, addresses.address());
        complete(to, Kind.ARRAY, count, children, dictionary, owner.apply(own));
    }

    /** Writes the children and the dictionary of a struct, and then its release callback. Frees all on a failure. */
    private static void complete(
            MemorySegment to, Kind kind, int count, @Nullable Child children, @Nullable Child dictionary, Owned owned) {
        boolean isComplete = false;
        try {
            if (children != null) {
                MemorySegment structs = Buffers.segment(owned.own.allocate(count * kind.size));
                MemorySegment addresses = Buffers.segment(owned.own.allocate(8L * count));
                for (int i = 0; i < count; i++) {
                    addresses.set(LONG, 8L * i, structs.address() + i * kind.size);
                }
                to.set(LONG, Kind.CHILD_COUNT, count);
                to.set(LONG, kind.children, addresses.address());
                for (int i = 0; i < count; i++) {
                    children.put(i, structs.asSlice(i * kind.size, kind.size));
                }
            }
            if (dictionary != null) {
                MemorySegment struct = Buffers.segment(owned.own.allocate(kind.size));
                to.set(LONG, kind.dictionary, struct.address());
                dictionary.put(0, struct);
            }
            long number = NUMBERS.incrementAndGet();
            LIVE.put(number, owned);
            to.set(LONG, kind.release + 8, number);
            to.set(LONG, kind.release, kind == Kind.SCHEMA ? Callbacks.RELEASE_SCHEMA : Callbacks.RELEASE_ARRAY);
            isComplete = true;
        } finally {
            if (!isComplete) {
                releaseParts(to, kind);
                owned.free();
                to.fill((byte) 0);
            }
        }
    }

    /** Writes a released array, which marks the end of a stream. */
    static void putEnd(long address) {
        at(address, Kind.ARRAY.size).fill((byte) 0);
    }

    /** Releases a schema: the callback of the consumer. */
    static void releaseSchema(long address) {
        release(at(address, Kind.SCHEMA.size), Kind.SCHEMA);
    }

    /** Releases an array: the callback of the consumer. */
    static void releaseArray(long address) {
        release(at(address, Kind.ARRAY.size), Kind.ARRAY);
    }

    private static void release(MemorySegment struct, Kind kind) {
        Owned owned = LIVE.remove(struct.get(LONG, kind.release + 8));
        if (owned != null) { // otherwise it was released before, and its children are gone
            releaseParts(struct, kind);
            owned.free();
        }
        struct.set(LONG, kind.release, 0);
    }

    /** Releases the children and the dictionary, unless the consumer has moved or released them. */
    private static void releaseParts(MemorySegment struct, Kind kind) {
        long count = struct.get(LONG, Kind.CHILD_COUNT);
        if (count > 0) {
            MemorySegment addresses = at(struct.get(LONG, kind.children), 8 * count);
            for (long i = 0; i < count; i++) {
                releasePart(addresses.get(LONG, 8 * i), kind);
            }
        }
        releasePart(struct.get(LONG, kind.dictionary), kind);
    }

    private static void releasePart(long address, Kind kind) {
        MemorySegment part = at(address, kind.size);
        if (address != 0 && part.get(LONG, kind.release) != 0) {
            release(part, kind);
        }
    }
}
