package org.speedwell.accelerator.replication;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The JFR event of a published version of replicated transactions. */
@Name("org.speedwell.FollowedVersion")
@Label("Followed Version")
@Category("Speedwell")
@Description("A version with transactions of the database was published")
@StackTrace(false)
final class VersionEvent extends Event {
    @Label("Version")
    long version;

    @Label("Transactions")
    long transactions;

    @Label("Position")
    String position = "";

    @Label("Bytes of Former Versions")
    @DataAmount
    long formerBytes;
}
