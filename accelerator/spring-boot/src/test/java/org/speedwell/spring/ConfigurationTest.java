package org.speedwell.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.speedment.runtime.core.Speedment;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.City;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.spring.rest.SpeedwellRestAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.result.MockMvcResultMatchers;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.servlet.function.RouterFunction;

/** Verifies the settings that an application may use, and the errors for wrong ones. */
@Tag("fault")
@Tag("database")
@Timeout(300)
class ConfigurationTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            DataSourceAutoConfiguration.class,
            SpeedwellAutoConfiguration.class,
            SpeedwellActuatorAutoConfiguration.class,
            SpeedwellRestAutoConfiguration.class);

    private static final Duration LONG = Duration.ofMinutes(2);

    private static SakilaServer server;

    @BeforeAll
    static void fill() throws SQLException {
        server = new SakilaServer("speedwell_test_spring");
    }

    @AfterAll
    static void drop() throws SQLException {
        server.close();
    }

    private static ApplicationContextRunner context() {
        return new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(server.properties())
                .withPropertyValues("speedwell.application-builder=" + SakilaApplicationBuilder.class.getName());
    }

    @Test
    void withoutABuilderThereIsNoSpeedment() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(server.properties())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Speedment.class));
    }

    @Test
    void propertiesNameTheBuilderAndConfigureTheStore() {
        context()
                .withPropertyValues(
                        "speedwell.fallback=fail",
                        "speedwell.max-age=1h",
                        "speedwell.memory-budget=64MB",
                        "speedwell.maintained-budget=32MB",
                        "speedwell.connections=1",
                        "speedwell.network-timeout=7s",
                        "speedwell.slow-query=3s",
                        "speedwell.reload-every=2h")
                .withBean("indexes", StoreConfigurationCustomizer.class, () -> store -> store.withoutIndex(Film.TITLE))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    StoreConfiguration said = context.getBean(StoreConfiguration.class);
                    assertThat(said.fallback()).isEqualTo(Fallback.FAIL);
                    assertThat(said.maxAge()).hasValue(Duration.ofHours(1));
                    assertThat(said.memoryBudget()).isEqualTo(64L << 20);
                    assertThat(said.maintainedBudget()).isEqualTo(32L << 20);
                    assertThat(said.connections()).isOne();
                    assertThat(said.networkTimeout()).hasSeconds(7);
                    assertThat(said.slowQuery()).hasValue(Duration.ofSeconds(3));
                    assertThat(said.reloadPeriod()).hasValue(Duration.ofHours(2));
                    assertThat(said.isIndexed(Film.TITLE.identifier())).isFalse();
                    assertThat(context.getBean(FilmManager.class).stream().count())
                            .isEqualTo(1_000);
                });
    }

    @Test
    void mariaDbDriverLoadsAndReplicates() {
        context()
                .withPropertyValues("spring.datasource.url=" + server.mariaDbUrl(), "speedwell.follow.enabled=true")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    awaitStatus(context, FollowStatus.Phase.FOLLOWING);
                    FilmManager films = context.getBean(FilmManager.class);
                    assertThat(films.stream().count()).isEqualTo(1_000);
                    server.execute("UPDATE film SET length = length + 1000 WHERE film_id = 1");
                    Awaitility.await()
                            .atMost(LONG)
                            .until(() -> films.stream().anyMatch(Film.LENGTH.greaterThan(1_000)));
                    server.execute("UPDATE film SET length = length - 1000 WHERE film_id = 1");
                    awaitHealth(context, Status.UP);
                });
    }

    @Test
    void loadsUseNoConnectionOfTheApplicationPool() {
        context()
                .withPropertyValues("spring.datasource.hikari.maximum-pool-size=1")
                .run(context -> {
                    HikariDataSource pool = (HikariDataSource) context.getBean(DataSource.class);
                    try (var _ = pool.getConnection()) {
                        context.getBean(DataStoreComponent.class).reload();
                    }
                    assertThat(context.getBean(DataStoreComponent.class).version())
                            .isEqualTo(2);
                });
    }

    @Test
    void applicationBeansTakePrecedence() {
        StoreConfiguration own = StoreConfiguration.builder()
                .withoutTable(FilmManager.IDENTIFIER)
                .build();
        try (HikariDataSource pool = ownPool()) {
            context()
                    .withBean(StoreConfiguration.class, () -> own)
                    .withBean(DataSourceConnections.class, () -> DataSourceConnections.of(pool))
                    .withPropertyValues("spring.datasource.password=wrong")
                    .run(context -> {
                        assertThat(context).hasNotFailed().hasSingleBean(StoreConfiguration.class);
                        assertThat(context.getBean(DataStoreComponent.class).rows())
                                .isPositive();
                    });
        }
    }

    private static HikariDataSource ownPool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.property("spring.datasource.url"));
        pool.setUsername(server.property("spring.datasource.username"));
        pool.setPassword(server.property("spring.datasource.password"));
        return pool;
    }

    @Test
    void fileIsSavedAndReopened(@TempDir Path folder) {
        Path file = folder.resolve("sakila.speedwell");
        ApplicationContextRunner context = context().withPropertyValues("speedwell.file=" + file);
        context.run(started -> assertThat(started).hasNotFailed());
        assertThat(file).isNotEmptyFile();
        context.withPropertyValues("speedwell.follow.enabled=true").run(started -> {
            DataStoreComponent store = started.getBean(DataStoreComponent.class);
            assertThat(store.version()).isPositive();
            assertThat(store.followStatus()).isPresent();
            server.execute("UPDATE film SET length = 1 WHERE film_id = 2");
            assertThat(store.await(Duration.ofSeconds(30))).isTrue();
        });
        context.withPropertyValues("speedwell.load=never")
                .run(started -> started.getBean(DataStoreComponent.class)
                        .open(file)
                        .thenRun(() -> assertThat(started.getBean(FilmManager.class).stream()
                                        .filter(Film.FILM_ID.equal(2))
                                        .map(film -> film.getLength().orElse(0)))
                                .as("the last version was saved when the application stopped")
                                .containsExactly(1))
                        .join());
    }

    @Test
    void damagedFileThatIsVerifiedInTheBackgroundIsReplacedByALoad(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("sakila.speedwell");
        ApplicationContextRunner context =
                context().withPropertyValues("speedwell.file=" + file, "speedwell.file-mode=trusted");
        context.run(started -> assertThat(started).hasNotFailed());
        context.run(started -> {
            Awaitility.await().atMost(LONG).until(started.getBean(DataStoreComponent.class)::isVerified);
            assertThat(health(started)).isEqualTo(Status.UP);
        });
        byte[] damaged = Files.readAllBytes(file);
        damaged[3] ^= 1;
        Files.write(file, damaged);
        context.run(started -> {
            DataStoreComponent store = started.getBean(DataStoreComponent.class);
            Awaitility.await().atMost(LONG).until(() -> store.version() > 1 && store.isVerified());
            assertThat(started.getBean(FilmManager.class).stream().count()).isEqualTo(1_000);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileIsServedWhileTheDatabaseIsUnreachable(boolean isFollowed, @TempDir Path folder) throws SQLException {
        Path file = folder.resolve("sakila.speedwell");
        ApplicationContextRunner context = context().withPropertyValues("speedwell.file=" + file);
        context.run(started -> assertThat(started).hasNotFailed());
        int length = isFollowed ? 1_001 : 1_002;
        server.execute("UPDATE film SET length = " + length + " WHERE film_id = 3");
        UnreachableDatabase database = new UnreachableDatabase();
        context.withBean(DataSource.class, () -> database)
                .withPropertyValues(
                        "speedwell.follow.enabled=" + isFollowed,
                        "speedwell.follow.password=" + server.property("spring.datasource.password"))
                .run(started -> {
                    assertThat(started).hasNotFailed();
                    FilmManager films = started.getBean(FilmManager.class);
                    assertThat(films.stream().count()).isEqualTo(1_000);
                    assertThat(films.stream().filter(Film.LENGTH.equal(length))).isEmpty();
                    DataStoreComponent store = started.getBean(DataStoreComponent.class);
                    if (isFollowed) {
                        assertThat(store.followStatus().orElseThrow().phase())
                                .isEqualTo(FollowStatus.Phase.DISCONNECTED);
                    }
                    database.isUnreachable = false;
                    Awaitility.await()
                            .atMost(LONG)
                            .until(() -> films.stream()
                                            .filter(Film.LENGTH.equal(length))
                                            .count()
                                    == 1);
                });
    }

    /** A data source whose database refuses connections at first. */
    private static final class UnreachableDatabase extends DriverManagerDataSource {
        private volatile boolean isUnreachable = true;

        UnreachableDatabase() {
            super(
                    server.property("spring.datasource.url"),
                    server.property("spring.datasource.username"),
                    server.property("spring.datasource.password"));
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (isUnreachable) {
                throw new SQLNonTransientConnectionException("Connection refused", "08001");
            }
            return super.getConnection();
        }
    }

    @Test
    void damagedFileIsReplacedByALoad(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("damaged"), "no file of ours");
        context().withPropertyValues("speedwell.file=" + file).run(context -> {
            assertThat(context.getBean(FilmManager.class).stream().count()).isEqualTo(1_000);
        });
        assertThat(Files.size(file)).isGreaterThan(1_000);
    }

    @Test
    void loadNeverLoadsOnlyOnRequest() {
        context().withPropertyValues("speedwell.load=never").run(context -> {
            FilmManager films = context.getBean(FilmManager.class);
            assertThatExceptionOfType(DataStoreNotLoadedException.class)
                    .isThrownBy(() -> films.stream().count());
            assertThat(health(context)).isEqualTo(Status.OUT_OF_SERVICE);
            context.getBean(DataStoreComponent.class).load();
            assertThat(health(context)).isEqualTo(Status.UP);
        });
    }

    @Test
    void outdatedMemoryIsOutOfService() {
        context()
                .withPropertyValues("speedwell.max-age=1ns")
                .run(context -> assertThat(health(context)).isEqualTo(Status.OUT_OF_SERVICE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"OUT_OF_SERVICE", "DOWN"})
    void stoppedTableShowsInHealth(String status) {
        context()
                .withPropertyValues("speedwell.follow.enabled=true", "speedwell.stopped-tables=" + status)
                .run(context -> {
                    assertThat(health(context)).isEqualTo(Status.UP);
                    server.execute("ALTER TABLE film DROP COLUMN length");
                    awaitHealth(context, new Status(status));
                    server.execute("ALTER TABLE film ADD COLUMN length SMALLINT UNSIGNED");
                    awaitHealth(context, Status.UP);
                });
    }

    @Test
    void replicationStartsOnceTheUserHasTheGrant(@TempDir Path folder) throws SQLException {
        assumeTrue(mayGrant(), "The user of the tests may grant nothing on this server.");
        server.execute("DROP USER IF EXISTS speedwell_clerk@'%'"); // left by a run that was killed
        server.execute("CREATE USER speedwell_clerk@'%' IDENTIFIED BY 'word'");
        try {
            server.execute("GRANT ALL ON " + server.property("speedwell.schema") + ".* TO speedwell_clerk@'%'");
            Path file = folder.resolve("sakila.speedwell");
            context()
                    .withPropertyValues(
                            "spring.datasource.username=speedwell_clerk",
                            "spring.datasource.password=word",
                            "speedwell.load=behind",
                            "speedwell.file=" + file,
                            "speedwell.follow.enabled=true")
                    .run(context -> {
                        awaitStatus(context, FollowStatus.Phase.STOPPED);
                        assertThat(context.getBean(FilmManager.class).stream().count())
                                .isEqualTo(1_000);
                        Health health = requireNonNull(
                                context.getBean(HealthIndicator.class).health());
                        assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
                        assertThat(health.getDetails().get("followingProblem"))
                                .asString()
                                .contains("GRANT REPLICATION SLAVE");
                        Awaitility.await().atMost(LONG).until(() -> Files.exists(file));
                        server.execute("GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO speedwell_clerk@'%'");
                        awaitStatus(context, FollowStatus.Phase.FOLLOWING);
                        assertThat(health(context)).isEqualTo(Status.UP);
                    });
        } finally {
            server.execute("DROP USER speedwell_clerk@'%'");
        }
    }

    private static boolean mayGrant() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            while (rows.next()) {
                if (rows.getString(1).contains("ON *.*") && rows.getString(1).contains("GRANT OPTION")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static void awaitStatus(ApplicationContext context, FollowStatus.Phase phase) {
        Awaitility.await()
                .atMost(LONG)
                .until(() -> context.getBean(DataStoreComponent.class)
                        .followStatus()
                        .map(FollowStatus::phase)
                        .filter(phase::equals)
                        .isPresent());
    }

    private static void awaitHealth(ApplicationContext context, Status status) {
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(health(context)).isEqualTo(status));
    }

    @Test
    void failedBackgroundLoadLeavesTheApplicationRunning() {
        context()
                .withPropertyValues("speedwell.load=behind", "speedwell.schema=speedwell_test_nothing")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Verifies connection details such as {@code @ServiceConnection} creates for a container. */
    @Test
    void connectionDetailsConfigureDataSourceAndBinlog() {
        JdbcConnectionDetails details = new JdbcConnectionDetails() {
            @Override
            public String getUsername() {
                return server.property("spring.datasource.username");
            }

            @Override
            public String getPassword() {
                return server.property("spring.datasource.password");
            }

            @Override
            public String getJdbcUrl() {
                return server.property("spring.datasource.url");
            }
        };
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(
                        "speedwell.schema=" + server.property("speedwell.schema"), "speedwell.follow.enabled=true")
                .withBean(JdbcConnectionDetails.class, () -> details)
                .withBean(SakilaApplicationBuilder.class, SakilaApplicationBuilder::new)
                .run(context -> {
                    server.execute("UPDATE film SET length = 3 WHERE film_id = 3");
                    assertThat(context.getBean(DataStoreComponent.class).await(Duration.ofSeconds(30)))
                            .isTrue();
                });
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThat(failure("speedwell.application-builder=java.lang.String"))
                .contains("speedwell.application-builder", "java.lang.String");
        assertThat(failure("speedwell.application-builder=no.such.Builder"))
                .contains("speedwell.application-builder", "no.such.Builder");
        assertThat(failure("spring.datasource.password=wrong")).contains("Access denied");
        assertThat(failure("speedwell.connections=0")).contains("at least one connection");
        assertThat(failure("speedwell.schema=speedwell_test_nothing")).contains("speedwell_test_nothing");
        assertThat(failure("speedwell.follow.enabled=true", "speedwell.follow.server-id=0"))
                .contains("server id");
    }

    private static String failure(String... properties) {
        AtomicReference<String> told = new AtomicReference<>();
        context().withPropertyValues(properties).run(context -> told.set(messages(context.getStartupFailure())));
        return requireNonNull(told.get());
    }

    private static Status health(ApplicationContext context) {
        return requireNonNull(context.getBean(HealthIndicator.class).health()).getStatus();
    }

    @Test
    void unknownTableAndFieldAreRefused() {
        web("speedwell.rest.tables[0].name=flim")
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .contains("speedwell.rest.tables", "flim", "sakila.film"));
        web("speedwell.rest.tables[0].name=film", "speedwell.rest.tables[0].fields=titel")
                .run(context ->
                        assertThat(messages(context.getStartupFailure())).contains("titel", "title"));
    }

    @Test
    void noTableIsServedUnlessNamed() {
        web("speedwell.load=never").run(context -> assertThat(context).doesNotHaveBean(RouterFunction.class));
    }

    @Test
    void missingOrOutdatedMemoryIsUnavailable() {
        web("speedwell.load=never", "speedwell.rest.tables[0].name=*").run(ConfigurationTest::assertUnavailable);
        web("speedwell.max-age=1ns", "speedwell.rest.tables[0].name=*").run(ConfigurationTest::assertUnavailable);
    }

    @Test
    void onlyOutdatedTablesAreUnavailable() {
        ApplicationContext[] started = new ApplicationContext[1];
        DataStoreComponent store = (DataStoreComponent) Proxy.newProxyInstance(
                DataStoreComponent.class.getClassLoader(),
                new Class<?>[] {DataStoreComponent.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy); // Spring calls it before the store exists
                    case String name
                    when name.equals("age") && !(given != null && given[0] == City.class) -> Duration.ofDays(1);
                    default -> method.invoke(store(started[0]), given);
                });
        web("speedwell.load=never", "speedwell.max-age=1h", "speedwell.rest.tables[0].name=*")
                .withInitializer(context -> started[0] = context)
                .withBean(DataStoreComponent.class, () -> store)
                .run(context -> {
                    store(context).load();
                    MockMvc routes = MockMvcBuilders.routerFunctions(context.getBean(RouterFunction.class))
                            .build();
                    routes.perform(MockMvcRequestBuilders.get("/sakila/city"))
                            .andExpect(MockMvcResultMatchers.status().isOk());
                    routes.perform(MockMvcRequestBuilders.get("/sakila/film"))
                            .andExpect(MockMvcResultMatchers.status().isServiceUnavailable())
                            .andExpect(MockMvcResultMatchers.header().exists("Retry-After"));
                });
    }

    private static DataStoreComponent store(ApplicationContext context) {
        return context.getBean(Speedment.class).getOrThrow(DataStoreComponent.class);
    }

    @Test
    void configuredPathPrefixesTheRoutes() {
        web("speedwell.rest.path=/api", "speedwell.rest.tables[0].name=*").run(context -> {
            MockMvc routes = MockMvcBuilders.routerFunctions(context.getBean(RouterFunction.class))
                    .build();
            routes.perform(MockMvcRequestBuilders.get("/api/sakila/city"))
                    .andExpect(MockMvcResultMatchers.status().isOk());
            routes.perform(MockMvcRequestBuilders.get("/sakila/city"))
                    .andExpect(MockMvcResultMatchers.status().isNotFound());
            String document = routes.perform(MockMvcRequestBuilders.get("/api/openapi.json"))
                    .andReturn()
                    .getResponse()
                    .getContentAsString();
            assertThat(document).contains("\"/api/sakila/city\"", "\"/api/sakila/film_actor\"");
            assertThat(document).doesNotContain("film_list");
        });
    }

    private static void assertUnavailable(ApplicationContext context) throws Exception {
        MockMvcBuilders.routerFunctions(context.getBean(RouterFunction.class))
                .build()
                .perform(MockMvcRequestBuilders.get("/sakila/film"))
                .andExpect(MockMvcResultMatchers.status().isServiceUnavailable());
    }

    private static WebApplicationContextRunner web(String... properties) {
        return new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(server.properties())
                .withPropertyValues("speedwell.application-builder=" + SakilaApplicationBuilder.class.getName())
                .withPropertyValues(properties);
    }

    private static String messages(@Nullable Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable of = failure; of != null; of = of.getCause()) {
            all.append(of.getMessage()).append('\n');
        }
        return all.toString();
    }
}
