package org.speedwell.accelerator.live;

import static java.util.stream.Collectors.joining;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.TableNotLoaded;
import org.speedwell.accelerator.store.LoadReport;
import org.speedwell.accelerator.store.Snapshot;

/** The JFR event of a load or reload, from its begin to its failure or to the publication of the version. */
@Name("org.speedwell.Load")
@Label("Load")
@Category("Speedwell")
@Description("A load of all tables ended, with or without success")
@StackTrace(false)
final class LoadEvent extends Event {
    @Label("Version")
    long version;

    @Label("Rows")
    long rows;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Bad Values")
    @Description("The number of values that became NULL because they could not be loaded")
    long badValues;

    @Label("First Bad Value")
    @Description("The place of the first bad value and the reason; empty if there is none")
    String firstBadValue = "";

    @Label("Tables Not Loaded")
    @Description("Tables that could not be loaded and were left to the database; empty if there are none")
    String tablesNotLoaded = "";

    @Label("Failure")
    @Description("The message of the failure; empty if the version was published")
    String failure = "";

    /** Records the loaded version. */
    void loaded(Snapshot snapshot) {
        LoadReport report = snapshot.report();
        version = snapshot.version();
        rows = snapshot.rows();
        bytes = snapshot.bytes();
        badValues = report.badValues().stream().mapToLong(BadValues::count).sum();
        firstBadValue = report.badValues().stream()
                .findFirst()
                .map(bad -> "Table %s, column %s, row %s: %s"
                        .formatted(bad.table(), bad.column(), bad.firstRow(), bad.reason()))
                .orElse("");
        tablesNotLoaded =
                report.tablesNotLoaded().stream().map(TableNotLoaded::table).collect(joining(", "));
    }
}
