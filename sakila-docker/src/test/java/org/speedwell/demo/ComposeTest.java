package org.speedwell.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.schema.Database;
import org.speedwell.schema.DockerImages;
import org.testcontainers.containers.ComposeContainer;
import org.testcontainers.containers.ContainerState;

/**
 * Verifies {@code compose.yaml} and the {@code Dockerfile}: the options of the server, and, where Docker exists, the
 * containers. The environment may name other base images, as for {@code docker compose}.
 */
@Tag("forked")
@Tag("database")
class ComposeTest {
    private static final Path FILE = Path.of("compose.yaml").toAbsolutePath();

    /** The variables of the base images, with the defaults of compose.yaml. */
    private static final Pattern BASE_IMAGE = Pattern.compile("\\$\\{([A-Z]+_IMAGE):-([^}]+)}");

    @Test
    void serverHasTheOptionsOfTheTests() throws IOException {
        String text = Files.readString(FILE);
        List<String> options = Pattern.compile("\"(--[^\"]+)\"")
                .matcher(text.substring(text.indexOf("command:"), text.indexOf("volumes:")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();

        assertThat(options).isEqualTo(Database.testOptions("mysql:8.4"));
    }

    @Test
    @Timeout(1_200)
    void containersAnswerFromRowsOfTheImage() throws Exception {
        Map<String, String> variables = new TreeMap<>();
        BASE_IMAGE
                .matcher(Files.readString(FILE))
                .results()
                .forEach(found ->
                        variables.put(found.group(1), System.getenv().getOrDefault(found.group(1), found.group(2))));
        assertThat(variables).containsOnlyKeys("BUILD_IMAGE", "RUN_IMAGE", "MYSQL_IMAGE");
        DockerImages.problem(variables.values().toArray(String[]::new)).ifPresent(problem -> {
            System.out.println("CONTAINERS NOT TESTED: " + problem);
            abort(problem);
        });
        int port = freePort();
        variables.put("PORT", "" + port);

        try (ComposeContainer containers = new ComposeContainer(new File(FILE.toString()))
                .withEnv(variables)
                .withBuild(true)
                .withPull(false)
                .withStartupTimeout(Duration.ofMinutes(15))) {
            containers.start();

            JsonObject health = await().atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(
                            () -> health(port),
                            found -> found.get("database").getAsString().equals("up"));
            assertThat(health.get("film").getAsString()).isNotBlank();

            ContainerState demo = containers.getContainerByServiceName("demo").orElseThrow();
            ContainerState mysql = containers.getContainerByServiceName("mysql").orElseThrow();
            for (ContainerState container : List.of(demo, mysql)) {
                await().atMost(Duration.ofMinutes(1)).until(container::isHealthy);
                assertThat(isReadOnly(container.getCurrentContainerInfo())).isTrue();
                assertThat(user(container.getCurrentContainerInfo()))
                        .isNotEmpty()
                        .isNotEqualTo("root");
            }
            assertThat(demo.getLogs())
                    .contains("Sakila at scale 1 is loaded already.")
                    .doesNotContain("does not follow the database");
        }
    }

    private static boolean isReadOnly(InspectContainerResponse container) {
        return Boolean.TRUE.equals(container.getHostConfig().getReadonlyRootfs());
    }

    private static String user(InspectContainerResponse container) {
        String user = container.getConfig().getUser();
        return user == null ? "" : user;
    }

    private static JsonObject health(int port) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/health"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return JsonParser.parseString(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .getAsJsonObject();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
