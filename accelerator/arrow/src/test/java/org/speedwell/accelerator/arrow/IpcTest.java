package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.manager.Manager;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.memory.Lease;

/** Arrow's Java library reads our files and streams of Arrow IPC. It sees the values of the streams. */
@Tag("oracle")
@Tag("forked")
@Tag("database")
class IpcTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129L);
    private static final int ROUNDS = 3;
    private static final int CHANGES = 80;

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    @Test
    void everyValueEqualsThatOfTheStream() throws Exception {
        try (TortureTables tables = new TortureTables("speedwell_test_ipc")) {
            List<Path> files = new ArrayList<>();
            List<List<Map<String, String>>> expected = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                SnapshotView version = tables.store().snapshot();
                for (Manager<?> manager : tables.managers()) {
                    String name = manager.getTableIdentifier().getTableId() + round;
                    ArrowTable table = ArrowTable.of(version, manager);
                    files.add(folder.resolve(name + ".arrow"));
                    table.inBatchesOf(64).writeFile(files.getLast());
                    files.add(folder.resolve(name + ".arrows"));
                    try (OutputStream out = Files.newOutputStream(files.getLast())) {
                        table.withoutDictionaries().writeStream(out);
                    }
                    List<Map<String, String>> rows = Values.rows(version, manager);
                    expected.addAll(List.of(rows, rows));
                }
                tables.change(SEED + round, CHANGES);
            }
            List<List<Map<String, String>>> actual = IpcReader.inOtherJvm(files);
            for (int file = 0; file < files.size(); file++) {
                assertRows(
                        actual.get(file),
                        expected.get(file),
                        "seed " + SEED + ", " + files.get(file).getFileName());
            }
        }
    }

    private static void assertRows(
            List<Map<String, String>> actual, List<Map<String, String>> expected, String description) {
        for (int row = 0; row < Math.min(actual.size(), expected.size()); row++) {
            assertThat(actual.get(row)).as(description + ", row " + row).isEqualTo(expected.get(row));
        }
        assertThat(actual).as(description).hasSameSizeAs(expected);
    }

    @Test
    void failedFileLeavesNothingBehind() throws IOException {
        ArrowTable table = TestTable.of(TestTable.rows(1_000, SEED)).arrow();
        Path target = Files.createDirectory(folder.resolve("films.arrow"));
        Files.createFile(target.resolve("a file"));
        long before = Lease.allocatedBytes();
        assertThatThrownBy(() -> table.writeFile(target)).isInstanceOf(IOException.class);
        OutputStream full = new OutputStream() {
            @Override
            public void write(int bytes) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThatThrownBy(() -> table.writeStream(full)).hasMessage("No space left on device");
        assertThat(Lease.allocatedBytes() - before)
                .as("bytes besides the dictionary")
                .isLessThan(10_000);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(target);
        }
    }

    @Test
    void fileOfEmptyTableHasItsColumns() throws Exception {
        Path file = folder.resolve("empty.arrow");
        TestTable.of(List.of()).arrow().writeFile(file);
        assertThat(IpcReader.inOtherJvm(List.of(file))).containsExactly(List.of());
    }
}
