package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies the locks of part files, and which existing files an attempt reuses. */
@Tag("unit")
class PartFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path target = Path.of("");
    private Path partFile = Path.of("");

    @BeforeEach
    void createPartFile() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        target = folder.resolve("all.snapshot");
        partFile = folder.resolve("all.snapshot.0123456789abcdef.part");
        Files.createFile(partFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    @Test
    void fileOfThisUserIsReused() throws IOException {
        try (PartFile part = requireNonNull(PartFile.open(target))) {
            assertThat(part.path()).isEqualTo(partFile);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(partFile);
        }
    }

    @Test
    void fileOfAnotherUserIsDeleted() throws IOException {
        assumeThatCode(() -> Files.setOwner(
                        partFile,
                        partFile.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody")))
                .doesNotThrowAnyException();

        try (PartFile part = requireNonNull(PartFile.open(target))) {
            assertThat(part.path()).isNotEqualTo(partFile);
            assertThat(partFile).doesNotExist();
        }
    }

    /**
     * Verifies a lock that another class loader of this process holds. Each class loader has its own list of locked
     * files.
     */
    @Test
    void fileLockedByAnotherClassLoaderIsBusy() throws IOException {
        Path lockFile = folder.resolve("all.snapshot.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                FileLock ofAnother = channel.lock()) {
            assertThat(ofAnother.isValid()).isTrue();
            assertThat(PartFile.isBusy(target)).isTrue();
            assertThat(PartFile.open(target)).isNull();
        }
        try (PartFile own = PartFile.open(target)) {
            assertThat(own).isNotNull();
        }
    }
}
