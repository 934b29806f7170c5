package org.speedwell.accelerator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.load.LockProbe;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.OneRow;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TortureApplicationBuilder;

/** Verifies the files that remain after complete and incomplete writes of a snapshot. */
@Tag("fault")
@Tag("forked")
class SnapshotFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void fullDiskKeepsOnlyTheFormerFile() throws IOException {
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());
        Snapshot snapshot = oneRow(app);
        Path file = folder.resolve("rows.snapshot");
        SnapshotWriter.save(snapshot, file);
        byte[] former = Files.readAllBytes(file);

        for (int room = 0; room < former.length; room += 13) {
            int bytes = room;
            assertThatThrownBy(() ->
                            SnapshotWriter.save(snapshot, Catalogue.NONE, file, part -> new FullDisk(part, bytes)))
                    .as("room for %d of %d bytes", room, former.length)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "The snapshot could not be written to " + file + ": No space left on device."
                                    + " Check that the folder exists, is writable and has room for ");
            assertThat(file).hasBinaryContent(former);
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactly(file);
            }
        }
        app.stop();
    }

    @Test
    void nextSaveRemovesFilesOfKilledProcesses() throws IOException {
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());
        Path file = folder.resolve("rows.snapshot");
        Path abandoned = unfinished("rows.snapshot", true);
        Path opened = unfinished("rows.snapshot", false);
        Path written = unfinished("rows.snapshot", true);
        Path ofAnother = unfinished("rows.snapshot.old", true);
        Path named = Files.createFile(folder.resolve("rows.snapshot.mine.part"));
        makeOld(named);
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();
            SnapshotWriter.save(oneRow(app), file);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .doesNotContain(abandoned)
                    .containsExactlyInAnyOrder(file, opened, written, ofAnother, named);
        }
        app.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void saveKeepsTheLocksOfOtherSaves(boolean isLinked) throws Exception {
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());
        Path folder = Files.createDirectory(this.folder.resolve("real"));
        Path link = Files.createSymbolicLink(this.folder.resolve("link"), folder);
        Path file = folder.resolve("rows.snapshot");
        try (UnfinishedFile other = UnfinishedFile.create(file)) {
            Path part;
            try (Stream<Path> files = Files.list(folder)) {
                part = files.findFirst().orElseThrow();
            }
            // in another process: to set the time of a file, the JDK opens and closes it, which drops this
            // process's locks
            assertThat(new ProcessBuilder("touch", "-d", "@0", part.toString())
                            .start()
                            .waitFor())
                    .isZero();
            SnapshotWriter.save(oneRow(app), (isLinked ? link : folder).resolve(file.getFileName()));

            assertThat(part).exists();
            assertThat(probe(part)).isEqualTo(LockProbe.LOCKED);
            assertThat(other.channel().isOpen()).isTrue();
        }
        app.stop();
    }

    /** Tests for a lock from another process, because file locks exclude only other processes. */
    private static int probe(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(LockProbe.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        LockProbe.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        return process.waitFor();
    }

    @Test
    void newFileIsPrivateAndReplacementKeepsPermissions() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());
        Path file = folder.resolve("rows.snapshot");
        SnapshotWriter.save(oneRow(app), Catalogue.NONE, file, channel -> {
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(permissions(files.findFirst().orElseThrow())).isEqualTo("rw-------");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return channel;
        });
        assertThat(permissions(file)).isEqualTo("rw-------");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        SnapshotWriter.save(oneRow(app), file);
        assertThat(permissions(file)).isEqualTo("rw-r-----");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        SnapshotWriter.save(oneRow(app), file);
        assertThat(permissions(file)).as("of a file that others may write").isEqualTo("rw-------");
        app.stop();
    }

    @Test
    void permissionsOfAnotherOwnersFileAreNotKept() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Path file = Files.createFile(folder.resolve("rows.snapshot"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assumeThatCode(() -> Files.setOwner(
                        file,
                        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody")))
                .doesNotThrowAnyException();
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());

        SnapshotWriter.save(oneRow(app), file);

        assertThat(permissions(file)).isEqualTo("rw-------");
        app.stop();
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void linksFoldersAndDevicesAreNotReplaced() throws IOException {
        Speedment app = EntityTable.offline(new TortureApplicationBuilder());
        Path real = folder.resolve("real");
        SnapshotWriter.save(oneRow(app), real);
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        for (Path file : List.of(link, dangling)) {
            assertThatThrownBy(() -> SnapshotWriter.save(oneRow(app), file))
                    .hasMessageContaining(
                            file + " is a symbolic link, which a save would replace; pass the path of the file itself");
            assertThat(file).isSymbolicLink();
        }
        Path inner = Files.createDirectory(folder.resolve("inner"));
        assertThatThrownBy(() -> SnapshotWriter.save(oneRow(app), inner))
                .hasMessageContaining(inner + " is not a regular file");
        assertThatThrownBy(() -> SnapshotWriter.save(oneRow(app), Path.of("/dev/null")))
                .hasMessageContaining("/dev/null is not a regular file");
        app.stop();
    }

    private Path unfinished(String name, boolean isOld) throws IOException {
        Path file = Files.createFile(UnfinishedFile.of(folder.resolve(name)));
        if (isOld) {
            makeOld(file);
        }
        return file;
    }

    private static void makeOld(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(UnfinishedFile.YOUNG.multipliedBy(2))));
    }

    private static Snapshot oneRow(Speedment app) {
        OneRowManager rows = app.getOrThrow(OneRowManager.class);
        OneRow row = rows.create().setId(7).setName("seven");
        TableStore<OneRow> table =
                EntityTable.of(app, rows, EntityTable.Shape.of(app, rows, 2), List.of(row), true, 10);
        return new Snapshot(1, Instant.now(), null, List.of(table));
    }

    /** A channel that accepts at most {@code room} bytes. */
    private static final class FullDisk implements WritableByteChannel {
        private final FileChannel file;
        private int room;

        FullDisk(FileChannel file, int room) {
            this.file = file;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (source.remaining() > room) {
                throw new IOException("No space left on device");
            }
            room -= source.remaining();
            return file.write(source);
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
