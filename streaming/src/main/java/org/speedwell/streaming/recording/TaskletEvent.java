package org.speedwell.streaming.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * A Flight Recorder event with the load of a tasklet of a running job. The recorder writes it once a second, unless the
 * recording sets another period.
 */
@Name("speedwell.streaming.Tasklet")
@Label("Tasklet")
@Description("The utilisation, the queue and the size of the state of a tasklet of a running job")
@Category({"Speedwell", "Streaming"})
@StackTrace(false)
@Period("1 s")
public final class TaskletEvent extends Event {
    @Label("Job")
    public String job = "";

    @Label("Tasklet")
    public String tasklet = "";

    @Label("Busy")
    @Percentage
    public double busy;

    @Label("Batches Queued")
    public long queued;

    @Label("State")
    @DataAmount
    public long stateBytes;
}
