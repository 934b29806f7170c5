package org.speedwell.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.spring.SakilaServer;
import org.speedwell.spring.SpeedwellActuatorAutoConfiguration;
import org.speedwell.spring.SpeedwellAutoConfiguration;
import org.speedwell.spring.SpeedwellTablesAutoConfiguration;
import org.speedwell.spring.data.SpeedwellRepositoryAutoConfiguration;
import org.speedwell.spring.data.StreamRepository;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Verifies {@code speedwell.tables} without Jakarta Persistence in the context, and the errors for wrong names. */
@Tag("fault")
@Tag("database")
@Timeout(300)
class TablesTest {
    private static SakilaServer server;

    @BeforeAll
    static void fill() throws SQLException {
        server = new SakilaServer("speedwell_test_tables");
    }

    @AfterAll
    static void drop() throws SQLException {
        server.close();
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Application {}

    /** A class without an id. */
    public static class NoRow {}

    private record User(StreamRepository<Actor> actors) {}

    private static ApplicationContextRunner context() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        SpeedwellAutoConfiguration.class,
                        SpeedwellTablesAutoConfiguration.class,
                        SpeedwellRepositoryAutoConfiguration.class,
                        SpeedwellActuatorAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("spring.datasource.hikari.connection-timeout=1000")
                .withPropertyValues(server.properties());
    }

    @ParameterizedTest
    @ValueSource(strings = {"actor", "Actor", "ACTOR", "org.speedwell.shop.Actor", "film,actor", "*,actor"})
    void recordsStreamWithoutJakartaPersistence(String tables) {
        context()
                .withPropertyValues("speedwell.tables=" + tables)
                .withBean(User.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(User.class).actors().stream().count())
                            .isEqualTo(200);
                });
    }

    @Test
    void allEntitiesAreNamedByAnAsterisk() {
        context().withPropertyValues("speedwell.tables[0]=*").run(context -> {
            MemoryStore store = context.getBean(MemoryStore.class);
            assertThat(store.stream(Film.class).count()).isEqualTo(1_000);
            assertThat(store.stream(Language.class).count()).isPositive();
        });
    }

    @Test
    void withoutTablesThereIsNoStore() {
        context().run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MemoryStore.class));
    }

    @Test
    void fileKeepsTheVersionAlsoWithoutTheDatabase(@TempDir Path folder) {
        Path file = folder.resolve("shop.snapshot");
        ApplicationContextRunner runner =
                context().withPropertyValues("speedwell.tables=film", "speedwell.file=" + file);
        runner.run(context -> assertThat(context).hasNotFailed());
        assertThat(file).exists();
        for (String more :
                List.of("spring.datasource.name=same", "spring.datasource.url=jdbc:mysql://127.0.0.1:1/none")) {
            runner.withPropertyValues(more)
                    .run(context -> assertThat(context.getBean(MemoryStore.class).stream(Film.class)
                                    .count())
                            .isEqualTo(1_000));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "speedwell.tables=flim|names flim, which is not|Correct speedwell.tables",
                "speedwell.tables=flim|Did you mean film?|Correct speedwell.tables",
                "speedwell.tables=flim|The known tables are film, language.|Correct speedwell.tables",
                "speedwell.tables=org.speedwell.shop.TablesTest$NoRow|NoRow has no id|Change the class",
                "spring.datasource.url=jdbc:mysql://127.0.0.1:1/sakila|cannot be read from the database|Start the database",
                "spring.datasource.password=wrong|cannot be read from the database|Check spring.datasource.username",
                "speedwell.too-old=sql|sends streams to the database|Correct speedwell.too-old",
                "speedwell.in-transaction=sql|sends streams to the database|Correct speedwell.in-transaction",
                "speedwell.read-your-writes=true|needs speedwell.follow.enabled=true|Correct speedwell.follow.enabled",
                "speedwell.read-your-writes-timeout=0s|is 0 ms|Correct speedwell.read-your-writes-timeout",
            })
    void causeAndRemedyAreReported(String property, String cause, String remedy) {
        context()
                .withPropertyValues("speedwell.tables=film", "speedwell.max-age=1h", property)
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = SpringFactoriesLoader.forDefaultResourceLocation()
                            .load(
                                    FailureAnalyzer.class,
                                    SpringFactoriesLoader.FailureHandler.logging(
                                            org.apache.commons.logging.LogFactory.getLog(TablesTest.class)))
                            .stream()
                            .filter(analyzer -> analyzer.getClass().getName().startsWith("org.speedwell."))
                            .map(analyzer -> analyzer.analyze(context.getStartupFailure()))
                            .findFirst()
                            .orElseThrow();
                    assertThat(analysis.getDescription()).contains(cause);
                    assertThat(analysis.getAction()).contains(remedy);
                });
    }
}
