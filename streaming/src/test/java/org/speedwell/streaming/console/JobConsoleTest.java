package org.speedwell.streaming.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;

/** Tests the endpoints of a console over HTTP. */
@Timeout(60)
@Tag("unit")
class JobConsoleTest {
    private final Engine engine = new Engine(1);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        engine.close();
    }

    /** A sink that reports a figure. */
    private static final class Measured implements Sink<Long> {
        @Override
        public void accept(Long event, long time) {}

        @Override
        public Map<String, Long> gauges() {
            return Map.of("lines written", 3L);
        }
    }

    private Job start(String name) {
        return engine.start(
                Events.from(new PushSource<Long>(10), EventTime.of(Long::longValue))
                        .named("numbers \"1\" <b>\n\uD83D\uDE00")
                        .to(new Measured()),
                JobOptions.DEFAULT.named(name));
    }

    private HttpResponse<String> get(JobConsole.Server server, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.uri().resolve(path)));
    }

    private HttpResponse<String> post(JobConsole.Server server, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.uri().resolve(path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .header("X-Speedwell", "control"));
    }

    private HttpResponse<String> delete(JobConsole.Server server, String path)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.uri().resolve(path)).DELETE().header("X-Speedwell", "control"));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void jobsAreListedAndDescribed() throws IOException, InterruptedException {
        try (JobConsole.Server server = JobConsole.of(engine).start(0)) {
            assertThat(get(server, "/jobs").body()).isEqualTo("[]");
            Job job = start("all sales/€");
            job.pause();
            assertThat(get(server, "/jobs").body()).contains("{\"name\":\"all sales/€\",\"status\":\"PAUSED\"");

            HttpResponse<String> one = get(server, "/jobs/all%20sales%2F%E2%82%AC");
            assertThat(one.statusCode()).isEqualTo(200);
            assertThat(one.headers().firstValue("Content-Type")).hasValue("application/json; charset=utf-8");
            assertThat(one.body())
                    .contains(
                            "\"name\":\"numbers \\\"1\\\" <b>\\u000a\\ud83d\\ude00\"",
                            "\"kind\":\"PushSource\"",
                            "\"watermark\":null",
                            "\"inputs\":[1]",
                            "\"gauges\":{\"lines written\":3}",
                            "\"checkpoints\":{\"newest\":0");
            assertThat(get(server, "/jobs/all%20sales%2F%E2%82%AC/explain").body())
                    .startsWith("job \"all sales/€\" PAUSED");
        }
    }

    @Test
    void actionsControlJobs() throws IOException, InterruptedException {
        Job job = start("sales");
        try (JobConsole.Server server = JobConsole.of(engine).withControl().start(0)) {
            assertThat(post(server, "/jobs/sales/pause").body()).contains("PAUSED");
            assertThat(job.status()).isEqualTo(Job.Status.PAUSED);
            assertThat(post(server, "/jobs/sales/resume").statusCode()).isEqualTo(200);
            assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
            assertThat(post(server, "/jobs/sales/drain").statusCode()).isEqualTo(200);
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            Job cancelled = start("cancelled");
            assertThat(post(server, "/jobs/cancelled/cancel").statusCode()).isEqualTo(200);
            assertThat(cancelled.await()).isEqualTo(Job.Status.CANCELLED);
        }
    }

    @Test
    void savepointsAreTakenListedAndRemoved(@TempDir Path folder) throws IOException, InterruptedException {
        Job job = engine.start(
                Events.from(
                                Source.rate(Instant.now().plus(Duration.ofDays(1)), 1, 10, (number, time) -> number),
                                EventTime.of(time -> 0))
                        .to(Sink.of(number -> {})),
                JobOptions.DEFAULT.named("saved").withCheckpoints(folder, Duration.ofDays(1)));
        start("unsaved");
        try (JobConsole.Server server = JobConsole.of(engine).withControl().start(0);
                JobConsole.Server readOnly = JobConsole.of(engine).start(0)) {
            assertThat(get(server, "/jobs/saved/savepoints").body()).isEqualTo("[]");
            assertThat(post(server, "/jobs/saved/savepoints/b").body()).isEqualTo("[\"b\"]");
            assertThat(post(server, "/jobs/saved/savepoints/a").body()).isEqualTo("[\"a\",\"b\"]");
            assertThat(folder.resolve("savepoint-a")).exists();
            assertRefused(post(server, "/jobs/saved/savepoints/a"), 409, "exists. Use another name");
            assertRefused(post(server, "/jobs/saved/savepoints/a%2Fb"), 400, "letters, digits");
            assertRefused(delete(server, "/jobs/saved/savepoints/..%2Fx"), 400, "letters, digits");
            assertRefused(delete(readOnly, "/jobs/saved/savepoints/a"), 403, "JobConsole.withControl");
            assertRefused(get(server, "/jobs/saved/savepoints/a"), 405, "POST and DELETE");
            assertRefused(post(server, "/jobs/saved/savepoints"), 405, "GET");
            assertThat(get(readOnly, "/jobs/saved/savepoints").body()).isEqualTo("[\"a\",\"b\"]");
            assertThat(delete(server, "/jobs/saved/savepoints/a").body()).isEqualTo("[\"b\"]");
            assertThat(folder.resolve("savepoint-a")).doesNotExist();
            assertThat(get(server, "/jobs/unsaved/savepoints").body()).isEqualTo("[]");
            assertRefused(post(server, "/jobs/unsaved/savepoints/a"), 409, "JobOptions.withCheckpoints");
        }
        job.cancel();
    }

    @Test
    void rowsOfViewsAreShown() throws IOException, InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        Job job = engine.start(
                Events.from(Source.of(LongStream.range(0, 250).boxed().toList()), EventTime.<Long>of(number -> 0))
                        .map(number -> new Load(number, 5, number / 2.0))
                        .to("loads", view),
                JobOptions.DEFAULT.named("shown"));
        job.await();
        try (JobConsole.Server server = JobConsole.of(engine).start(0)) {
            HttpResponse<String> rows = get(server, "/jobs/shown/views/loads");
            assertThat(rows.statusCode()).isEqualTo(200);
            assertThat(rows.body())
                    .startsWith("{\"total\":250,\"time\":0,\"columns\":[")
                    .contains("\"rows\":[[0,5,0,0.0,\"sensor 0\"],[1,5,0,0.5,\"sensor 1\"],")
                    .endsWith("[99,5,0,49.5,\"sensor 99\"]]}");
            assertRefused(get(server, "/jobs/shown/views/other"), 400, "no view named \\\"other\\\"");
            assertRefused(get(server, "/jobs/shown/views"), 404, "GET /jobs");
            assertRefused(post(server, "/jobs/shown/views/loads"), 405, "GET");
        }
    }

    @Test
    void badRequestsAreRefusedWithTheRemedy() throws IOException, InterruptedException {
        Job job = start("sales");
        try (JobConsole.Server server = JobConsole.of(engine).start(0);
                JobConsole.Server control = JobConsole.of(engine).withControl().start(0)) {
            assertRefused(post(server, "/jobs/sales/cancel"), 403, "JobConsole.withControl");
            assertRefused(
                    send(HttpRequest.newBuilder(control.uri().resolve("/jobs/sales/cancel"))
                            .POST(HttpRequest.BodyPublishers.noBody())),
                    403,
                    "X-Speedwell: control");
            assertRefused(get(control, "/jobs/sales/cancel"), 405, "POST");
            assertRefused(post(control, "/jobs/sales"), 405, "GET");
            assertRefused(post(control, "/jobs/sales/stop"), 404, "pause, resume, drain or cancel");
            assertRefused(get(server, "/jobs/other"), 404, "no job named \\\"other\\\"");
            assertRefused(get(server, "/jobs/a/b/c"), 404, "GET /jobs");
            assertRefused(get(server, "/../pom.xml"), 404, "");
            assertThat(rebound(server)).startsWith("HTTP/1.1 403").contains("localhost");
            assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
            int port = server.uri().getPort();
            assertThatThrownBy(() -> JobConsole.of(engine).start(port))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Choose another port");
        }
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String text) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"error\":\"").contains(text);
    }

    /** Sends a request whose host name belongs to another machine, as a page of another site could. */
    private static String rebound(JobConsole.Server server) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
            socket.getOutputStream()
                    .write("GET /jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void pageAndItsPartsAreServed() throws IOException, InterruptedException {
        try (JobConsole.Server server = JobConsole.of(engine).start(0)) {
            assertThat(get(server, "/").body()).contains("<title>Speedwell jobs</title>");
            for (String path : List.of("/console.css", "/console.js")) {
                HttpResponse<String> part = get(server, path);
                assertThat(part.statusCode()).isEqualTo(200);
                assertThat(part.headers().firstValue("Content-Security-Policy")).isPresent();
            }
            URI uri = server.uri();
            server.close();
            await().untilAsserted(() ->
                    assertThatThrownBy(() -> send(HttpRequest.newBuilder(uri))).isInstanceOf(IOException.class));
        }
    }
}
