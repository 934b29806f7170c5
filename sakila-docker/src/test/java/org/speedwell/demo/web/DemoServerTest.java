package org.speedwell.demo.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

@Tag("fault")
@Tag("database")
class DemoServerTest {
    private static final Database DATABASE = Database.forTests();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The query "The latest rentals", whose answer changes with live rentals. */
    private static final String LATEST_RENTALS = "/api/queries/11/run";

    private static final String INSERT = "INSERT INTO rental (rental_id, rental_date, inventory_id, customer_id,"
            + " staff_id) VALUES (60000, '2026-01-01', 1, 1, 1)";

    private static Shop shop;
    private static DemoServer server;
    private static Browserless page;

    @BeforeAll
    static void open() {
        shop = new Shop(DATABASE, new SakilaRows(1, null, false), Progress.none(), _ -> {});
        server = new DemoServer(shop, "127.0.0.1", 0, List.of("demo.example"));
        page = new Browserless(server.port());
    }

    @AfterAll
    static void close() {
        server.close();
        shop.close();
    }

    @Test
    void pageLoadsAllItsParts() throws Exception {
        String html = page.get("/").text();
        assertThat(html).contains("<title>Speedwell");
        List<String> parts = new ArrayList<>(List.of("charts.js", "style.css", "flower.svg"));
        List.of("page", "server", "format", "colours", "queries", "latency", "live", "maintained", "snapshot")
                .forEach(module -> parts.add(module + ".js"));
        for (String part : parts) {
            Browserless.Reply reply = page.get("/" + part);
            assertThat(reply.status()).as(part).isEqualTo(200);
            assertThat(reply.text()).as(part).doesNotContain("https://cdn");
        }
    }

    @Test
    void everyQueryHasAnswersTimesAndPlan() throws Exception {
        int queries = page.get("/api/about")
                .json()
                .getAsJsonObject()
                .getAsJsonArray("queries")
                .size();
        assertThat(queries).isEqualTo(22);
        for (int i = 0; i < queries; i++) {
            JsonObject result = page.post("/api/queries/" + i + "/run").json().getAsJsonObject();
            assertThat(result.get("verdict").getAsString()).as("query " + i).isIn("same", "ties");
            assertThat(result.get("plan").getAsString()).contains("rows", "made");
            for (String side : List.of("sql", "memory")) {
                assertThat(result.getAsJsonObject(side).get("nanos").getAsDouble())
                        .isPositive();
                assertThat(result.getAsJsonObject(side).get("failure").isJsonNull())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/queries/22/run, 404, There is no query 22. Use 0 to 21",
        "/api/queries/-1/run, 404, is not the number of a query",
        "/api/queries/one/run, 404, is not the number of a query",
        "/api/queries/99999999999999999999/run, 404, is not the number of a query",
        "/api/latency/start, 400, is missing",
        "/api/latency/start?query=x, 400, but must be a whole number",
        "/api/latency/start?query=77, 404, There is no query 77",
        "/api/live/start?rate=1e9, 400, but must be a whole number",
        "/api/live/start?rate=0, 400, must be from 1 to 2000",
        "/api/live/start?rate=2001, 400, must be from 1 to 2000",
        "/api/nothing, 404, not found",
        "/health, 405, Method Not Allowed",
        "/..%2f..%2fpom.xml, 404, not found"
    })
    void invalidRequestIsRefusedWithReason(String path, int status, String words) throws Exception {
        Browserless.Reply reply = page.post(path);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.text()).contains(words).doesNotContain("\tat ");
    }

    @Test
    void longRequestIsRefused() throws IOException {
        String line = page.raw(
                "POST /api/snapshot/reload HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n");

        assertThat(line).contains(" 431 ");
    }

    @Test
    void foreignHostIsRefused() throws IOException {
        for (String host : List.of("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil")) {
            assertThat(page.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                    .as(host)
                    .contains(" 403 ");
            assertThat(page.raw("GET /events HTTP/1.1\r\nHost: " + host + "\r\nAccept: text/event-stream\r\n\r\n"))
                    .as(host)
                    .contains(" 403 ");
        }
        for (String host : List.of("localhost", "LOCALHOST:99", "127.0.0.1:1", "[::1]:8080", "demo.example")) {
            assertThat(page.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                    .as(host)
                    .contains(" 200 ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | GET / HTTP/1.1;Host: localhost",
                "200 | GET /charts.js HTTP/1.1;Host: localhost",
                "200 | GET /api/about HTTP/1.1;Host: localhost",
                "200 | GET /events HTTP/1.1;Host: localhost;Accept: text/event-stream",
                "400 | GET / HTTP/1.1",
                "400 | GET /%zz HTTP/1.1;Host: localhost",
                "400 | NONSENSE",
                "403 | GET / HTTP/1.1;Host: evil.example",
                "403 | GET /events HTTP/1.1;Host: evil.example;Accept: text/event-stream",
                "403 | POST /api/latency/stop HTTP/1.1;Host: localhost;Origin: http://evil.example",
                "404 | GET /nothing HTTP/1.1;Host: localhost",
                "404 | GET /..%2f..%2fpom.xml HTTP/1.1;Host: localhost",
                "405 | POST /health HTTP/1.1;Host: localhost",
                "431 | GET / HTTP/1.1;Host: localhost;X-Long: LONG"
            })
    void everyResponseHasSecurityHeaders(int status, String request) throws IOException {
        List<String> head =
                page.head(request.replace("LONG", "x".repeat(100_000)).replace(";", "\r\n") + "\r\n\r\n");

        assertThat(head).first().asString().contains(" " + status + " ");
        assertThat(head)
                .anyMatch(line -> line.startsWith("Content-Security-Policy: default-src 'none'"))
                .contains("X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer")
                .anyMatch(line -> line.startsWith("Cache-Control: "));
    }

    @Test
    void slowConnectionIsClosed() throws Exception {
        try (DemoServer impatient = new DemoServer(shop, "127.0.0.1", 0, List.of(), impatient(10));
                Browserless.Listener events = new Browserless(impatient.port()).listen();
                Socket dripping = new Browserless(impatient.port()).connect();
                Socket silent = new Browserless(impatient.port()).connect()) {
            dripping.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\nX: ".getBytes(UTF_8));
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> isClosedAfter(dripping, "x".getBytes(UTF_8)));
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            events.await("database", _ -> true); // a page that listens sends no request and stays connected
        }
    }

    private static boolean isClosedAfter(Socket socket, byte[] drip) {
        try {
            socket.getOutputStream().write(drip);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void listenersThatDoNotReadMakeRoomForOthers() throws Exception {
        List<Browserless.Listener> silent = new ArrayList<>();
        try (DemoServer full = new DemoServer(shop, "127.0.0.1", 0, List.of(), impatient(5))) {
            Browserless itsPage = new Browserless(full.port());
            for (int i = 0; i < 5; i++) {
                silent.add(itsPage.listen());
            }
            await().atMost(PATIENCE).until(() -> {
                try (Browserless.Listener oneMore = itsPage.listen()) {
                    if (!oneMore.status().contains(" 200 ")) {
                        return false;
                    }
                    oneMore.await("snapshot", _ -> true);
                    return true;
                }
            });
            assertThat(full.listeners()).isLessThanOrEqualTo(5);
        } finally {
            for (Browserless.Listener listener : silent) {
                listener.close();
            }
        }
    }

    private static Limits impatient(int pages) {
        return new Limits(Duration.ofSeconds(3), pages, Duration.ofMillis(500));
    }

    @Test
    void foreignOriginIsRefused() throws Exception {
        for (String origin : List.of("http://evil.example", "null", "http://localhost.evil.example")) {
            Browserless.Reply reply = page.post("/api/latency/stop", "Origin", origin);
            assertThat(reply.status()).as(origin).isEqualTo(403);
            assertThat(reply.text()).contains("does not accept requests from pages of");
        }
        assertThat(page.post("/api/latency/stop", "Origin", "http://127.0.0.1:" + server.port())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void portInUseIsReported() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new DemoServer(shop, "127.0.0.1", taken.getLocalPort(), List.of()))
                    .isInstanceOf(DemoException.class)
                    .hasMessageContaining("The demo cannot listen on port " + taken.getLocalPort())
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void twoHundredBrowsersAreServed() throws Exception {
        try (ExecutorService browsers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Browserless.Listener> listeners = new ArrayList<>();
            List<Future<String>> pages = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                listeners.add(page.listen());
                pages.add(browsers.submit(() -> page.get("/").text()));
                pages.add(browsers.submit(() -> page.post("/api/queries/0/run").text()));
            }
            for (Browserless.Listener listener : listeners) {
                assertThat(listener.status()).contains(" 200 ");
                listener.await("snapshot", state -> true);
                listener.await(
                        "database", state -> state.getAsJsonObject().get("up").getAsBoolean());
            }
            for (Future<String> each : pages) {
                assertThat(each.get()).containsAnyOf("<title>Speedwell", "\"verdict\":\"same\"");
            }
            for (Browserless.Listener listener : listeners) {
                listener.close();
            }
        }
        await().atMost(PATIENCE).until(() -> server.listeners() == 0);
    }

    @Test
    void listenersBeyondLimitAreRefused() throws Exception {
        await().atMost(PATIENCE).until(() -> server.listeners() == 0); // listeners of earlier tests
        List<Browserless.Listener> listeners = new ArrayList<>();
        try {
            for (int i = 0; i < Limits.DEFAULTS.pages(); i++) {
                listeners.add(page.listen());
            }
            // A page has its status a moment before the server counts it.
            await().atMost(PATIENCE).until(() -> server.listeners() == Limits.DEFAULTS.pages());
            try (Browserless.Listener oneMore = page.listen()) {
                assertThat(oneMore.status()).contains(" 503 ");
            }
        } finally {
            for (Browserless.Listener listener : listeners) {
                listener.close();
            }
        }
        await().atMost(PATIENCE).until(() -> server.listeners() == 0);
    }

    /**
     * Measures the CPU time of a server without browsers. Threads that stay busy without work would use it unnoticed.
     */
    @Test
    void serverWithoutBrowsersUsesLittleCpu() throws Exception {
        for (int i = 0; i < 20; i++) {
            page.listen().crash();
        }
        await().atMost(PATIENCE).until(() -> server.listeners() == 0);
        com.sun.management.OperatingSystemMXBean machine =
                ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .pollDelay(Duration.ZERO)
                .until(new Callable<>() {
                    private long before = machine.getProcessCpuTime();

                    @Override
                    public Boolean call() {
                        long now = machine.getProcessCpuTime();
                        long spent = now - before;
                        before = now;
                        return spent > 0 && spent < Duration.ofMillis(500).toNanos();
                    }
                });
    }

    @Test
    void closedBrowserIsForgotten() throws Exception {
        await().atMost(PATIENCE).until(() -> server.listeners() == 0);
        Browserless.Listener crashing = page.listen();
        try (Browserless.Listener staying = page.listen()) {
            staying.await("database", _ -> true);
            crashing.crash();
            await().atMost(PATIENCE).until(() -> server.listeners() == 1);
            staying.await("database", _ -> true);
        }
    }

    @Test
    void loadMeasuresSqlAndMemory() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            assertThat(page.post("/api/latency/start?query=1").status()).isEqualTo(200);
            JsonObject state = events.await("latency", each -> {
                        JsonObject load = each.getAsJsonObject();
                        return load.get("on").getAsBoolean()
                                && load.getAsJsonObject("sql")
                                                .getAsJsonArray("curve")
                                                .size()
                                        >= 5
                                && load.getAsJsonObject("memory")
                                                .getAsJsonArray("curve")
                                                .size()
                                        >= 5;
                    })
                    .getAsJsonObject();
            for (String side : List.of("sql", "memory")) {
                JsonObject told = state.getAsJsonObject(side);
                double median = 0;
                for (var point : told.getAsJsonArray("curve")) {
                    if (point.getAsJsonObject().get("percentile").getAsInt() == 50) {
                        median = point.getAsJsonObject().get("nanos").getAsDouble();
                    }
                }
                assertThat(told.get("perSecond").getAsDouble())
                        .as("of %s, a call of which takes %,.0f ns", side, median)
                        .isPositive()
                        .isLessThan(3 * 1e9 / median);
            }
            long previous = 0;
            for (var point : state.getAsJsonObject("memory").getAsJsonArray("curve")) {
                long nanos = point.getAsJsonObject().get("nanos").getAsLong();
                assertThat(nanos).isGreaterThanOrEqualTo(previous).isPositive();
                previous = nanos;
            }
            page.post("/api/latency/stop");
            events.await("latency", each -> !each.getAsJsonObject().get("on").getAsBoolean());
        }
    }

    @Test
    void liveRentalsAreCountedAndDeletedAtStop() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            assertThat(page.post("/api/live/start?rate=500").status()).isEqualTo(200);
            JsonObject windows = events.await("live", each -> {
                        JsonObject state = each.getAsJsonObject().getAsJsonObject("windows");
                        return state.getAsJsonArray("films").size() == 10
                                && state.getAsJsonArray("stores").size() == 2
                                && state.get("staleMillis").getAsLong() >= 0; // each window arrives when it is ready
                    })
                    .getAsJsonObject()
                    .getAsJsonObject("windows");
            assertThat(windows.getAsJsonArray("categories")).hasSize(16);
            long most = Long.MAX_VALUE;
            for (var film : windows.getAsJsonArray("films")) {
                long rentals = film.getAsJsonObject().get("amount").getAsLong();
                assertThat(rentals).as("in falling order").isPositive().isLessThanOrEqualTo(most);
                most = rentals;
            }
            assertThat(count("rental")).isGreaterThan(16_044);
            assertThat(count("payment")).isGreaterThan(16_049);
            assertThat(page.post(LATEST_RENTALS)
                            .json()
                            .getAsJsonObject()
                            .get("verdict")
                            .getAsString())
                    .as("memory has the newer rentals too")
                    .isIn("same", "moving");
            assertThat(events.await(
                                    "follow",
                                    each -> each.getAsJsonObject().get("held").getAsLong() > 47_273)
                            .getAsJsonObject()
                            .get("trouble")
                            .isJsonNull())
                    .isTrue();

            assertThat(page.post("/api/live/stop").status()).isEqualTo(200);
            assertThat(count("rental")).isEqualTo(16_044);
            assertThat(count("payment")).isEqualTo(16_049);
            assertThat(page.post(LATEST_RENTALS)
                            .json()
                            .getAsJsonObject()
                            .get("verdict")
                            .getAsString())
                    .isEqualTo("same");
        }
    }

    @Test
    void memoryReplicatesSqlWrites() throws Exception {
        try (Connection connection = DATABASE.connect("sakila");
                Statement statement = connection.createStatement()) {
            // A page first gets the state from when the last page listened, which does not count these transactions.
            await().atMost(PATIENCE).until(() -> server.listeners() == 0);
            statement.execute(INSERT);
            statement.execute("DELETE FROM rental WHERE rental_id = 60000");
            assertThat(shop.store().await(PATIENCE)).isTrue();
            try (Browserless.Listener events = page.listen()) {
                insertShows(events, statement);
            }
        }
    }

    private static void insertShows(Browserless.Listener events, Statement statement) throws Exception {
        JsonObject before = events.await(
                        "follow",
                        each -> each.getAsJsonObject().get("held").getAsLong() == 47_273
                                && each.getAsJsonObject().get("transactions").getAsLong() == transactions())
                .getAsJsonObject();
        statement.execute(INSERT);
        JsonObject after;
        try {
            // The new version is visible a moment before the server reports it.
            long told = before.get("transactions").getAsLong() + 1;
            after = events.await(
                            "follow",
                            each -> each.getAsJsonObject().get("held").getAsLong() == 47_274
                                    && each.getAsJsonObject()
                                                    .get("transactions")
                                                    .getAsLong()
                                            == told)
                    .getAsJsonObject();
        } finally {
            statement.execute("DELETE FROM rental WHERE rental_id = 60000");
        }
        assertThat(after.get("phase").getAsString()).isEqualTo("FOLLOWING");
        assertThat(after.get("ageMillis").getAsLong()).isNotNegative();
        assertThat(after.get("rows").getAsLong()).isEqualTo(before.get("rows").getAsLong() + 1);
        assertThat(after.get("version").getAsLong())
                .isGreaterThan(before.get("version").getAsLong());
        assertThat(after.get("position").getAsString())
                .isNotEqualTo(before.get("position").getAsString());
        assertThat(after.get("trouble").isJsonNull()).isTrue();
        follow(events, 47_273);
    }

    private static long transactions() {
        return shop.store().followStatus().orElseThrow().transactions();
    }

    /** Returns the state of the replication once memory holds {@code held} rows. */
    private static JsonObject follow(Browserless.Listener events, long held) throws IOException {
        return events.await("follow", each -> each.getAsJsonObject().get("held").getAsLong() == held)
                .getAsJsonObject();
    }

    @Test
    void reloadPublishesNextVersion() throws Exception {
        try (Browserless.Listener events = page.listen()) {
            long version = shop.store().version();
            assertThat(page.post("/api/snapshot/reload").status()).isEqualTo(200);
            // The follower publishes another version right after the reload. The page may show that one first.
            JsonObject state = events.await(
                            "snapshot",
                            each -> each.getAsJsonObject().get("version").getAsLong() > version)
                    .getAsJsonObject();
            assertThat(state.get("rows").getAsLong()).isEqualTo(47_273);
            assertThat(state.getAsJsonArray("tables")).hasSize(16);
            long bytes = 0;
            for (var table : state.getAsJsonArray("tables")) {
                for (var column : table.getAsJsonObject().getAsJsonArray("columns")) {
                    JsonObject figures = column.getAsJsonObject();
                    assertThat(figures.get("encoding").getAsString())
                            .as(figures.toString())
                            .isNotBlank();
                    bytes += figures.get("bytes").getAsLong()
                            + figures.get("indexBytes").getAsLong();
                }
            }
            assertThat(bytes).isPositive().isEqualTo(state.get("bytes").getAsLong());
            // The page may have got this before the snapshot: a slow page gets the newest state of each topic only.
            try (Browserless.Listener another = page.listen()) {
                another.await(
                        "reload", each -> each.getAsJsonObject().get("millis").getAsLong() > 0);
            }
        }
    }

    @Test
    void healthReadsRowOfSakila() throws Exception {
        Browserless.Reply reply = page.get("/health");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).contains("\"database\":\"up\"").doesNotContain("\"film\":\"none\"");
    }

    private static long count(String table) throws SQLException {
        try (Connection connection = DATABASE.connect("sakila");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }
}
