package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/** A source of native memory. Thread-safe. */
interface MemoryProvider {
    /** The property that chooses a provider by its name in lower case. */
    String PROPERTY = "speedwell.memory";

    /** The bits of an address. Row lists pack an address with 16 other bits and a sign. */
    int ADDRESS_BITS = 47;

    /** Returns the provider that the property names, else the fastest one that this JVM allows without a warning. */
    static MemoryProvider ofThisJvm() {
        boolean isNative = MemoryProvider.class.getModule().isNativeAccessEnabled()
                && SystemMemory.ARCHITECTURES.contains(System.getProperty("os.arch", ""));
        String name = System.getProperty(PROPERTY, isNative ? "system" : "slab").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "system" -> new SystemMemory();
            case "slab" -> Slab.create();
            default ->
                throw new IllegalArgumentException(
                        PROPERTY + " is " + name + ", but the providers are system and slab. Correct or omit it.");
        };
    }

    /** Returns the segment that has most memory of this provider. Addresses in it are offsets. */
    MemorySegment main();

    /**
     * Allocates bytes and returns their address, which is positive and a multiple of 16.
     *
     * @throws OutOfMemoryError if the system has too little memory
     */
    long allocate(long bytes, boolean zeroed);

    /**
     * Frees memory.
     *
     * @param address the address that the allocation returned
     * @param bytes the size of that allocation
     */
    void free(long address, long bytes);

    /** Returns the freed bytes that the provider keeps for later allocations, instead of returning them to the system. */
    long keptBytes();

    /**
     * Returns an address for a mapped segment.
     *
     * @throws IOException if there is no address left
     */
    long map(MemorySegment mapped) throws IOException;

    /** Ends the use of the address of a mapped segment. */
    void unmap(long address, long bytes);
}
