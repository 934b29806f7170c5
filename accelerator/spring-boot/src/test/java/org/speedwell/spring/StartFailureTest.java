package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.sakila.FilmManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Verifies the log of a service that does not start, and the HTTP status while memory is outdated. */
@Tag("fault")
@Tag("database")
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class StartFailureTest {
    private static final int MAX_LINES = 45;

    private static SakilaServer server;

    @BeforeAll
    static void fill() throws SQLException {
        server = new SakilaServer("speedwell_test_start");
    }

    @AfterAll
    static void drop() throws SQLException {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "speedwell.rest.limit=-5|speedwell.rest.limit is -5, but must be 0 or more.|Correct speedwell.rest.limit",
                "speedwell.rest.max-limit=3|speedwell.rest.max-limit is 3, but must be at least|Correct speedwell.rest.max-limit",
                "speedwell.rest.write-timeout=0s|speedwell.rest.write-timeout is 0 ms|Correct speedwell.rest.write-timeout",
                "speedwell.rest.max-watchers=-1|speedwell.rest.max-watchers is -1|Correct speedwell.rest.max-watchers",
                "speedwell.rest.watch-heartbeat=0s|speedwell.rest.watch-heartbeat is 0 ms|Correct speedwell.rest.watch-heartbeat",
                "speedwell.rest.tables[0].name=flim|speedwell.rest.tables names flim|Correct speedwell.rest.tables",
                "speedwell.connections=0|A load needs at least one connection, not 0|Correct speedwell.connections",
                "speedwell.reload-every=0s|The reload period must be positive, not 0 s|Correct speedwell.reload-every",
                "speedwell.application-builder=no.such.Builder|not no.such.Builder|Correct speedwell.application-builder",
                "spring.datasource.password=wrong|No connection to database|Check spring.datasource.username and spring.datasource.password",
                "spring.datasource.url=jdbc:mysql://127.0.0.1:1/sakila|No connection to database|Start the database, and check host and port in spring.datasource.url",
                "speedwell.schema=speedwell_test_nothing|speedwell_test_nothing|speedwell.schema",
                "speedwell.memory-budget=100B|The load does not fit|Raise speedwell.memory-budget",
            })
    void causeAndRemedyAreReportedInFewLines(String property, String cause, String remedy, CapturedOutput output) {
        assertFails(SampleServiceTest.Service.class, property);
        assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "Description:", "Action:");
        assertThat(section(output, "Description:", "Action:")).contains(cause);
        assertThat(section(output, "Action:", "")).contains(remedy);
        assertThat(output.getAll()).doesNotContain("\tat ");
        assertThat(output.getAll().lines()).hasSizeLessThan(MAX_LINES);
    }

    private static void assertFails(Class<?> service, String... properties) {
        String[] arguments = Stream.concat(
                        Stream.of("spring.datasource.hikari.connection-timeout=1000", "server.port=0"),
                        Stream.concat(Arrays.stream(server.properties()), Arrays.stream(properties)))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        assertThatThrownBy(() -> run(service, arguments)).isInstanceOf(RuntimeException.class);
    }

    private static void run(Class<?> service, String... arguments) {
        SpringApplication application = new SpringApplicationBuilder(service)
                .web(WebApplicationType.SERVLET)
                .build();
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            assertThat(context.isActive()).as("what must not start").isFalse();
        }
    }

    private static String section(CapturedOutput output, String from, String to) {
        String all = output.getAll();
        int begin = all.lastIndexOf(from) + from.length();
        return to.isEmpty() ? all.substring(begin) : all.substring(begin, all.indexOf(to, begin));
    }

    @Test
    void beanThatQueriesTooEarlyIsNamedWithRemedy(CapturedOutput output) {
        assertFails(EarlyService.class, "speedwell.load=at-start");
        assertThat(section(output, "Description:", "Action:"))
                .contains("Bean tooEarly (", EarlyService.class.getName(), "is not in memory yet");
        assertThat(section(output, "Action:", "")).contains("ApplicationRunner");
    }

    /** A service in which the bean that depends on the other one comes first. */
    static class EarlyService extends SampleServiceTest.Service {
        @Bean
        String anotherBean(@Qualifier("tooEarly") Long films) {
            return films + " films";
        }

        @Bean
        Long tooEarly(FilmManager films) {
            return films.stream().count();
        }
    }

    @Test
    void defectInALoadShowsItsStackTrace(CapturedOutput output) {
        assertFails(DefectiveService.class, "speedwell.load=at-start");
        assertThat(output.getAll()).contains("a defect", "\tat " + DefectiveService.class.getName());
    }

    static class DefectiveService extends SampleServiceTest.Service {
        @Bean
        DataStoreComponent defectiveStore(Speedment application) {
            DataStoreComponent store = application.getOrThrow(DataStoreComponent.class);
            return (DataStoreComponent) Proxy.newProxyInstance(
                    DataStoreComponent.class.getClassLoader(),
                    new Class<?>[] {DataStoreComponent.class},
                    (_, method, given) -> method.getName().equals("load") ? fail() : method.invoke(store, given));
        }

        private static Object fail() {
            throw new DataStoreException("The load failed: a defect", new NullPointerException("a defect"));
        }
    }

    @Test
    void applicationPageIsUnavailableWhileMemoryIsOutdated() throws Exception {
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(SampleServiceTest.Service.class)
                        .properties(server.properties())
                        .properties("server.port=0", "server.address=127.0.0.1", "speedwell.max-age=1ns")
                        .run();
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/long-films"
                                    .formatted(service.getEnvironment().getProperty("local.server.port"))))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValueAsLong("Retry-After")).isPresent();
        }
    }
}
