package org.speedwell.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.kafka.Broker;

/** Runs each example and checks its results. */
@Timeout(180)
@Tag("oracle")
class ExamplesTest {
    private static final long MINUTE = 60_000;

    private final List<String> results = Collections.synchronizedList(new ArrayList<>());

    @Test
    void clicksAreCountedByMinuteAndCountry(@TempDir Path folder) throws Exception {
        Broker broker = Broker.shared();
        broker.create("clicks", 1, Map.of());
        broker.create("clicks-by-country", 1, Map.of());
        broker.write(
                "clicks",
                0,
                LongStream.range(0, 600)
                        .mapToObj(i ->
                                "{\"country\": \"" + (i % 3 == 0 ? "NL" : "SE") + "\", \"time\": " + i * 1_000 + "}")
                        .toList());
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(
                    ClicksByCountry.pipeline(broker.address()), ClicksByCountry.options(folder.resolve("state")));
            await().until(() -> job.metrics().events() == 600);
            job.drain();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(broker.read("clicks-by-country"))
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 10)
                        .boxed()
                        .flatMap(i -> List.of("NL " + i * MINUTE + " 20", "SE " + i * MINUTE + " 40").stream())
                        .toList());
    }

    @Test
    void ordersAreJoinedWithTheirPayments() throws InterruptedException {
        List<PaidOrders.Order> orders = List.of(
                new PaidOrders.Order(1, 0, 10),
                new PaidOrders.Order(2, MINUTE, 20),
                new PaidOrders.Order(3, MINUTE, 30));
        List<PaidOrders.Payment> payments = List.of(
                new PaidOrders.Payment(2, 5 * MINUTE, 20),
                new PaidOrders.Payment(1, 60 * MINUTE, 10),
                new PaidOrders.Payment(3, 62 * MINUTE, 30)); // a minute too late
        run(engine -> engine.start(PaidOrders.pipeline(Source.of(orders), Source.of(payments), Sink.of(results::add))));

        assertThat(results)
                .containsExactlyInAnyOrder(
                        "order 1 is paid after 60 minutes", "order 2 is paid after 4 minutes", "order 3 is not paid");
    }

    @Test
    void sessionsEndAndAlertsDoNotWaitForTheirEnd() throws InterruptedException {
        List<String> alerts = Collections.synchronizedList(new ArrayList<>());
        PushSource<SessionAlerts.Request> requests = new PushSource<>(100);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(SessionAlerts.pipeline(requests, Sink.of(results::add), Sink.of(alerts::add)));
            for (int i = 0; i < 3; i++) {
                requests.push(new SessionAlerts.Request("ada", i * MINUTE, true));
            }
            await().until(() -> !alerts.isEmpty());
            assertThat(results).isEmpty();
            requests.push(new SessionAlerts.Request("ada", 90 * MINUTE, false));
            await().until(() -> !results.isEmpty());
            job.drain();
            job.await();
        }
        assertThat(alerts).containsExactly("ada failed to log in 3 times");
        assertThat(results).containsExactly("ada made 3 requests in PT2M", "ada made 1 requests in PT0S");
    }

    @Test
    void topTenIsPushedToThePage() throws Exception {
        PushSource<TopTenPage.Sale> sales = new PushSource<>(1_000);
        TopTenPage.Latest latest = new TopTenPage.Latest();
        HttpServer server = TopTenPage.serve(latest, 0);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(TopTenPage.pipeline(sales, latest));
            for (long article = 1; article <= 12; article++) {
                sales.push(new TopTenPage.Sale(article, 100 + article, article));
            }
            sales.push(new TopTenPage.Sale(99, 1_500, 1)); // closes the first second
            String page = "http://localhost:" + server.getAddress().getPort();
            try (BufferedReader events = new BufferedReader(
                    new InputStreamReader(URI.create(page + "/events").toURL().openStream(), StandardCharsets.UTF_8))) {
                assertThat(events.readLine())
                        .startsWith("data: article 12: 12 pieces,article 11: 11 pieces,")
                        .endsWith(",article 3: 3 pieces");
            }
            try (var in = URI.create(page).toURL().openStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("EventSource");
            }
            job.cancel();
            job.await();
        } finally {
            server.stop(0);
        }
    }

    @Test
    @Tag("database")
    void rentalsHaveTheTitlesOfMySql() throws Exception {
        String schema = "speedwell_test_examples";
        Database database = Database.forTests();
        Sakila.scale(1).load(database, schema, Progress.none());
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(database.url(schema));
        source.setUser(database.user());
        source.setPassword(database.password());
        PushSource<EnrichedRentals.Rental> rentals = new PushSource<>(10);
        try (MemoryStore memory = EnrichedRentals.films(source);
                Engine engine = new Engine(1);
                Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            Job job = engine.start(EnrichedRentals.pipeline(rentals, memory, Sink.of(results::add)));
            statement.execute("UPDATE film SET title = 'FIRST' WHERE film_id = 7");
            assertThat(memory.await(Duration.ofMinutes(1))).isTrue();
            rentals.push(new EnrichedRentals.Rental(7, 1));
            await().until(() -> results.size() == 1);
            statement.execute("UPDATE film SET title = 'SECOND' WHERE film_id = 7");
            assertThat(memory.await(Duration.ofMinutes(1))).isTrue();
            rentals.push(new EnrichedRentals.Rental(7, 2));
            rentals.push(new EnrichedRentals.Rental(-7, 3));
            job.drain();
            job.await();
        }
        assertThat(results).containsExactly("7 is FIRST", "7 is SECOND", "-7 is unknown");
    }

    @Test
    void programsThatNeedNothingRunToTheirEnd() throws InterruptedException {
        PaidOrders.main(new String[0]);
        SessionAlerts.main(new String[0]);
    }

    /** A start of a job on an engine. */
    @FunctionalInterface
    private interface Start {
        Job on(Engine engine);
    }

    private static void run(Start start) throws InterruptedException {
        try (Engine engine = new Engine(2)) {
            assertThat(start.on(engine).await()).isEqualTo(Job.Status.COMPLETED);
        }
    }
}
