package org.speedwell.accelerator;

import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;

/** A factory of applications over a Sakila schema of any name on the server of the tests. */
public final class SakilaApp {
    private SakilaApp() {}

    public static SakilaApplicationBuilder of(Database database, String schema) {
        return at(database.url(schema), database, schema);
    }

    /** Creates a builder as {@link #of} does, but with another URL, such as that of a proxy. */
    public static SakilaApplicationBuilder at(String url, Database database, String schema) {
        return new SakilaApplicationBuilder()
                .withConnectionUrl(url)
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout();
    }
}
