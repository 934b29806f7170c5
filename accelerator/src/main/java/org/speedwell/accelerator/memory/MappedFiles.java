package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.ReferenceOwner;

/**
 * Maps files into memory, read-only, each as one run of addresses. Chronicle does it where the JVM opens the packages that
 * it needs ({@code --add-opens java.base/java.lang.reflect=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED});
 * elsewhere the JDK does.
 */
final class MappedFiles {
    private static final System.Logger LOG = System.getLogger(MappedFiles.class.getName());

    private MappedFiles() {}

    /** A mapping and how it is undone. */
    record Mapping(long address, long size, Runnable unmap) {}

    static Mapping map(Path file) throws IOException {
        long size = Files.size(file);
        try {
            return chronicle(file, size);
        } catch (IOException | RuntimeException | LinkageError | AssertionError e) {
            LOG.log(System.Logger.Level.DEBUG, () -> "Mapped by the JDK, as chronicle cannot: " + e);
            return jdk(file, size);
        }
    }

    private static Mapping chronicle(Path file, long size) throws IOException {
        MappedFile mapped = MappedFile.ofSingle(file.toFile(), size, true);
        ReferenceOwner owner = ReferenceOwner.temporary("snapshot");
        try {
            MappedBytesStore store = mapped.acquireByteStore(owner, 0);
            return new Mapping(store.addressForRead(0), size, () -> {
                store.release(owner);
                mapped.releaseLast();
            });
        } catch (IOException | RuntimeException | LinkageError | AssertionError e) {
            mapped.releaseLast();
            throw e;
        }
    }

    private static Mapping jdk(Path file, long size) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long address =
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena).address();
            return new Mapping(address, size, arena::close);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }
}
