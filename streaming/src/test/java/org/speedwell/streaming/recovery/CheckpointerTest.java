package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
}
