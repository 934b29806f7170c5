package org.speedwell.streaming.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A Flight Recorder event for a new status of a job. */
@Name("speedwell.streaming.JobStatus")
@Label("Job Status")
@Description("A job started, began to drain, or ended")
@Category({"Speedwell", "Streaming"})
@StackTrace(false)
public final class JobStatusEvent extends Event {
    @Label("Job")
    String job = "";

    @Label("Status")
    String status = "";

    @Label("Failure")
    @Nullable
    String failure;

    /**
     * Records the status of a job.
     *
     * @param failure the failure of the job, or null
     */
    public static void record(String job, Enum<?> status, @Nullable String failure) {
        JobStatusEvent event = new JobStatusEvent();
        event.job = job;
        event.status = status.name();
        event.failure = failure;
        event.commit();
    }
}
