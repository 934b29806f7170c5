package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** Verifies that memory answers after the database stops while the page is open. */
@Tag("fault")
class DatabaseGoneTest {

    @Test
    void memoryAnswersWithoutDatabase() throws Exception {
        Database database = Database.embedded();
        try (Shop shop = new Shop(database, new SakilaRows(1, null, false), Progress.none(), _ -> {});
                DemoServer server = new DemoServer(shop, "127.0.0.1", 0, List.of())) {
            Browserless page = new Browserless(server.port());
            try (Browserless.Listener events = page.listen()) {
                page.post("/api/live/start?rate=100");
                page.post("/api/latency/start?query=0");
                events.await(
                        "live",
                        each -> windows(each.getAsJsonObject()).get("events").getAsLong() > 0);

                database.close();

                JsonObject state = events.await(
                                "database",
                                each -> !each.getAsJsonObject().get("up").getAsBoolean())
                        .getAsJsonObject();
                assertThat(state.get("trouble").getAsString()).startsWith("The database does not answer");
                events.await(
                        "live",
                        each -> !windows(each.getAsJsonObject()).get("trouble").isJsonNull());
                events.await("latency", each -> {
                    JsonObject load = each.getAsJsonObject();
                    return !load.getAsJsonObject("sql").get("failure").isJsonNull()
                            && load.getAsJsonObject("memory").get("perSecond").getAsDouble() > 0;
                });
                page.post("/api/latency/stop");

                JsonObject result = page.post("/api/queries/0/run").json().getAsJsonObject();
                assertThat(result.getAsJsonObject("memory").get("answer").getAsString())
                        .isEqualTo("896");
                assertThat(result.getAsJsonObject("sql").get("failure").getAsString())
                        .startsWith("The database does not answer");
                assertThat(result.get("verdict").isJsonNull()).isTrue();

                events.await(
                        "follow",
                        each -> each.getAsJsonObject()
                                .get("phase")
                                .getAsString()
                                .equals("DISCONNECTED"));
                long version = shop.store().version();
                page.post("/api/snapshot/reload");
                JsonObject reload = events.await(
                                "reload",
                                each -> !each.getAsJsonObject().get("failure").isJsonNull())
                        .getAsJsonObject();
                assertThat(reload.get("failure").getAsString()).contains("Connection refused");
                assertThat(shop.store().version()).isEqualTo(version);

                assertThat(page.get("/health").status()).isEqualTo(503);
                assertThat(page.get("/health").text()).contains("gone");
                assertThat(page.post("/api/live/stop").status()).isEqualTo(200);
            }
        } finally {
            database.close();
        }
    }

    private static JsonObject windows(JsonObject state) {
        return state.getAsJsonObject("windows");
    }
}
