package org.speedwell.streaming.recovery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.DocumentedBytes;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Stateful;

/** Verifies the bytes of checkpoints, and that no other bytes are accepted in their place. */
@Tag("fault")
class CheckpointFileTest {
    @TempDir
    private Path folder;

    private Path write(long number) throws IOException {
        Path file = folder.resolve("checkpoint-%019d".formatted(number));
        Stateful state = new Stateful() {
            @Override
            public void save(ObjectOutput out) throws IOException {
                out.writeLong(1000);
            }

            @Override
            public void restore(ObjectInput in) {
                throw new AssertionError("This test only writes checkpoints.");
            }
        };
        long bytes = CheckpointFile.write(
                file,
                number,
                List.of(
                        new CheckpointFile.Part("", "definition", SavedState.of("source 1")),
                        new CheckpointFile.Part(
                                "sales",
                                "source 1",
                                SavedState.of("source 1", state, new StateClasses(Set.of(), null)))));
        assertThat(file).hasSize(bytes);
        return file;
    }

    @Test
    void fileHasTheDocumentedLayout() throws IOException {
        Path file = write(7);
        assertThat(DocumentedBytes.dump(Files.readAllBytes(file))).isEqualTo(DocumentedBytes.below("A checkpoint"));
        try (CheckpointFile read = CheckpointFile.open(file)) {
            assertThat(read.number()).isEqualTo(7);
            assertThat(read.sections())
                    .extracting(CheckpointFile.Section::vertex, CheckpointFile.Section::name)
                    .containsExactly(tuple("", "definition"), tuple("sales", "source 1"));
            assertThat(read.state(0).readAllBytes()).asString().isEqualTo("source 1");
        }
    }

    @Test
    void everyTruncationAndEveryFlippedByteIsRefused() throws IOException {
        Path file = write(7);
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            assertRefused(file, Arrays.copyOf(whole, at), "cut to " + at);
            assertRefused(file, flipped, "flipped at " + at);
        }
        assertRefused(file, Arrays.copyOf(whole, whole.length + 1), "a byte too many");
    }

    private static void assertRefused(Path file, byte[] bytes, String how) throws IOException {
        Files.write(file, bytes);
        assertThatThrownBy(() -> CheckpointFile.open(file))
                .as(how)
                .isInstanceOf(IOException.class)
                .message()
                .matches("it (has|is|does) .*|its checksum is wrong");
    }

    /** Verifies that an unknown version stops the job, though an older checkpoint is intact. */
    @Test
    void otherVersionIsRefused() throws IOException {
        write(6);
        Path newest = write(7);
        byte[] bytes = Files.readAllBytes(newest);
        bytes[7] = '5';
        Files.write(newest, bytes);
        try (CheckpointFolder opened = new CheckpointFolder(folder)) {
            assertThatThrownBy(opened::newest)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessage("The checkpoint " + newest + " cannot be read: it has version 5 of the format of a"
                            + " checkpoint, but this version of Speedwell reads only version 4. Start the job with the"
                            + " version of Speedwell that wrote it, or delete the file to continue from an older"
                            + " checkpoint.");
            assertThat(newest).hasBinaryContent(bytes);
            Files.delete(newest);
            try (CheckpointFile older = requireNonNull(opened.newest())) {
                assertThat(older.number()).isEqualTo(6);
            }
        }
    }

    @Test
    void nameThatIsTooLongIsRefused() {
        List<CheckpointFile.Part> parts =
                List.of(new CheckpointFile.Part("", "x".repeat(1 << 16), SavedState.of("source 1")));
        assertThatThrownBy(() -> CheckpointFile.write(folder.resolve("file"), 1, parts))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("65536 bytes in UTF-8, but a checkpoint stores at most 65535");
    }
}
