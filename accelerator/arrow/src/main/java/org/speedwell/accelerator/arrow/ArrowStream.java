package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import org.speedwell.accelerator.memory.Lease;

/**
 * A struct {@code ArrowArrayStream} of Arrow's C stream interface, for one consumer in this process. The consumer moves
 * the struct, or reads and releases it. {@link #close} releases the stream if no consumer has taken it, and frees the
 * struct. Batches stay valid until the consumer releases them. For one thread.
 *
 * {@snippet :
 * try (ArrowStream stream = ArrowTable.of(store.snapshot(), films).stream()) {
 *     long address = stream.address(); // pass it to a native function as struct ArrowArrayStream *
 * }
 * }
 */
public final class ArrowStream implements AutoCloseable {
    private final Lease memory = new Lease();
    private final long address;
    private boolean isClosed;

    ArrowStream(ArrowTable table) {
        MemorySegment struct = Buffers.segment(memory.allocate(CStream.SIZE));
        this.address = struct.address();
        try {
            CStream.put(table, address);
        } catch (IllegalCallerException | LinkageError e) {
            throw new IllegalStateException(
                    "The JVM denies native access, which Arrow's C interface needs. Start it with"
                            + " --enable-native-access=ALL-UNNAMED, or with the name of the module that is denied.",
                    e);
        }
    }

    /**
     * Returns the address of the struct. It is valid until {@link #close}.
     *
     * @throws IllegalStateException if the stream is closed
     */
    public long address() {
        if (isClosed) {
            throw new IllegalStateException("The stream is closed. Create another one with ArrowTable.stream().");
        }
        return address;
    }

    /** Releases the stream if no consumer has moved or released it, and frees the struct. A second call does nothing. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            if (!CStream.isMoved(address)) {
                CStream.release(address);
            }
            memory.release();
        }
    }
}
