package org.speedwell.accelerator.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.file.SnapshotFile;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TortureApplicationBuilder;

/** Holds the verification of an opened file, and lets it run later. */
@Tag("fault")
class UnverifiedFileTest {
    private final Speedment app = EntityTable.offline(new TortureApplicationBuilder());
    private final OneRowManager manager = app.getOrThrow(OneRowManager.class);
    private final Versions versions = new Versions(MemoryBudget.UNLIMITED, Duration.ZERO);
    private final Queue<Runnable> held = new ArrayDeque<>();
    private final Loads loads = new Loads(
            versions,
            _ -> unexpected(),
            new ReloadSchedule(Optional.empty(), UnverifiedFileTest::unexpected),
            new Follows(
                    versions,
                    Optional.empty(),
                    UnverifiedFileTest::unexpected,
                    UnverifiedFileTest::unexpected,
                    _ -> unexpected()),
            held::add);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static <T> T unexpected() {
        throw new AssertionError("opening a file does not need this");
    }

    @BeforeEach
    void save() throws IOException {
        var table = EntityTable.of(
                app,
                manager,
                EntityTable.Shape.of(app, manager, 2),
                List.of(manager.create().setId(7).setName("seven")),
                true,
                10);
        SnapshotWriter.save(new Snapshot(1, Instant.now(), null, List.of(table)), folder.resolve("rows"));
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @Test
    void publishedFileIsVerifiedOnlyAfterItsVerification() {
        CompletableFuture<Void> verified = open(SnapshotFile::verifyBytes);

        assertThat(versions.current()).as("published").isNotNull();
        assertThat(loads.isVerified()).isFalse();
        assertThat(verified).isNotDone();

        held.remove().run();

        assertThat(loads.isVerified()).isTrue();
        assertThat(verified).isCompleted();
    }

    @Test
    void nextVersionIsVerifiedAlthoughTheFileBeforeIsNot() {
        open(SnapshotFile::verifyBytes);
        assertThat(loads.isVerified()).isFalse();

        open(null);

        assertThat(loads.isVerified()).isTrue();
        assertThat(held).as("the verification of the first file").hasSize(1);
    }

    private CompletableFuture<Void> open(OpenedFile.@Nullable Gate gate) {
        return loads.open(
                version -> SnapshotFile.open(
                        folder.resolve("rows"),
                        SnapshotFile.Access.COPIED,
                        List.of(EntityTable.model(app, manager)),
                        version,
                        MemoryBudget.UNLIMITED),
                gate,
                UnverifiedFileTest::unexpected);
    }
}
