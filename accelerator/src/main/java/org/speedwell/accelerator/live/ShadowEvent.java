package org.speedwell.accelerator.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The JFR event of a query to which memory and the database gave different answers. */
@Name("org.speedwell.ShadowDifference")
@Label("Shadow Difference")
@Category("Speedwell")
@Description("A query that memory and the database answered differently at the same position")
@StackTrace(false)
final class ShadowEvent extends Event {
    @Label("Table")
    String table = "";

    @Label("Operations")
    String operations = "";

    @Label("Version")
    long version;

    @Label("Position")
    String position = "";
}
