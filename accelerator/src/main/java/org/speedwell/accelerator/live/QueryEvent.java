package org.speedwell.accelerator.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.speedwell.accelerator.StoreConfiguration;

/** The JFR event of a query that took longer than {@link StoreConfiguration#slowQuery}. */
@Name("org.speedwell.Query")
@Label("Slow Query")
@Category("Speedwell")
@Description("A terminal operation of a stream took longer than the configuration's slowQuery")
final class QueryEvent extends Event {
    @Label("Table")
    String table = "";

    @Label("Operations")
    @Description("The operations of the stream, the terminal operation last")
    String operations = "";
}
