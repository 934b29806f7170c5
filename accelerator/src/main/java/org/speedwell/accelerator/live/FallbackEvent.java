package org.speedwell.accelerator.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The JFR event of a pipeline that fell back from columns to entities. */
@Name("org.speedwell.Fallback")
@Label("Fallback")
@Category("Speedwell")
@Description("A stream continues with entities from an operation that cannot run on columns")
final class FallbackEvent extends Event {
    @Label("Table")
    String table = "";

    @Label("Operation")
    String operation = "";

    @Label("Reason")
    String reason = "";
}
