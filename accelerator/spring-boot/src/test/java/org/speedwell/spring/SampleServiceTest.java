package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.JoinComponent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies a typical service on a real port. */
@Tag("fault")
@Tag("database")
@Timeout(120)
class SampleServiceTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration LONG = Duration.ofSeconds(30);

    private static SakilaServer server;
    private static ConfigurableApplicationContext service;
    private static String address;

    /** All the code that an application needs. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Service {
        @Bean
        SakilaApplicationBuilder application() {
            return new SakilaApplicationBuilder();
        }

        @Bean
        StoreConfigurationCustomizer withoutPictures() {
            return store -> store.withoutColumn(org.speedwell.sakila.Staff.PICTURE);
        }

        /** Serves a query of an injected manager. */
        @Bean
        RouterFunction<ServerResponse> longFilms(FilmManager films) {
            return RouterFunctions.route()
                    .GET(
                            "/long-films",
                            request -> ServerResponse.ok()
                                    .body(films.stream()
                                            .filter(Film.LENGTH.greaterThan(60))
                                            .count()))
                    .build();
        }
    }

    @BeforeAll
    static void start() throws SQLException {
        server = new SakilaServer("speedwell_test_service");
        service = new SpringApplicationBuilder(Service.class)
                .properties(server.properties())
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "server.compression.enabled=true",
                        "server.compression.min-response-size=1KB",
                        "server.shutdown=graceful",
                        "management.endpoints.web.exposure.include=health,info,metrics",
                        "management.endpoint.health.show-details=always",
                        "speedwell.follow.enabled=true",
                        "speedwell.time-queries=true",
                        "speedwell.rest.tables[0].name=film",
                        "speedwell.rest.tables[1].name=sakila.staff",
                        "speedwell.rest.tables[1].fields=staffId,firstName,active",
                        "speedwell.rest.max-limit=100")
                .run();
        awaitExactPosition(service, Film.class);
        address = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");
    }

    /** Waits for the first version that replication publishes, because the tags of answers change with it. */
    static void awaitExactPosition(ConfigurableApplicationContext started, Class<?> rows) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            SnapshotView now = started.getBean(DataStore.class).snapshot();
            return now.position(rows).isPresent();
        });
    }

    @AfterAll
    static void stop() throws SQLException {
        service.close();
        server.close();
    }

    @Test
    void managersStoreAndJoinsAreBeans() throws Exception {
        assertThat(get("/long-films").body()).isEqualTo("896");
        assertThat(service.getBean(FilmManager.class).stream().count()).isEqualTo(1_000);
        assertThat(service.getBean(DataStoreComponent.class).version()).isPositive();
        assertThat(service.getBean(JoinComponent.class))
                .isSameAs(service.getBean(Speedment.class).getOrThrow(JoinComponent.class));
    }

    @Test
    void actuatorReportsTheStore() throws Exception {
        JsonNode health = json(get("/actuator/health")).at("/components/speedwell");
        assertThat(health.at("/status").stringValue()).isEqualTo("UP");
        assertThat(health.at("/details/version").longValue()).isPositive();
        assertThat(health.at("/details/ageMillis").isNumber()).isTrue();
        assertThat(health.at("/details/following").stringValue()).isIn("FOLLOWING", "CATCHING_UP");
        assertThat(json(get("/actuator/info")).at("/speedwell/rows").longValue())
                .isGreaterThan(40_000);
        assertThat(json(get("/actuator/metrics/speedwell.store.version"))
                        .at("/measurements/0/value")
                        .doubleValue())
                .isPositive();
        get("/long-films");
        assertThat(get("/actuator/metrics/speedwell.store.query").statusCode()).isEqualTo(200);
    }

    @Test
    void rowsAreFilteredSortedAndPaged() throws Exception {
        HttpResponse<String> answer = query(
                "film",
                "filter",
                "[{\"property\":\"rating\",\"operator\":\"eq\",\"value\":\"PG-13\"},"
                        + "{\"or\":[{\"property\":\"length\",\"operator\":\"lt\",\"value\":50},"
                        + "{\"property\":\"title\",\"operator\":\"like\",\"value\":\"DINOSAUR\"}]}]",
                "sort",
                "[{\"property\":\"length\",\"direction\":\"DESC\"},{\"property\":\"title\"}]",
                "start",
                "1",
                "limit",
                "3",
                "fields",
                "title,length,rating",
                "count",
                "true");
        assertThat(answer.statusCode()).isEqualTo(200);
        List<Film> films = service.getBean(FilmManager.class).stream()
                .filter(film -> film.getRating()
                        .filter(Film.RATING.stringToEnum().apply("PG-13")::equals)
                        .isPresent())
                .filter(film ->
                        film.getLength().orElse(99) < 50 || film.getTitle().contains("DINOSAUR"))
                .toList();
        assertThat(answer.headers().firstValue("X-Total-Count")).hasValue(Integer.toString(films.size()));
        JsonNode rows = json(answer);
        assertThat(rows.size()).isEqualTo(3);
        assertThat(rows.get(0).propertyNames()).containsExactly("title", "length", "rating");
        assertThat(rows.get(0).get("length").intValue())
                .isGreaterThanOrEqualTo(rows.get(2).get("length").intValue());
        assertThat(rows.get(1).get("rating").stringValue()).isEqualTo("PG-13");
    }

    @Test
    void limitsAreEnforced() throws Exception {
        assertThat(json(query("film")).size()).isEqualTo(25);
        assertThat(json(query("film", "limit", "1000000")).size()).isEqualTo(100);
        assertThat(json(query("film", "start", "995")).size()).isEqualTo(5);
        assertThat(json(query("film", "start", Long.toString(Long.MAX_VALUE))).size())
                .isZero();
        assertThat(json(query("film", "limit", "0")).size()).isZero();
    }

    @Test
    void onlyListedTablesAndFieldsAreServed() throws Exception {
        assertThat(get("/sakila/customer").statusCode()).isEqualTo(404);
        assertThat(get("/other/film").statusCode()).isEqualTo(404);
        assertThat(json(query("staff")).get(0).propertyNames()).containsExactly("staffId", "firstName", "active");
        HttpResponse<String> hidden =
                query("staff", "filter", "{\"property\":\"password\",\"operator\":\"eq\",\"value\":\"x\"}");
        assertThat(hidden.statusCode()).isEqualTo(400);
        assertThat(hidden.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(hidden).get("allowed").toString()).isEqualTo("[\"staffId\",\"firstName\",\"active\"]");
        assertThat(query("staff", "sort", "{\"property\":\"password\"}").statusCode())
                .isEqualTo(400);
        assertThat(query("staff", "fields", "staffId,password").statusCode()).isEqualTo(400);
        assertThat(json(query("staff", "filter", "{\"property\":\"active\",\"operator\":\"eq\",\"value\":true}"))
                        .size())
                .isEqualTo(service.getBean(org.speedwell.sakila.StaffManager.class).stream()
                        .filter(org.speedwell.sakila.Staff::getActive)
                        .count());
    }

    @Test
    void unchangedVersionReturnsNotModified() throws Exception {
        HttpResponse<String> first = query("film", "limit", "1");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(first.headers().firstValue("X-Speedwell-Age").map(Long::parseLong))
                .isPresent();
        assertThat(send(request("/sakila/film?limit=1").header("If-None-Match", tag))
                        .statusCode())
                .isEqualTo(304);

        server.execute("UPDATE film SET title = 'CHANGED' WHERE film_id = 1");
        assertThat(service.getBean(DataStoreComponent.class).await(LONG)).isTrue();
        HttpResponse<String> next = send(request("/sakila/film?limit=1").header("If-None-Match", tag));
        assertThat(next.statusCode()).isEqualTo(200);
        assertThat(json(next).get(0).get("title").stringValue()).isEqualTo("CHANGED");
        server.execute("UPDATE film SET title = 'ACADEMY DINOSAUR' WHERE film_id = 1");
        assertThat(service.getBean(DataStoreComponent.class).await(LONG)).isTrue();
    }

    @Test
    void serverCompressesAnswers() throws Exception {
        HttpResponse<byte[]> answer = CLIENT.send(
                request("/sakila/film?limit=100")
                        .header("Accept-Encoding", "gzip")
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (GZIPInputStream body = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(JsonMapper.shared().readTree(body).size()).isEqualTo(100);
        }
    }

    @Test
    void openApiDocumentDescribesServedTables() throws Exception {
        JsonNode document = json(get("/openapi.json"));
        assertThat(document.get("openapi").stringValue()).startsWith("3.");
        assertThat(document.get("paths").propertyNames()).containsExactly("/sakila/film", "/sakila/staff");
        JsonNode film = document.get("paths").get("/sakila/film").get("get");
        assertThat(film.get("parameters")
                        .valueStream()
                        .map(parameter -> parameter.get("name").stringValue()))
                .containsExactly("filter", "sort", "start", "limit", "fields", "count", "watch");
        JsonNode properties =
                film.at("/responses/200/content").get("application/json").at("/schema/items/properties");
        JsonNode row = json(query("film", "limit", "1")).get(0);
        assertThat(properties.propertyNames()).containsExactlyElementsOf(row.propertyNames());
        assertThat(properties.at("/rating/oneOf/0/enum").toString()).contains("PG-13");
        assertThat(document.toString()).doesNotContain("password");
    }

    @Test
    void hostileInputDoesNotFailTheServer() throws Exception {
        long seed = Long.getLong("speedwell.seed", 20261123L);
        Random random = new Random(seed);
        List<String> hostile = List.of(
                "' OR 1=1 --",
                "{\"property\":\"title'; DROP TABLE film; --\",\"operator\":\"eq\",\"value\":1}",
                "{\"property\":\"title\",\"operator\":\"eq\",\"value\":\"' OR ''='\"}",
                "[[[[[[[[[[[[[[]]]]]]]]]]]]]]",
                "{\"or\":[]}",
                "{\"or\":{}}",
                "null",
                "[null]",
                "{}",
                "\"\"",
                "",
                "\u0000",
                "%00",
                "${jndi:ldap://x}",
                "1e999999999",
                "{\"property\":\"rentalRate\",\"operator\":\"lt\",\"value\":1e999999999}",
                "{\"property\":\"length\",\"operator\":\"lt\",\"value\":99999999999999999999}",
                "{\"property\":\"title\",\"operator\":\"like\",\"value\":\"%\\u0000\\ud800\"}",
                "{\"property\":\"title\",\"property\":\"title\",\"operator\":\"eq\",\"value\":\"x\"}",
                "{\"property\":\"lastUpdate\",\"operator\":\"lt\",\"value\":\"-999999999-01-01T00:00:00\"}",
                "{\"property\":[],\"operator\":{},\"value\":[]}",
                "-1",
                "9223372036854775808",
                "true",
                "title,,",
                "*");
        List<String> names = List.of("filter", "sort", "start", "limit", "fields", "count", "other", "filter[]");
        for (int i = 0; i < 300; i++) {
            String name = names.get(random.nextInt(names.size()));
            String value = hostile.get(random.nextInt(hostile.size()));
            String another = names.get(random.nextInt(names.size())); // sometimes the same name twice
            String hidden = hostile.get(random.nextInt(hostile.size())).replace("title", "password");
            HttpResponse<String> answer = random.nextBoolean()
                    ? query("film", name, value)
                    : query("staff", name, value, another, hidden, "limit", "3");
            String what = "%s=%s, %s=%s, seed %d: %s".formatted(name, value, another, hidden, seed, answer.body());
            assertThat(answer.statusCode()).as(what).isIn(200, 400);
            assertThat(answer.body())
                    .as(what)
                    .doesNotContain("Exception", "org.speedwell", "tools.jackson", "\"password\"", "\"email\"");
            if (answer.statusCode() == 400) {
                assertThat(json(answer).get("detail").stringValue()).as(what).isNotBlank();
            }
        }
        assertThat(service.getBean(FilmManager.class).stream().count()).isEqualTo(1_000);
    }

    @Test
    void unknownPropertiesAreRefusedWithTheAllowedOnes() throws Exception {
        Random random = new Random(Long.getLong("speedwell.seed", 20261123L));
        List<String> listed = List.of("staffId", "firstName", "active");
        for (String hidden :
                List.of("password", "email", "staff_id", "STAFFID", "staffId ", "", "*", "first", "active'--")) {
            String property = JsonMapper.shared().writeValueAsString(hidden);
            String operator = List.of("eq", "ne", "lt", "like").get(random.nextInt(4));
            String condition = "{\"property\":%s,\"operator\":\"%s\",\"value\":\"a\"}".formatted(property, operator);
            for (HttpResponse<String> answer : List.of(
                    query("staff", "filter", condition),
                    query("staff", "filter", "{\"or\":[[" + condition + "]]}", "count", "true", "limit", "0"),
                    query("staff", "sort", "[{\"property\":\"active\"},{\"property\":" + property + "}]"),
                    query("staff", "fields", "staffId," + (hidden.equals("staffId ") ? "staffid" : hidden)))) {
                assertThat(answer.statusCode()).as(hidden).isEqualTo(400);
                assertThat(json(answer).get("allowed").valueStream().map(JsonNode::stringValue))
                        .as("%s: %s", hidden, answer.body())
                        .containsExactlyElementsOf(listed);
                assertThat(json(answer).get("detail").stringValue())
                        .matches(
                                "Parameter (filter|sort|fields): the property .* is unknown. Allowed: staffId, firstName, active");
            }
        }
    }

    @Test
    void pathsReachNoOtherTable() throws Exception {
        for (String path : List.of(
                "/sakila/FILM",
                "/sakila/film/",
                "/sakila/film/1",
                "/sakila/film%00",
                "/sakila/film'--",
                "/sakila/film%2f..%2fcustomer",
                "/sakila/film/../customer",
                "/sakila/../sakila/customer",
                "/sakila/customer;table=film",
                "/sakila/*",
                "/*/film",
                "/%2e%2e/film",
                "/sakila.film/film",
                "//sakila/customer",
                "/sakila/%C0%AF")) {
            assertThat(get(path).statusCode()).as(path).isIn(400, 404);
        }
        assertThat(json(get("/sakila/staff;fields=password")).get(0).propertyNames())
                .containsExactly("staffId", "firstName", "active");
    }

    private static HttpResponse<String> query(String table, String... parameters)
            throws IOException, InterruptedException {
        StringBuilder path = new StringBuilder("/sakila/" + table);
        for (int i = 0; i < parameters.length; i += 2) {
            path.append(i == 0 ? '?' : '&')
                    .append(encoded(parameters[i]))
                    .append('=')
                    .append(encoded(parameters[i + 1]));
        }
        return get(path.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(LONG);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.body()).as(answer::toString).isNotEmpty();
        return JsonMapper.shared().readTree(answer.body());
    }
}
