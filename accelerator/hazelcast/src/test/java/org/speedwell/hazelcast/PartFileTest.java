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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The locks of part files, and which left files an attempt takes up. */
class PartFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path target = Path.of("");
    private Path left = Path.of("");

    @BeforeEach
    void leave() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        target = folder.resolve("all.snapshot");
        left = folder.resolve("all.snapshot.0123456789abcdef.part");
        Files.createFile(left, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    @Test
    void aFileOfThisUserIsTakenUp() throws IOException {
        try (PartFile part = requireNonNull(PartFile.open(target))) {
            assertThat(part.path()).isEqualTo(left);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(left);
        }
    }

    @Test
    void aFileOfAnotherUserIsDeleted() throws IOException {
        assumeThatCode(() -> Files.setOwner(
                        left,
                        left.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody")))
                .doesNotThrowAnyException();

        try (PartFile part = requireNonNull(PartFile.open(target))) {
            assertThat(part.path()).isNotEqualTo(left);
            assertThat(left).doesNotExist();
        }
    }

    /** Another class loader of this process has its own list of the files that it locks. */
    @Test
    void aFileThatAnotherClassLoaderHasLockedIsBusy() throws IOException {
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
