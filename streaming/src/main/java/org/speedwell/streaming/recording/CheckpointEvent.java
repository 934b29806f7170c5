package org.speedwell.streaming.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A Flight Recorder event for the writing of a checkpoint. */
@Name("speedwell.streaming.Checkpoint")
@Label("Checkpoint")
@Description("A checkpoint of a job, or a failed attempt to write one")
@Category({"Speedwell", "Streaming"})
@StackTrace(false)
public final class CheckpointEvent extends Event {
    @Label("Job")
    String job = "";

    @Label("Number")
    long number;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Failure")
    @Nullable
    String failure;

    /**
     * Ends the event and records it.
     *
     * @param thrown the failure, or null if the checkpoint was written
     */
    public void commit(String ofJob, long checkpoint, long length, @Nullable String thrown) {
        job = ofJob;
        number = checkpoint;
        bytes = length;
        failure = thrown;
        commit();
    }
}
