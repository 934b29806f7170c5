package org.speedwell.accelerator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.speedment.runtime.core.Speedment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.schema.DocumentedBytes;
import org.speedwell.torture.OneRow;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TortureApplicationBuilder;

/** Verifies the bytes of a small snapshot file, and that no other bytes are accepted in their place. */
@Tag("fault")
class SnapshotLayoutTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Speedment app;
    private Path file;
    private byte[] whole;

    @BeforeEach
    void save() throws IOException {
        assumeThat(ByteOrder.nativeOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        app = EntityTable.offline(new TortureApplicationBuilder());
        file = folder.resolve("rows.snapshot");
        OneRowManager rows = app.getOrThrow(OneRowManager.class);
        TableStore<OneRow> table = EntityTable.of(
                app,
                rows,
                EntityTable.Shape.of(app, rows, 2),
                List.of(rows.create().setId(7).setName("seven")),
                true,
                10);
        Position position = new Position("binlog.1", 4, "u:1-5");
        SnapshotWriter.save(new Snapshot(1, Instant.EPOCH, position, List.of(table)), file);
        whole = Files.readAllBytes(file);
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @Test
    void fileHasTheDocumentedLayout() {
        assertThat(DocumentedBytes.dump(whole)).isEqualTo(DocumentedBytes.below("A snapshot file"));
    }

    @Test
    void descriptionHasTheDocumentedLayout() throws IOException {
        DatabaseColumn id = new DatabaseColumn("id", "int", "int(11)", 10, 0, "", "", false);
        Catalogue catalogue = new Catalogue(
                "shop",
                List.of(new DatabaseTable("shop", "film", false, List.of(id), Map.of("PRIMARY", List.of("id")))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CatalogueFormat.write(catalogue, new DataOutputStream(bytes));
        assertThat(DocumentedBytes.dump(bytes.toByteArray()))
                .isEqualTo(DocumentedBytes.below("The description of tables"));
        for (int length = 0; length <= bytes.size(); length++) {
            DataInputStream in =
                    new DataInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes.toByteArray(), length)));
            if (length == bytes.size()) {
                assertThat(CatalogueFormat.read(in)).isEqualTo(catalogue);
            } else {
                assertThatThrownBy(() -> CatalogueFormat.read(in)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void otherFormatIsRefused() {
        for (int format : new int[] {0, 6, 9, -1}) {
            byte[] other = whole.clone();
            ByteBuffer.wrap(other).putInt(other.length - 12, format);
            assertThatThrownBy(() -> open(other))
                    .isInstanceOf(LoadException.class)
                    .hasMessage("The snapshot " + file + " cannot be opened: it has the format " + format
                            + ", but this version of Speedwell reads formats 7 and 8."
                            + " Load from the database and save the snapshot again.");
        }
    }

    @Test
    void everyTruncationIsRefused() {
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertRefused(cut, "cut to " + length);
        }
    }

    @Test
    void everyFlippedByteIsRefused() {
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            assertRefused(flipped, "flipped at " + at);
        }
    }

    private void assertRefused(byte[] bytes, String how) {
        assertThatThrownBy(() -> open(bytes))
                .as(how)
                .isInstanceOf(LoadException.class)
                .hasMessageStartingWith("The snapshot " + file)
                .hasMessageEndingWith("Load from the database and save the snapshot again.");
    }

    private void open(byte[] bytes) throws IOException, LoadException {
        Files.write(file, bytes);
        SnapshotFile.open(
                        file,
                        SnapshotFile.Access.COPIED,
                        List.of(EntityTable.model(app, app.getOrThrow(OneRowManager.class))),
                        1,
                        MemoryBudget.UNLIMITED)
                .verified();
    }
}
