package org.speedwell.streaming.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A Flight Recorder event with the progress of a running job. The recorder writes it once a second, unless the
 * recording sets another period.
 */
@Name("speedwell.streaming.JobProgress")
@Label("Job Progress")
@Description("The progress of a running job")
@Category({"Speedwell", "Streaming"})
@StackTrace(false)
@Period("1 s")
public final class JobProgressEvent extends Event {
    @Label("Job")
    public String job = "";

    @Label("Events")
    public long events;

    @Label("Events per Second")
    public double eventsPerSecond;

    @Label("Late Events")
    public long late;

    @Label("Skipped Events")
    public long skipped;

    @Label("Evicted Keys")
    public long evicted;

    @Label("Results")
    public long results;

    @Label("Watermark Lag")
    @Timespan(Timespan.MILLISECONDS)
    public long watermarkLag;

    @Label("Batches Queued")
    public long queued;
}
