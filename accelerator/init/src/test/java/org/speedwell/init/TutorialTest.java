package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** Runs every step of the guide's tutorial: the schema, init, the project, the dashboard, and a change. */
@Tag("forked")
@Tag("database")
class TutorialTest {
    private static final Path PAGE = Path.of("..", "docs", "start", "tutorial.md");
    private static final Pattern FILE = Pattern.compile("```(?:sql|java) (\\S+)\\n(.*?)\\n```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SCHEMA = "speedwell_test_tutorial";

    private final Database database = Database.forTests();

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "makes symbolic links, which Windows forbids to most users")
    void tutorialLeadsToALiveDashboard(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) throws Exception {
        String page = Files.readString(PAGE);
        Map<String, String> files = FILE.matcher(page)
                .results()
                .collect(Collectors.toMap((MatchResult found) -> found.group(1), found -> found.group(2)));
        execute("DROP DATABASE IF EXISTS " + SCHEMA);
        execute(file(files, "schema.sql"));
        try {
            Path project = folder.resolve("shop");
            String[] init = {
                "init",
                "--url=" + database.url(SCHEMA),
                "--user=" + database.user(),
                "--password=" + database.password(),
                "--package=com.example.shop",
                "--directory=" + project
            };
            assertThat(page).contains("speedwell-init.jar init --url jdbc:mysql://127.0.0.1:3306/shop --user root");
            assertThat(SpeedwellInit.commandLine().execute(init)).isZero();

            Maven maven = new Maven(Files.createDirectory(folder.resolve("repository")));
            Map<String, String> password = Map.of("DATABASE_PASSWORD", database.password());
            assertThat(page).contains("    mvn compile exec:exec\n");
            assertThat(maven.run(project, password, "compile", "exec:exec")).contains("5 rows in ");

            int port = freePort();
            Path dashboard = project.resolve("src/main/java/com/example/shop/Dashboard.java");
            Files.writeString(
                    dashboard,
                    file(files, "src/main/java/com/example/shop/Dashboard.java").replace("8080", "" + port));
            assertThat(page).contains("    mvn compile exec:exec -Dmain.class=com.example.shop.Dashboard\n");
            Process running =
                    maven.start(project, password, "compile", "exec:exec", "-Dmain.class=com.example.shop.Dashboard");
            try {
                URI sales = URI.create("http://127.0.0.1:" + port + "/sales");
                awaitText(running, sales, "{\"DE\":1650,\"FR\":800,\"SE\":2300}");
                execute(file(files, "change.sql"));
                awaitText(running, sales, "{\"DE\":3000,\"FR\":900,\"NO\":900,\"SE\":2300}");
                assertThat(get(sales.resolve("/"))).contains("Sales by country", "fetch('/sales')");
            } finally {
                running.descendants().forEach(ProcessHandle::destroyForcibly);
                running.destroyForcibly().waitFor();
            }
        } finally {
            execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static String file(Map<String, String> files, String name) {
        return Objects.requireNonNull(files.get(name), () -> "The page has no file " + name);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void awaitText(Process running, URI uri, String expected) {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .failFast("the dashboard ended", () -> !running.isAlive())
                .untilAsserted(() -> assertThat(get(uri)).isEqualTo(expected));
    }

    private static String get(URI uri) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** Runs statements of the page on the test server, in a schema of this test instead of {@code shop}. */
    private void execute(String sql) throws SQLException {
        String own = sql.replaceAll("\\bshop\\b", SCHEMA);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String each : own.split(";", -1)) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }
}
