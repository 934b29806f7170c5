package org.speedwell.accelerator.memory;

import static java.util.Objects.requireNonNull;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Memory that needs no permission of the JVM: a private mapping of an empty file, as large as the machine's memory. The
 * system gives it memory page by page, as the pages are written. The file is never written, and is deleted at once.
 *
 * <p>If the slab is full, or if the machine permits none, the memory comes in chunks from the JDK's arenas. Freed memory
 * returns to a list of free ranges, not to the system.
 */
final class Slab implements MemoryProvider {
    private static final System.Logger LOG = System.getLogger(Slab.class.getName());
    private static final long SMALLEST = 1L << 30;

    /** File systems in memory. They would keep a second copy of each written page. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE,
            StandardOpenOption.DELETE_ON_CLOSE);

    private static final long FIRST_CHUNK = 1L << 24;
    private static final long LARGEST_CHUNK = 1L << 30;

    private final MemorySegment main;
    private final FreeRanges ranges = new FreeRanges();
    private long chunk = FIRST_CHUNK;

    private Slab(MemorySegment main) {
        this.main = main;
        SegmentTable.reserve(main.byteSize());
        if (main.byteSize() > 0) {
            ranges.addFresh(FreeRanges.ALIGNMENT, main.byteSize()); // no address is 0
        }
    }

    /** Creates the largest slab that the system permits, or none. */
    static Slab create() {
        String reason;
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            reason = "files of this system occupy their whole size";
        } else {
            try {
                MemorySegment mapped = map();
                if (mapped != null) {
                    return new Slab(mapped);
                }
                reason = "the temporary directory is in memory, or the system maps no " + SMALLEST + " bytes";
            } catch (IOException e) {
                reason = "the temporary directory takes no file: " + e;
            }
        }
        String because = reason;
        LOG.log(
                System.Logger.Level.INFO,
                () -> "Native memory comes in chunks, which are slower to read, because " + because
                        + ". Start the JVM with --enable-native-access, or set java.io.tmpdir to another directory.");
        return new Slab(MemorySegment.NULL);
    }

    /** Returns null if the file system or the system does not permit a slab. */
    private static @Nullable MemorySegment map() throws IOException {
        Path file = Files.createTempFile("speedwell", ".slab");
        String type = Files.getFileStore(file).type(); // before the system deletes the file
        try (FileChannel channel = FileChannel.open(file, OPTIONS)) {
            if (IN_MEMORY.contains(type)) {
                return null;
            }
            for (long size = machineMemory(); size >= SMALLEST; size /= 2) {
                try {
                    return channel.map(FileChannel.MapMode.PRIVATE, 0, size & -FreeRanges.ALIGNMENT, Arena.global());
                } catch (IOException e) { // the system limits the size
                    long refused = size;
                    LOG.log(System.Logger.Level.DEBUG, () -> "The system does not map " + refused + " bytes: " + e);
                }
            }
            return null;
        }
    }

    private static long machineMemory() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    @Override
    public MemorySegment main() {
        return main;
    }

    @Override
    public long allocate(long bytes, boolean zeroed) {
        long size = FreeRanges.aligned(bytes);
        FreeRanges.Range range = take(size);
        if (zeroed && !range.isFresh()) {
            NativeMemory.clear(range.address(), size);
        }
        return range.address();
    }

    private synchronized FreeRanges.Range take(long size) {
        FreeRanges.Range range = ranges.take(size);
        if (range == null) {
            addChunk(size);
            range = ranges.take(size);
        }
        return requireNonNull(range);
    }

    private void addChunk(long size) {
        long bytes = Math.max(size, chunk);
        chunk = Math.min(LARGEST_CHUNK, 2 * chunk);
        long address = SegmentTable.add(Arena.global().allocate(bytes, FreeRanges.ALIGNMENT));
        if (address < 0) {
            throw new OutOfMemoryError("The JVM has no addresses left for " + bytes + " bytes of native memory.");
        }
        ranges.addFresh(address, address + bytes);
    }

    @Override
    public synchronized void free(long address, long bytes) {
        ranges.free(address, FreeRanges.aligned(bytes));
    }

    @Override
    public synchronized long keptBytes() {
        return ranges.recycled();
    }

    @Override
    public long map(MemorySegment mapped) throws IOException {
        long address = SegmentTable.add(mapped);
        if (address < 0) {
            throw new IOException("too many files are mapped; start the JVM with --enable-native-access");
        }
        return address;
    }

    @Override
    public void unmap(long address, long bytes) {
        SegmentTable.remove(address, bytes);
    }

    @Override
    public String toString() {
        return main.byteSize() == 0 ? "chunks" : "slab";
    }
}
