package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;

/**
 * A stream of batches for a consumer of Arrow's C stream interface. The private data of its struct is a number, so a
 * consumer may move the struct.
 */
final class CStream {
    /** The bytes of {@code ArrowArrayStream}. */
    static final long SIZE = 40;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long RELEASE = 24;
    private static final long PRIVATE = 32;

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, CStream> LIVE = new ConcurrentHashMap<>();

    private final ArrowTable table;
    private final BatchCursor batches;
    private @Nullable Lease errorMemory;
    private long error;

    private CStream(ArrowTable table) {
        this.table = table;
        this.batches = table.batches();
    }

    /** Returns the number of streams that consumers have not released. */
    static int live() {
        return LIVE.size();
    }

    /** Writes a new stream to the address of a struct. */
    static void put(ArrowTable table, long address) {
        MemorySegment to = CData.at(address, SIZE);
        long number = NUMBERS.incrementAndGet();
        to.set(LONG, 0, Callbacks.GET_SCHEMA);
        to.set(LONG, 8, Callbacks.GET_NEXT);
        to.set(LONG, 16, Callbacks.GET_LAST_ERROR);
        to.set(LONG, PRIVATE, number);
        LIVE.put(number, new CStream(table));
        to.set(LONG, RELEASE, Callbacks.RELEASE_STREAM);
    }

    /** Returns the stream of a struct. */
    static CStream of(long address) {
        CStream stream = LIVE.get(CData.at(address, SIZE).get(LONG, PRIVATE));
        if (stream == null) {
            throw new IllegalStateException("The stream is released.");
        }
        return stream;
    }

    /** Releases the stream of a struct: the callback of the consumer. Batches stay valid. */
    static void release(long address) {
        MemorySegment struct = CData.at(address, SIZE);
        CStream stream = LIVE.remove(struct.get(LONG, PRIVATE));
        struct.set(LONG, RELEASE, 0);
        if (stream != null) {
            stream.setError(null);
        }
    }

    /** Returns whether a consumer moved or released the stream of a struct. */
    static boolean isMoved(long address) {
        return CData.at(address, SIZE).get(LONG, RELEASE) == 0;
    }

    void putSchema(long address) {
        CData.putSchema(table.fields(), address);
    }

    /** Writes the next batch. At the end, it writes a released array. */
    synchronized void putNext(long address) {
        Batch batch = batches.next();
        if (batch == null) {
            CData.putEnd(address);
            return;
        }
        List<ArrayData> columns = new ArrayList<>();
        boolean isComplete = false;
        try {
            for (ExportedColumn column : table.exported()) {
                columns.add(column.data(batch));
            }
            CData.putBatch(columns, batch.length(), table, address);
            isComplete = true;
        } finally {
            if (!isComplete) {
                columns.forEach(ArrayData::release);
            }
        }
    }

    /** Sets the message of {@link #error()}; null if the last call succeeded. */
    synchronized void setError(@Nullable Throwable cause) {
        if (errorMemory != null) {
            errorMemory.release();
            errorMemory = null;
        }
        error = 0;
        if (cause != null) {
            errorMemory = new Lease();
            error = CData.text(errorMemory, String.valueOf(cause.getMessage() == null ? cause : cause.getMessage()));
        }
    }

    /** Returns the address of the message of the last error; 0 if the last call succeeded. */
    synchronized long error() {
        return error;
    }
}
