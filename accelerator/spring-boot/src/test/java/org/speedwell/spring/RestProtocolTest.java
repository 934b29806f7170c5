package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.sakila.Film;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies HTTP methods, conditional requests and slow clients on two replicas of a service. */
@Tag("fault")
@Tag("database")
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(RestProtocolTest.Rows.class)
class RestProtocolTest {
    private static final String SCHEMA = "speedwell_test_protocol";
    private static final int WORKERS = 8;

    /** The number of slow clients, more than Tomcat's default number of workers. */
    private static final int SLOW_READERS = 260;

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String PG_13 = "{\"property\":\"rating\",\"operator\":\"eq\",\"value\":\"PG-13\"}";

    @SuppressWarnings("NullAway.Init")
    private static SakilaServer server;

    private static final List<ConfigurableApplicationContext> REPLICAS = new ArrayList<>();

    /** The rows of the tables. */
    enum Rows {
        ENTITIES_OF_SPEEDMENT("sakila", Film.class, SampleServiceTest.Service.class),
        RECORDS(SCHEMA, OwnSakila.Film.class, OwnService.class);

        private final String schema;
        private final Class<?> film;
        private final Class<?> service;

        /** Creates rows. The paths have the schema of the model, or of the database. */
        Rows(String schema, Class<?> film, Class<?> service) {
            this.schema = schema;
            this.film = film;
            this.service = service;
        }
    }

    private static Rows rows = Rows.ENTITIES_OF_SPEEDMENT;

    /** A service whose store the application makes. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class OwnService {
        @Bean
        MemoryStore store(DataSource source) {
            return MemoryStore.builder(source)
                    .tables(
                            OwnSakila.Film.class,
                            OwnSakila.Actor.class,
                            OwnSakila.City.class,
                            OwnSakila.Rental.class,
                            OwnSakila.Staff.class)
                    .follow()
                    .open();
        }
    }

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Rows kind;

    @BeforeParameterizedClassInvocation
    static void start(Rows kind) throws SQLException {
        rows = kind;
        server = new SakilaServer(SCHEMA);
        for (int i = 0; i < 2; i++) {
            REPLICAS.add(new SpringApplicationBuilder(rows.service)
                    .properties(server.properties())
                    .properties(
                            "server.port=0",
                            "server.address=127.0.0.1",
                            "server.tomcat.threads.max=" + WORKERS,
                            "speedwell.follow.enabled=true",
                            "speedwell.rest.tables[0].name=*",
                            "speedwell.rest.limit=3",
                            "speedwell.rest.max-limit=20000",
                            "speedwell.rest.waiting-workers=" + WORKERS / 2)
                    .run());
            SampleServiceTest.awaitExactPosition(REPLICAS.getLast(), rows.film);
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() throws SQLException {
        REPLICAS.forEach(ConfigurableApplicationContext::close);
        REPLICAS.clear();
        server.close();
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws Exception {
        HttpResponse<String> get = send("GET", "/sakila/film?limit=2&count=true");
        HttpResponse<String> head = send("HEAD", "/sakila/film?limit=2&count=true");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        for (String name : List.of("ETag", "Content-Type", "Cache-Control", "X-Total-Count")) {
            assertThat(head.headers().firstValue(name))
                    .as(name)
                    .isEqualTo(get.headers().firstValue(name))
                    .isPresent();
        }
        assertThat(send("HEAD", "/sakila/film?limit=-1").statusCode()).isEqualTo(400);
        assertThat(send("HEAD", "/sakila/flim").statusCode()).isEqualTo(404);
        assertThat(send("HEAD", "/openapi.json").headers().firstValueAsLong("Content-Length"))
                .hasValue(send("GET", "/openapi.json").body().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void optionsListsTheMethods() throws Exception {
        assertThat(allowed("/sakila/film")).containsExactlyInAnyOrder("GET", "HEAD", "POST", "OPTIONS");
        assertThat(allowed("/openapi.json")).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS");
    }

    private static Set<String> allowed(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("OPTIONS", path);
        assertThat(answer.statusCode()).isEqualTo(204);
        return Set.of(answer.headers().firstValue("Allow").orElseThrow().split(",\\s*"));
    }

    @Test
    void anyMatchingTagReturnsNotModified() throws Exception {
        HttpResponse<String> first = send("GET", "/sakila/film?limit=1");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        String strong = tag.substring("W/".length());
        for (String known : List.of("*", tag, strong, "\"other\", " + tag, "W/\"a\",\"b\" , " + strong)) {
            HttpResponse<String> answer = send("GET", "/sakila/film?limit=1", "If-None-Match", known);
            assertThat(answer.statusCode()).as(known).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().firstValue("ETag")).hasValue(tag);
        }
        assertThat(send("GET", "/sakila/film?limit=1", "If-None-Match", "\"other\"", "If-None-Match", tag)
                        .statusCode())
                .isEqualTo(304);
        assertThat(send("HEAD", "/sakila/film?limit=1", "If-None-Match", "*").statusCode())
                .isEqualTo(304);
        for (String unknown : List.of("\"other\"", "W/\"other\"", "\"*\"", "nonsense", "")) {
            assertThat(send("GET", "/sakila/film?limit=1", "If-None-Match", unknown)
                            .statusCode())
                    .as(unknown)
                    .isEqualTo(200);
        }
    }

    @Test
    void replicasAgreeOnEntityTags() throws Exception {
        assertThat(version(0)).isNotEqualTo(newVersion(1));
        Set<String> tags = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            server.execute("UPDATE film SET length = 100 + " + i + " WHERE film_id = 7");
            for (ConfigurableApplicationContext replica : REPLICAS) {
                assertThat(replica.getBean(DataStore.class).await(LONG)).isTrue();
            }
            String tag = tag(0, "/sakila/film?limit=1");
            assertThat(tag(1, "/sakila/film?limit=1")).isEqualTo(tag);
            assertThat(tags.add(tag)).as("the table has changed").isTrue();
        }
        for (String other : List.of("/sakila/city?limit=1", "/sakila/film", "/sakila/film?limit=1&fields=title")) {
            assertThat(tags.add(tag(0, other))).as(other).isTrue();
        }
    }

    /** Changes a row without the binlog, so that the position stays the same. */
    @Test
    void reloadedTableHasAnotherTagAtTheSamePosition() throws Exception {
        String path = "/sakila/film?limit=1";
        String before = tag(1, path);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET sql_log_bin = 0");
            statement.execute("UPDATE film SET length = 55 WHERE film_id = 1");
        }
        newVersion(1);
        assertThat(tag(1, path))
                .as("a client with the former tag gets the rows")
                .isNotEqualTo(before);

        server.execute("UPDATE film SET length = 56 WHERE film_id = 1");
        for (ConfigurableApplicationContext replica : REPLICAS) {
            assertThat(replica.getBean(DataStore.class).await(LONG)).isTrue();
        }
        assertThat(tag(0, path)).isEqualTo(tag(1, path));
    }

    private static long version(int replica) {
        return REPLICAS.get(replica).getBean(DataStore.class).version();
    }

    /** Reloads the same rows, and returns the number of the new version. */
    private static long newVersion(int replica) throws InterruptedException {
        DataStore store = REPLICAS.get(replica).getBean(DataStore.class);
        store.reload(rows.film);
        assertThat(store.await(LONG)).isTrue();
        return store.version();
    }

    private static String tag(int replica, String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(uri(replica, path)).build(), HttpResponse.BodyHandlers.ofString())
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    @Test
    void longQueriesCanBePosted() throws Exception {
        String filter = IntStream.range(0, 90).mapToObj(i -> PG_13).collect(Collectors.joining(",", "[", "]"));
        String form = "filter=" + encoded(filter) + "&limit=4&fields=title,rating&count=true";
        HttpResponse<String> answer = post(form, "application/x-www-form-urlencoded");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode rows = JsonMapper.shared().readTree(answer.body());
        assertThat(rows.size()).isEqualTo(4);
        assertThat(rows.get(0).get("rating").stringValue()).isEqualTo("PG-13");
        HttpResponse<String> same =
                send("GET", "/sakila/film?limit=4&fields=title,rating&count=true&filter=" + encoded(PG_13));
        assertThat(answer.body()).isEqualTo(same.body());
        assertThat(answer.headers().firstValue("X-Total-Count"))
                .isEqualTo(same.headers().firstValue("X-Total-Count"))
                .isPresent();

        assertThat(post("limit=-1", "application/x-www-form-urlencoded").statusCode())
                .isEqualTo(400);
        assertThat(post("{\"limit\":4}", "application/json").statusCode()).isEqualTo(415);
    }

    private static HttpResponse<String> post(String body, String type) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(uri(0, "/sakila/film"))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void openApiDocumentIsStableAndMarksNullableColumns() throws Exception {
        String text = send("GET", "/openapi.json").body();
        assertThat(CLIENT.send(
                                HttpRequest.newBuilder(URI.create(address(1) + "/openapi.json"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo(text);
        assertThat(text)
                .startsWith(
                        "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Tables in memory\",\"version\":\"1\"},\"paths\":{"
                                + "\"/" + rows.schema + "/actor\":{\"get\":{\"operationId\"")
                .contains(
                        "\"type\":\"integer\",\"format\":\"int64\",\"minimum\":0,\"default\":3}",
                        "\"type\":\"array\",\"maxItems\":20000,")
                .doesNotContain("\"maximum\"");
        JsonNode film = JsonMapper.shared().readTree(text).at("/paths").get("/" + rows.schema + "/film");
        assertThat(film.propertyNames()).containsExactly("get", "head", "post");
        JsonNode row =
                film.at("/get/responses/200/content").get("application/json").at("/schema/items/properties");
        assertThat(row.at("/title/type").stringValue()).as("NOT NULL").isEqualTo("string");
        assertThat(row.at("/lastUpdate/oneOf").isMissingNode()).as("NOT NULL").isTrue();
        assertThat(row.at("/description/oneOf").isArray()).as("may be NULL").isTrue();
        assertThat(film.at("/post/requestBody/content")
                        .get("application/x-www-form-urlencoded")
                        .at("/schema/properties")
                        .propertyNames())
                .containsExactly("filter", "sort", "start", "limit", "fields", "count", "watch");
    }

    @ParameterizedTest
    @CsvSource({"/sakila/rental?limit=20000,4", "/openapi.json,95"})
    void slowClientsDoNotBlockOthers(String path, int times) throws Exception {
        byte[] request = "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .formatted(path.replace("/sakila/", "/" + rows.schema + "/"))
                .repeat(times)
                .getBytes(StandardCharsets.US_ASCII);
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW_READERS; i++) {
                Socket socket = new Socket();
                slow.add(socket);
                socket.setReceiveBufferSize(4 << 10);
                socket.setSoTimeout(2 * (int) LONG.toMillis());
                socket.connect(new InetSocketAddress(
                        "127.0.0.1", URI.create(address(1)).getPort()));
                socket.getOutputStream().write(request);
            }
            for (Socket socket : slow) {
                assertThat(socket.getInputStream().read())
                        .as("its answer has begun")
                        .isEqualTo('H');
            }
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> answer = CLIENT.send(
                        HttpRequest.newBuilder(uri(1, "/sakila/rental?limit=2000"))
                                .timeout(LONG)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(JsonMapper.shared().readTree(answer.body()).size()).isEqualTo(2_000);
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(0, path)).timeout(LONG).method(method, BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns the address of a path with the schema of the model. */
    private static URI uri(int replica, String path) {
        return URI.create(address(replica) + path.replaceFirst("^/sakila/", "/" + rows.schema + "/"));
    }

    private static String address(int replica) {
        return "http://127.0.0.1:" + REPLICAS.get(replica).getEnvironment().getProperty("local.server.port");
    }
}
