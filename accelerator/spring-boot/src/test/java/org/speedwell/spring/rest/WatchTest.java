package org.speedwell.spring.rest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.micrometer.MaintainedGauge;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.spring.OwnSakila;
import org.speedwell.spring.SakilaServer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import tools.jackson.databind.json.JsonMapper;

/** Verifies the events that clients receive over HTTP while rows change in the database. */
@Tag("fault")
@Tag("database")
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@ParameterizedClass(name = "{0}")
@EnumSource(WatchTest.Rows.class)
class WatchTest {
    private static final String SCHEMA = "speedwell_test_watch";
    private static final int MAX_WATCHERS = 20;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String SHORT_FILMS = "/sakila/film?fields=filmId,length&filter="
            + URLEncoder.encode("{\"property\":\"filmId\",\"operator\":\"le\",\"value\":3}", StandardCharsets.UTF_8);
    private static final String ALL_FILMS = "/sakila/film?limit=1000&watch";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("NullAway.Init")
    private static SakilaServer server;

    @SuppressWarnings("NullAway.Init")
    private static ConfigurableApplicationContext service;

    /** The rows of the tables. */
    enum Rows {
        ENTITIES_OF_SPEEDMENT,
        RECORDS;

        Class<?> service() {
            return switch (this) {
                case ENTITIES_OF_SPEEDMENT -> Service.class;
                case RECORDS -> OwnService.class;
            };
        }

        /** Returns the schema in paths: that of the model, or of the database. */
        String schema() {
            return switch (this) {
                case ENTITIES_OF_SPEEDMENT -> "sakila";
                case RECORDS -> SCHEMA;
            };
        }
    }

    private static Rows rows = Rows.ENTITIES_OF_SPEEDMENT;

    /** A service with records. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class OwnService {
        @Bean
        @Lazy
        MaintainedQuery<Long> longFilms(MemoryStore store) {
            return store.maintain(
                    OwnSakila.Film.class,
                    films -> films.filter(film -> film.length() != null && film.length() > 10_000)
                            .count());
        }

        @Bean
        MeterBinder longFilmsGauge(@Lazy MaintainedQuery<Long> longFilms) {
            return MaintainedGauge.of("films.long", longFilms);
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Service {
        @Bean
        SakilaApplicationBuilder application() {
            return new SakilaApplicationBuilder();
        }

        @Bean
        @Lazy
        MaintainedQuery<Long> longFilms(DataStoreComponent store, FilmManager films) {
            return store.maintain(
                    films,
                    stream -> stream.filter(Film.LENGTH.greaterThan(10_000)).count());
        }

        @Bean
        MeterBinder longFilmsGauge(@Lazy MaintainedQuery<Long> longFilms) {
            return MaintainedGauge.of("films.long", longFilms);
        }
    }

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Rows kind;

    @BeforeParameterizedClassInvocation
    static void start(Rows kind) throws SQLException, InterruptedException {
        rows = kind;
        server = new SakilaServer(SCHEMA);
        service = started(
                "speedwell.follow.enabled=true",
                "speedwell.rest.max-watchers=" + MAX_WATCHERS,
                "speedwell.rest.watch-heartbeat=100ms");
        awaitChanges();
    }

    private static ConfigurableApplicationContext started(String... properties) {
        return new SpringApplicationBuilder(rows.service())
                .properties(server.properties())
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "speedwell.tables=org.speedwell.spring.OwnSakila$Film,org.speedwell.spring.OwnSakila$Staff",
                        "speedwell.rest.tables[0].name=film",
                        "speedwell.rest.tables[1].name=staff",
                        "speedwell.rest.tables[1].fields=staffId,firstName")
                .properties(properties)
                .run();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws SQLException {
        service.close();
        server.close();
    }

    @BeforeEach
    void awaitRelease() {
        awaitWatchers(0);
    }

    private static void awaitWatchers(int expected) {
        Watches watches = service.getBean(Watches.class);
        Awaitility.await().atMost(LONG).until(() -> watches.watchers() == expected);
    }

    private static void awaitChanges() throws InterruptedException {
        assertThat(service.getBean(DataStore.class).await(LONG)).isTrue();
    }

    private static void change(String sql) throws SQLException, InterruptedException {
        server.execute(sql);
        awaitChanges();
    }

    private record Event(String id, String name, String data) {
        long version() {
            return Long.parseLong(id.substring(0, id.indexOf('-')));
        }
    }

    /** The events of one client. */
    private static final class Events implements AutoCloseable {
        private final BufferedReader lines;

        Events(InputStream body) {
            lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        }

        /** Returns the next event, without comments before it; null at the end. */
        @Nullable
        Event nextOrEnd() throws IOException {
            String line = lines.readLine();
            while (line != null && (line.isEmpty() || line.startsWith(":"))) {
                line = lines.readLine();
            }
            return line == null
                    ? null
                    : new Event(
                            without("id: ", line),
                            without("event: ", lines.readLine()),
                            without("data: ", lines.readLine()));
        }

        Event next() throws IOException {
            Event event = requireNonNull(nextOrEnd(), "the events have ended");
            assertThat(lines.readLine()).isEmpty();
            return event;
        }

        private static String without(String prefix, @Nullable String line) {
            assertThat(line).startsWith(prefix);
            return requireNonNull(line).substring(prefix.length());
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private static Events watch(String path, String... headers) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = CLIENT.send(request(service, path, headers), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        return new Events(answer.body());
    }

    private static HttpRequest request(ConfigurableApplicationContext of, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(of, path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    /** Returns the address of a path with the schema of the model. */
    private static URI uri(ConfigurableApplicationContext of, String path) {
        return URI.create(address(of) + path.replaceFirst("^/sakila/", "/" + rows.schema() + "/"));
    }

    private static String address(ConfigurableApplicationContext of) {
        return "http://127.0.0.1:" + of.getEnvironment().getProperty("local.server.port");
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(request(service, path), BodyHandlers.ofString());
    }

    @Test
    void eachDifferentResultIsAnEvent() throws Exception {
        try (Events events = watch(SHORT_FILMS + "&watch", "Accept", "text/event-stream")) {
            Event former = events.next();
            assertThat(former.name()).isEqualTo("result");
            assertThat(former.data()).isEqualTo(get(SHORT_FILMS).body());
            for (int i = 0; i < 5; i++) {
                change("UPDATE film SET title = 'OTHER %d' WHERE film_id = 1".formatted(i)); // no field of the query
                change("UPDATE film SET length = 70 + %d WHERE film_id = 900".formatted(i)); // no row of the query
                change("UPDATE staff SET first_name = 'Mike %d' WHERE staff_id = 1".formatted(i));
                change("UPDATE film SET length = 1000 + %d WHERE film_id = 2".formatted(i));
                Event next = events.next();
                assertThat(next.name()).isEqualTo("change");
                assertThat(next.data()).isEqualTo(get(SHORT_FILMS).body()).contains("\"length\":" + (1_000 + i));
                assertThat(next.version()).isGreaterThan(former.version());
                former = next;
            }
        }
    }

    @Test
    void windowOfSortedRowsIsWatched() throws Exception {
        String longest = "/sakila/film?limit=2&fields=filmId&sort="
                + URLEncoder.encode("{\"property\":\"length\",\"direction\":\"DESC\"}", StandardCharsets.UTF_8);
        change("UPDATE film SET length = 30000 - film_id WHERE film_id IN (21, 22, 23)");
        try (Events events = watch(longest + "&watch=true")) {
            assertThat(events.next().data()).isEqualTo("[{\"filmId\":21},{\"filmId\":22}]");
            server.execute("UPDATE film SET length = 31000 WHERE film_id = 23");
            assertThat(events.next().data()).isEqualTo("[{\"filmId\":23},{\"filmId\":21}]");
            server.execute("UPDATE film SET length = 60 WHERE film_id = 21");
            assertThat(events.next().data()).isEqualTo("[{\"filmId\":23},{\"filmId\":22}]");
        } finally {
            change("UPDATE film SET length = 60 WHERE film_id IN (21, 22, 23)");
        }
    }

    @Test
    void patchesAddUpToTheRows() throws Exception {
        change("UPDATE film SET length = 5 WHERE film_id IN (1, 2, 3)");
        try (Events patches = watch(SHORT_FILMS + "&watch=patch");
                Events all = watch(SHORT_FILMS + "&watch")) {
            Event first = patches.next();
            assertThat(first).isEqualTo(all.next());
            JsonArray rows = array(first.data());
            for (int i = 0; i < 5; i++) {
                change("UPDATE film SET length = 100 + %d WHERE film_id = %d".formatted(i, 1 + i % 3));
                Event patch = patches.next();
                Event change = all.next();
                assertThat(patch.name()).isEqualTo("patch");
                assertThat(patch.id()).isEqualTo(change.id());
                rows = Json.createPatch(array(patch.data())).apply(rows);
                assertThat(rows).isEqualTo(array(change.data()));
            }
            assertThat(service.getBean(Watches.class).queries())
                    .as("shared queries")
                    .isOne();
        }
    }

    @Test
    void clientThatConnectsAgainGetsAPatchOfTheRowsThatItHas() throws Exception {
        change("UPDATE film SET length = 5 WHERE film_id IN (1, 2, 3)");
        String path = SHORT_FILMS + "&watch=patch";
        Event known;
        try (Events events = watch(path)) {
            known = events.next();
        }
        try (Events again = watch(path, "Last-Event-ID", known.id())) {
            change("UPDATE film SET length = 6 WHERE film_id = 2");
            Event patch = again.next();
            assertThat(patch.name()).isEqualTo("patch");
            assertThat(Json.createPatch(array(patch.data())).apply(array(known.data())))
                    .isEqualTo(array(get(SHORT_FILMS).body()));
        }
    }

    private static JsonArray array(String json) {
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readArray();
        }
    }

    @Test
    void clientsOfOneQueryShareIt(CapturedOutput output) throws Exception {
        Watches watches = service.getBean(Watches.class);
        List<Events> clients = new ArrayList<>();
        try {
            for (String path : List.of(
                    "/sakila/film?limit=3&start=2&watch",
                    "/sakila/film?watch=true&start=2&limit=3",
                    "/sakila/film?start=02&limit=3&watch=")) {
                clients.add(watch(path));
                clients.add(new Events(CLIENT.send(
                                HttpRequest.newBuilder(uri(service, "/sakila/film"))
                                        .header("Content-Type", "application/x-www-form-urlencoded")
                                        .POST(BodyPublishers.ofString(path.substring(path.indexOf('?') + 1)))
                                        .build(),
                                BodyHandlers.ofInputStream())
                        .body()));
            }
            assertThat(watches.watchers()).isEqualTo(6);
            assertThat(watches.queries()).isOne();
            clients.add(watch("/sakila/film?limit=4&start=2&watch"));
            assertThat(watches.queries()).isEqualTo(2);
            Event first = clients.getFirst().next();
            for (Events client : clients.subList(1, 6)) {
                assertThat(client.next()).isEqualTo(first);
            }
        } finally {
            for (Events client : clients) {
                client.close();
            }
        }
        awaitWatchers(0);
        assertThat(watches.queries()).isZero();
        assertThat(output.getAll())
                .as("the log of clients that disconnect")
                .doesNotContain("ERROR", "WARN", "Exception", "\tat ");
    }

    @Test
    void knownResultIsNotRepeated() throws Exception {
        String path = SHORT_FILMS + "&watch";
        change("UPDATE film SET length = 5 WHERE film_id = 3");
        String known;
        try (Events one = watch(path)) {
            one.next();
            change("UPDATE film SET length = 6 WHERE film_id = 3");
            known = one.next().id();
            change("UPDATE film SET length = 77 WHERE film_id = 901"); // a later version with the same result
            try (Events other = watch(path, "Last-Event-ID", known)) {
                change("UPDATE film SET length = 7 WHERE film_id = 3");
                Event next = other.next();
                assertThat(next.name()).isEqualTo("change");
                assertThat(next.data()).contains("\"length\":7}");
                assertThat(one.next()).isEqualTo(next);
                known = next.id();
            }
        }
        awaitWatchers(0);
        try (Events again = watch(path, "Last-Event-ID", known)) { // the query was closed, but the version is the same
            change("UPDATE film SET length = 8 WHERE film_id = 3");
            assertThat(again.next().data()).contains("\"length\":8}");
        }
    }

    @Test
    void outdatedAndForeignResultsAreReplaced() throws Exception {
        String path = SHORT_FILMS + "&watch";
        String known;
        try (Events events = watch(path)) {
            known = events.next().id();
        }
        String version = known.substring(0, known.indexOf('-'));
        for (String foreign : List.of(version, version + "-0123456789abcdef", "", "0", "nonsense")) {
            try (Events events = watch(path, "Last-Event-ID", foreign)) {
                Event first = events.next();
                assertThat(first.name())
                        .as("Last-Event-ID of another start: " + foreign)
                        .isEqualTo("result");
                assertThat(first.id()).isEqualTo(known);
            }
        }
        change("UPDATE film SET length = length + 1 WHERE film_id = 1");
        try (Events events = watch(path, "Last-Event-ID", known)) {
            Event first = events.next();
            assertThat(first.name()).isEqualTo("result");
            assertThat(first.data()).isEqualTo(get(SHORT_FILMS).body());
        }
    }

    @Test
    void tooManyWatchersAreRefused() throws Exception {
        List<Events> clients = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_WATCHERS; i++) {
                clients.add(watch("/sakila/film?watch&limit=" + i % 3));
            }
            HttpResponse<String> refused = get("/sakila/film?watch");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(refused.headers().firstValueAsLong("Retry-After")).isPresent();
            assertThat(JsonMapper.shared()
                            .readTree(refused.body())
                            .get("detail")
                            .stringValue())
                    .isEqualTo("The application already has 20 watchers, the maximum. Try again later.");
            assertThat(get("/sakila/film").statusCode()).isEqualTo(200);
            clients.removeLast().close();
            awaitWatchers(MAX_WATCHERS - 1);
            clients.add(watch("/sakila/film?watch"));
        } finally {
            for (Events client : clients) {
                client.close();
            }
        }
    }

    @Test
    void slowClientDelaysNoOther() throws Exception {
        try (Socket socket = new Socket();
                Events other = watch(ALL_FILMS)) {
            beginWatching(socket, service);
            other.next();
            int last = 40;
            for (int i = 1; i <= last; i++) {
                server.execute("UPDATE film SET title = 'SLOW %d' WHERE film_id = 1".formatted(i));
                assertThat(other.next().data()).contains("SLOW " + i + "\"");
            }
            BufferedReader slow =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            int events = 0;
            boolean isLast = false;
            while (!isLast) {
                String line = slow.readLine();
                assertThat(line).isNotNull();
                events += line.startsWith("data: ") ? 1 : 0;
                isLast = line.contains("SLOW " + last + "\"");
            }
            assertThat(events).as("events of the slow client").isLessThan(last / 2);
        }
    }

    @Test
    void heartbeatIsAComment() throws Exception {
        try (Events events = watch(SHORT_FILMS + "&watch")) {
            events.next();
            assertThat(events.lines.readLine()).isEqualTo(":");
            assertThat(events.lines.readLine()).isEmpty();
            assertThat(events.lines.readLine()).isEqualTo(":");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "watch=maybe|Parameter watch must be true, false or patch",
                "watch&count=true|Parameters count and watch exclude each other",
                "watch&watch|Parameter watch must occur once",
                "watch&fields=secret|the property secret is unknown",
            })
    void wrongQueryIsRefused(String query, String detail) throws Exception {
        HttpResponse<String> answer = get("/sakila/film?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(detail);
        assertThat(service.getBean(Watches.class).watchers()).isZero();
    }

    @Test
    void headAndOtherQueriesWatchNothing() throws Exception {
        HttpResponse<String> head = CLIENT.send(
                HttpRequest.newBuilder(uri(service, "/sakila/film?watch"))
                        .HEAD()
                        .build(),
                BodyHandlers.ofString());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(get("/sakila/film?watch=false&count=false").headers().firstValue("Content-Type"))
                .hasValue("application/json");
        assertThat(service.getBean(Watches.class).watchers()).isZero();
    }

    @Test
    void gaugeFollowsTheDatabase() throws Exception {
        MeterRegistry registry = service.getBean(MeterRegistry.class);
        assertThat(registry.get("films.long").gauge().value()).isZero();
        change("UPDATE film SET length = 10001 WHERE film_id IN (11, 12)");
        assertThat(registry.get("films.long").gauge().value()).isEqualTo(2);
        change("UPDATE film SET length = 100 WHERE film_id IN (11, 12)");
        assertThat(registry.get("films.long").gauge().value()).isZero();
    }

    @Test
    void stopEndsWatchersAndClosesQueries() throws Exception {
        ConfigurableApplicationContext stopping =
                started("server.shutdown=graceful", "speedwell.rest.watch-heartbeat=1h");
        MaintainedQuery<?> query = stopping.getBean(MaintainedQuery.class);
        assertThat(query.get()).isEqualTo(0L);
        try (Events events =
                new Events(CLIENT.send(request(stopping, SHORT_FILMS + "&watch"), BodyHandlers.ofInputStream())
                        .body())) {
            events.next();
            long began = System.nanoTime();
            stopping.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
            assertThat(events.nextOrEnd()).as("the end of the events").isNull();
        }
        assertThatIllegalStateException().isThrownBy(query::get).withMessageContaining("is closed");
    }

    @Test
    void clearedMemoryEndsWatchers() throws Exception {
        try (ConfigurableApplicationContext cleared = started("speedwell.rest.watch-heartbeat=50ms")) {
            HttpRequest request = request(cleared, SHORT_FILMS + "&watch");
            try (Events events = new Events(
                    CLIENT.send(request, BodyHandlers.ofInputStream()).body())) {
                Event first = events.next();
                cleared.getBean(DataStore.class).clear();
                assertThat(events.nextOrEnd()).as("the end of the events").isNull();
                assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(503);
                cleared.getBean(DataStore.class).load();
                try (Events again = new Events(
                        CLIENT.send(request, BodyHandlers.ofInputStream()).body())) {
                    assertThat(again.next().data()).isEqualTo(first.data());
                }
            }
        }
    }

    /** Verifies the release after the time that Tomcat waits for a client to read. */
    @Test
    void clientThatReadsNothingIsReleased() throws Exception {
        try (ConfigurableApplicationContext impatient =
                        started("speedwell.follow.enabled=true", "server.tomcat.connection-timeout=1s");
                Socket socket = new Socket()) {
            DataStore store = impatient.getBean(DataStore.class);
            Watches watches = impatient.getBean(Watches.class);
            assertThat(store.await(LONG)).isTrue();
            beginWatching(socket, impatient);
            for (int i = 0; watches.watchers() > 0; i++) {
                server.execute("UPDATE film SET title = 'UNREAD %d' WHERE film_id = 1".formatted(i));
                assertThat(store.await(LONG)).isTrue();
            }
            assertThat(watches.queries()).isZero();
        }
    }

    /** Starts to watch a thousand films, and reads one byte of the answer. */
    private static void beginWatching(Socket socket, ConfigurableApplicationContext of) throws IOException {
        socket.setReceiveBufferSize(4 << 10);
        socket.setSoTimeout((int) LONG.toMillis());
        socket.connect(
                new InetSocketAddress("127.0.0.1", URI.create(address(of)).getPort()));
        socket.getOutputStream()
                .write("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .formatted(uri(of, ALL_FILMS).getRawPath() + "?"
                                + uri(of, ALL_FILMS).getRawQuery())
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).as("its answer has begun").isEqualTo('H');
    }

    @Test
    void failPolicyRefusesWatchers() throws Exception {
        try (ConfigurableApplicationContext strict = started("speedwell.fallback=fail")) {
            HttpResponse<String> answer =
                    CLIENT.send(request(strict, "/sakila/film?watch&start=1000&limit=100"), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(501);
            assertThat(answer.body()).contains("speedwell.fallback is fail");
            assertThat(strict.getBean(Watches.class).watchers()).isZero();
        }
    }
}
