package org.speedwell.accelerator.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A Flight Recorder event: a lease returned the memory of a version, which had become unreachable. */
@Name("org.speedwell.Retire")
@Label("Retire")
@Category("Speedwell")
@Description("The memory of a version was returned")
@StackTrace(false)
final class MemoryReturnedEvent extends Event {
    @Label("Version")
    long version;

    @Label("Bytes")
    @DataAmount
    long bytes;
}
