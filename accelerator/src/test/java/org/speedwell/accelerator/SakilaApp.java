package org.speedwell.accelerator;

import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;

/** Applications of a Sakila schema by any name, on the server of the tests. */
final class SakilaApp {
    private SakilaApp() {}

    static SakilaApplicationBuilder of(Database database, String schema) {
        return at(database.url(schema), database, schema);
    }

    /** As {@link #of}, by another URL: that of somebody between the two. */
    static SakilaApplicationBuilder at(String url, Database database, String schema) {
        return new SakilaApplicationBuilder()
                .withConnectionUrl(url)
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
                .withSkipLogoPrintout();
    }
}
