package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.DocumentedBytes;
import org.speedwell.streaming.checkpoint.CheckpointException;

/** Tests the bytes of a savepoint in a file, and that no other bytes are accepted in their place. */
@Tag("fault")
class SavepointFileTest {
    private static final Savepoints.Description DESCRIPTION =
            new Savepoints.Description("j", "d", new TreeMap<>(Map.of("w", 1)));

    private static Members members;
    private static HazelcastEngine engine;
    private static Savepoints savepoints;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        members = new Members(1, 1);
        engine = HazelcastEngine.of(members.get(0));
        savepoints = new Savepoints(members.get(0));
        savepoints.put("small", "w", "0", new byte[] {1, 2, 3});
        savepoints.complete("small", DESCRIPTION);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    private Path exported() {
        Path file = folder.resolve("small");
        engine.exportSavepoint("small", file);
        return file;
    }

    @Test
    void fileHasTheDocumentedLayout() throws IOException {
        assertThat(DocumentedBytes.dump(Files.readAllBytes(exported())))
                .isEqualTo(DocumentedBytes.below("A savepoint of a cluster in a file"));
        assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".unfinished"));
    }

    @Test
    void importedSavepointHasTheSameStates() {
        engine.importSavepoint("copy", exported());
        assertThat(savepoints.require("copy")).isEqualTo(DESCRIPTION);
        assertThat(savepoints.read("copy", "w")).containsOnlyKeys("0").containsEntry("0", new byte[] {1, 2, 3});
        assertThatThrownBy(() -> engine.importSavepoint("copy", exported()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("exists. Use another name");
        engine.removeSavepoint("copy");
    }

    /** Cuts the file at every byte and changes every byte. */
    @Test
    void damagedFilesAreRefused() throws IOException {
        byte[] whole = Files.readAllBytes(exported());
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertRefused(changed);
            assertRefused(Arrays.copyOf(whole, at));
        }
        assertRefused(Arrays.copyOf(whole, whole.length + 1));
        assertThat(engine.savepoints()).containsExactly("small");
    }

    private void assertRefused(byte[] bytes) throws IOException {
        Path damaged = Files.write(folder.resolve("damaged"), bytes);
        assertThatThrownBy(() -> engine.importSavepoint("damaged", damaged))
                .as(() -> Arrays.toString(bytes))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The file " + damaged + " cannot become savepoint");
    }

    @Test
    void missingSavepointAndFolderAreReported() {
        assertThatThrownBy(() -> engine.exportSavepoint("unknown", folder.resolve("unknown")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The cluster has no savepoint \"unknown\". It has [small]");
        assertThatThrownBy(() -> engine.exportSavepoint("small", folder.resolve("none/small")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("was not written to");
        assertThatThrownBy(() -> engine.importSavepoint("none", folder.resolve("none")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("cannot become savepoint \"none\"");
    }
}
