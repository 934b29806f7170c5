package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Verifies that the demo works without replication when the database user lacks the privilege, and that it shows the
 * reason.
 */
@Tag("fault")
class MissingBinlogPrivilegeTest {
    private static final String LATEST_RENTALS = "/api/queries/11/run";

    private static Database database;

    @BeforeAll
    static void start() throws SQLException {
        database = Database.embedded();
        Sakila.scale(1).load(database, Progress.none());
        execute("CREATE USER clerk@'%' IDENTIFIED BY 'word'", "GRANT ALL ON sakila.* TO clerk@'%'");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void missingPrivilegeIsReportedUntilGranted() throws Exception {
        List<String> told = new ArrayList<>();
        try (Database clerks = Database.at(database.url(""), "clerk", "word");
                Shop shop = new Shop(clerks, new SakilaRows(1, null, false), Progress.none(), told::add);
                DemoServer server = new DemoServer(shop, "127.0.0.1", 0, List.of())) {
            Browserless page = new Browserless(server.port());
            try (Browserless.Listener events = page.listen()) {
                JsonObject follow = events.await("follow", _ -> true).getAsJsonObject();
                assertThat(follow.get("phase").isJsonNull()).isTrue();
                assertThat(follow.get("trouble").getAsString()).contains("GRANT REPLICATION SLAVE");

                page.post("/api/live/start?rate=500");
                events.await(
                        "live",
                        each -> each.getAsJsonObject()
                                        .getAsJsonObject("windows")
                                        .get("written")
                                        .getAsLong()
                                > 0);
                assertThat(page.post(LATEST_RENTALS)
                                .json()
                                .getAsJsonObject()
                                .get("verdict")
                                .getAsString())
                        .isEqualTo("behind");
                page.post("/api/live/stop");

                execute("GRANT REPLICATION SLAVE, BINLOG MONITOR ON *.* TO clerk@'%'");
                page.post("/api/snapshot/reload");
                events.await("follow", each -> {
                    JsonObject state = each.getAsJsonObject();
                    return !state.get("phase").isJsonNull()
                            && state.get("phase").getAsString().equals("FOLLOWING")
                            && state.get("trouble").isJsonNull();
                });
            }
        } finally {
            execute("REVOKE REPLICATION SLAVE, BINLOG MONITOR ON *.* FROM clerk@'%'");
        }
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
