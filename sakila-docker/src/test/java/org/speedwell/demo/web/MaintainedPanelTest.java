package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.maintained.Question;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** The panel of maintained results, over a real database. */
@Tag("fault")
@Tag("database")
class MaintainedPanelTest {
    private static final String INSERT = "INSERT INTO rental (rental_id, rental_date, inventory_id, customer_id,"
            + " staff_id) VALUES (60000, '2026-01-01', 1, 1, 1)";

    private static Database database;
    private static Shop shop;
    private static DemoServer server;
    private static Browserless page;

    @BeforeAll
    static void open() {
        database = Database.embedded(); // a test changes its schema
        shop = new Shop(database, new SakilaRows(1, null, false), Progress.none(), _ -> {});
        server = new DemoServer(shop, "127.0.0.1", 0, List.of());
        page = new Browserless(server.port());
    }

    @AfterAll
    static void close() {
        server.close();
        shop.close();
        database.close();
    }

    /**
     * Returns the next state that meets a condition, and watches the panel until then. Events of the panel cannot
     * trigger that: after a stall of 3 s the panel sends none until the next request.
     */
    private static JsonObject await(Browserless.Listener events, boolean sql, Predicate<JsonObject> condition)
            throws Exception {
        String watch = "/api/maintained/watch?sql=" + (sql ? "on" : "off");
        page.post(watch);
        return events.await("maintained", state -> condition.test(state.getAsJsonObject()), () -> keep(watch))
                .getAsJsonObject();
    }

    private static void keep(String watch) {
        try {
            assertThat(page.post(watch).status()).isEqualTo(200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<JsonObject> results(JsonObject state) {
        return StreamSupport.stream(state.getAsJsonArray("results").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    private static JsonObject maintained(JsonObject result) {
        return result.getAsJsonObject("maintained");
    }

    private static boolean areAll(JsonObject state, String check) {
        return results(state).stream()
                .allMatch(result -> result.get("check").getAsString().equals(check));
    }

    private static List<String> values(JsonObject state) {
        return results(state).stream()
                .map(result -> maintained(result).get("value").getAsString())
                .toList();
    }

    /** Returns the answers of the database to all questions. */
    private static List<String> valuesOverSql() throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = database.connect("sakila")) {
            for (Question<?> question : Question.all(shop.applications().memory())) {
                values.add(overSql(question, connection));
            }
        }
        return values;
    }

    private static <R> String overSql(Question<R> question, Connection connection) throws SQLException {
        return question.text().apply(question.ask(connection));
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.connect("sakila");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void resultsEqualSqlAfterEachChange() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            List<String> before = values(await(events, true, state -> areAll(state, "SAME")));
            assertThat(before).isEqualTo(valuesOverSql());
            execute(INSERT);
            List<String> expected;
            try {
                expected = valuesOverSql();
                assertThat(expected).isNotEqualTo(before);
                await(events, true, state -> values(state).equals(expected) && areAll(state, "SAME"));
            } finally {
                execute("DELETE FROM rental WHERE rental_id = 60000");
            }
            await(events, true, state -> values(state).equals(before) && areAll(state, "SAME"));
        }
    }

    @Test
    void rentalsChangeAllResultsAndTheirDelaysAreMeasured() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            List<String> before = values(await(events, true, state -> areAll(state, "SAME")));
            assertThat(page.post("/api/live/start?rate=100").status()).isEqualTo(200);
            JsonObject moving = await(
                    events,
                    true,
                    state -> results(state).stream()
                                    .allMatch(result ->
                                            maintained(result).get("delayNanos").getAsLong() > 0
                                                    && maintained(result)
                                                                    .get("ageMillis")
                                                                    .getAsLong()
                                                            >= 0)
                            && !state.get("load").isJsonNull()
                            && state.get("perSecond").getAsDouble() > 0);
            assertThat(results(moving).stream()
                            .map(result -> maintained(result).get("incremental").getAsBoolean()))
                    .containsOnly(true);
            assertThat(maintained(results(moving).getLast()).get("how").getAsString())
                    .startsWith("incremental: the first ");
            JsonObject load = moving.getAsJsonObject("load");
            assertThat(load.get("queriesPerSecond").getAsDouble()).isBetween(0.1, 5.0);
            assertThat(load.get("sqlMillisPerSecond").getAsDouble()).isPositive();

            assertThat(page.post("/api/live/stop").status()).isEqualTo(200);
            List<String> after = values(await(
                    events,
                    true,
                    state -> areAll(state, "SAME") && values(state).equals(before)));
            assertThat(after).isEqualTo(valuesOverSql());
        }
    }

    @Test
    void panelDoesNotPollUnasked() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            JsonObject state = await(
                    events,
                    false,
                    each -> !each.get("polls").getAsBoolean()
                            && results(each).stream()
                                    .noneMatch(result ->
                                            maintained(result).get("value").isJsonNull()));
            assertThat(state.get("load").isJsonNull()).isTrue();
            assertThat(results(state))
                    .allSatisfy(result ->
                            assertThat(result.get("polled").isJsonNull()).isTrue())
                    .allSatisfy(result ->
                            assertThat(result.get("check").getAsString()).isEqualTo("WAITING"));
        }
    }

    @Test
    void missingVersionIsShown() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            await(events, true, state -> areAll(state, "SAME"));
            shop.store().clear();
            await(
                    events,
                    true,
                    state -> results(state).stream()
                                    .allMatch(result -> trouble(result).startsWith("No version is in memory"))
                            && areAll(state, "WAITING"));
            shop.store().load();
            shop.applications().follow();
            await(
                    events,
                    true,
                    state -> results(state).stream()
                                    .allMatch(result -> trouble(result).isEmpty())
                            && areAll(state, "SAME"));
        }
    }

    private static String trouble(JsonObject result) {
        JsonElement trouble = maintained(result).get("trouble");
        return trouble.isJsonNull() ? "" : trouble.getAsString();
    }

    @Test
    void stoppedTableIsShown() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            await(events, true, state -> areAll(state, "SAME"));
            execute("ALTER TABLE payment RENAME COLUMN amount TO sum");
            try {
                JsonObject revenue = results(await(
                                events,
                                true,
                                state -> trouble(results(state).get(2)).contains("no longer follows the database")))
                        .get(2);
                assertThat(maintained(revenue).get("value").getAsString()).startsWith("$");
                assertThat(trouble(results(await(events, true, _ -> true)).getFirst()))
                        .isEmpty();
                await(
                        events,
                        true,
                        state ->
                                results(state).get(2).get("check").getAsString().equals("WAITING")
                                        && !results(state)
                                                .get(2)
                                                .getAsJsonObject("polled")
                                                .get("failure")
                                                .isJsonNull());
            } finally {
                execute("ALTER TABLE payment RENAME COLUMN sum TO amount");
                shop.store().load();
            }
            await(events, true, state -> areAll(state, "SAME"));
        }
    }

    @Test
    void threadsEndWithServer() throws Exception {
        try (DemoServer other = new DemoServer(shop, "127.0.0.1", 0, List.of())) {
            assertThat(new Browserless(other.port())
                            .post("/api/maintained/watch?sql=on")
                            .status())
                    .isEqualTo(200);
            assertThat(threads()).isEqualTo(4);
        }
        assertThat(threads()).isEqualTo(2);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("maintained panel"))
                .count();
    }
}
