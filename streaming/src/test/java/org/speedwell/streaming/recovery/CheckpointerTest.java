package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Stateful;

/** Tests a checkpointer that fails itself. */
@Timeout(60)
@Tag("fault")
class CheckpointerTest {
    private static final Stateful STATE = new Stateful() {
        @Override
        public void save(ObjectOutput out) {}

        @Override
        public void restore(ObjectInput in) {}
    };

    private static final int LARGE = 32 << 20;
    private static final int ATTEMPTS = 20;

    @TempDir
    private Path folder;

    /**
     * Verifies that the checkpointer passes its failure to the job and wakes the waiting callers. The failure does not
     * look like the end of the job.
     */
    @Test
    @SuppressWarnings("NullAway") // the null participant is the fault
    void failureOfCheckpointerIsReportedAndWakesCallers() {
        Checkpointer checkpointer = new Checkpointer("job", folder, Duration.ofDays(1), null);
        checkpointer.add(null, STATE);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        checkpointer.start(failure::complete);
        assertThatThrownBy(checkpointer::checkpoint)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The job ended before the checkpoint was taken");
        assertThat(failure.join()).isInstanceOf(NullPointerException.class);
        checkpointer.close(false);
    }

    /** Verifies that a tasklet hands in its state while the checkpointer copies a large savepoint. */
    @Test
    void taskletsDoNotWaitForTheCopyOfASavepoint() throws Exception {
        SavedState large = SavedState.of("x".repeat(LARGE));
        Checkpointer checkpointer = new Checkpointer("job", folder, Duration.ofDays(1), null);
        Participant participant = checkpointer.participant("vertex", "part");
        checkpointer.add(participant, STATE);
        checkpointer.saved(participant, Participant.LAST, large);
        checkpointer.start(Throwable::printStackTrace);
        boolean isHandedIn = false;
        for (int attempt = 1; attempt <= ATTEMPTS && !isHandedIn; attempt++) {
            String name = "large-" + attempt;
            FutureTask<Path> savepoint = new FutureTask<>(() -> checkpointer.savepoint(name));
            Thread.ofPlatform().start(savepoint);
            while (!savepoint.isDone()) {
                if (isCopied(attempt, name)) {
                    checkpointer.saved(participant, Participant.LAST, large);
                    isHandedIn |= isCopied(attempt, name);
                }
            }
            Files.delete(savepoint.get());
        }
        checkpointer.close(true);
        assertThat(isHandedIn).as("a state is handed in during a copy").isTrue();
    }

    /** Returns whether a copy to a savepoint has begun and not ended. */
    private boolean isCopied(long checkpoint, String savepoint) {
        return Files.exists(folder.resolve(String.format("checkpoint-%019d", checkpoint)))
                && Files.exists(folder.resolve("unfinished"))
                && !Files.exists(folder.resolve("savepoint-" + savepoint));
    }
}
