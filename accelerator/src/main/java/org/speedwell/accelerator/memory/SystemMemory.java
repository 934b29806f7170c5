package org.speedwell.accelerator.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Set;

/**
 * The memory of the system's C library. It needs native access, which an application allows by a flag or a line of its
 * jar's manifest. Freed memory returns to the system.
 */
@SuppressWarnings("restricted") // MemoryProvider chooses it only if native access is allowed
final class SystemMemory implements MemoryProvider {
    /** The architectures whose addresses have no more than {@link MemoryProvider#ADDRESS_BITS} bits. */
    static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

    private static final MethodHandle MALLOC = function("malloc", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle CALLOC =
            function("calloc", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle FREE = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("free"),
                    FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private static MethodHandle function(String name, ValueLayout result, ValueLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }

    @Override
    public MemorySegment main() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    @Override
    public long allocate(long bytes, boolean zeroed) {
        long address;
        try {
            address = zeroed ? (long) CALLOC.invokeExact(bytes, 1L) : (long) MALLOC.invokeExact(bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
        if (address == 0) {
            throw new OutOfMemoryError("The system refused " + bytes + " bytes of native memory. Reduce the memory"
                    + " budget or give the process more memory.");
        }
        return checked(address);
    }

    private static long checked(long address) {
        if (address >>> ADDRESS_BITS != 0) {
            throw new IllegalStateException("The addresses of this machine are too long for " + PROPERTY
                    + "=system. Start the JVM with -D" + PROPERTY + "=slab.");
        }
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public long keptBytes() {
        return 0;
    }

    private static AssertionError unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new AssertionError("functions of C throw nothing", e);
    }

    @Override
    public long map(MemorySegment mapped) {
        return checked(mapped.address());
    }

    @Override
    public void unmap(long address, long bytes) {}

    @Override
    public String toString() {
        return "system";
    }
}
