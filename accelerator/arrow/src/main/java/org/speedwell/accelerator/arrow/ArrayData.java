package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;

/**
 * The memory of an exported column in one batch.
 *
 * @param length the number of rows
 * @param nulls the number of NULL rows
 * @param buffers the buffers in the order of Arrow's layouts. The first one is the validity bitmap, which is empty if
 *     no row is NULL
 * @param dictionary the values of the dictionary to which the indices belong; null if there is none
 * @param memory owns the buffers that a pass created; null if the table has all memory, or keeps it
 */
record ArrayData(
        int length,
        int nulls,
        List<MemorySegment> buffers,
        @Nullable ArrayData dictionary,
        @Nullable Lease memory) {
    /** An empty buffer. */
    static final MemorySegment NOTHING = MemorySegment.NULL;

    /** Returns the memory of computed buffers at once. The caller must not use them afterwards. */
    void release() {
        if (memory != null) {
            memory.release();
        }
    }
}
