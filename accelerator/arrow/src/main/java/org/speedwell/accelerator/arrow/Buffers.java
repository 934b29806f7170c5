package org.speedwell.accelerator.arrow;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.NativeMemory;
import org.speedwell.accelerator.memory.Region;

/** The buffers that a pass creates for one array. {@link #close} frees them unless the array took them over. */
final class Buffers implements AutoCloseable {
    private @Nullable Lease lease;

    /** Returns the memory of a region by its address in this machine. */
    static MemorySegment segment(Region region) {
        return NativeMemory.segment(region.address(), region.size());
    }

    /** Allocates zeroed bytes. */
    MemorySegment allocate(long bytes) {
        if (lease == null) {
            lease = new Lease();
        }
        return segment(lease.allocate(bytes));
    }

    /** Returns an array with buffers of this object and of the table, and hands the memory over to it. */
    ArrayData array(int length, int nulls, List<MemorySegment> all, @Nullable ArrayData dictionary) {
        ArrayData array = new ArrayData(length, nulls, all, dictionary, lease);
        lease = null;
        return array;
    }

    @Override
    public void close() {
        if (lease != null) {
            lease.release();
        }
    }
}
