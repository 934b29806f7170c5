package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.sql.SqlStreamSupplierComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.routing.DataStoreStreamSupplierComponent;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;
import org.speedwell.accelerator.routing.MetaStreamSupplierConfigurator;
import org.speedwell.accelerator.routing.TableMapping;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.source.StreamSupplierComponentDecorator;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TextKeysManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Verifies the ways to load: in parts, on an executor, some rows or tables only, and in the background. Also verifies
 * logs and statistics.
 */
@Tag("fault")
@Tag("database")
@SuppressWarnings("NullAway.Init") // each test starts its application first
class LoadConfigurationTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private static TortureDatabase database;

    private Speedment app;
    private DataStoreComponent store;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_load_configuration");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    private void start(TortureApplicationBuilder builder) {
        app = builder.build();
        store = app.getOrThrow(DataStoreComponent.class);
    }

    private void startInMemory(StoreConfiguration.Builder configuration) {
        start(database.builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, configuration::build));
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @Test
    void loadLogsOneLine() {
        startInMemory(StoreConfiguration.builder());
        try (LogLines lines = new LogLines("org.speedwell")) {
            store.load();
            assertThat(lines.all()).singleElement().asString().startsWith("Loaded version 1: ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50})
    void tablesReadInPartsByThreeConnectionsEqualJdbc(int chunkSize) throws SQLException {
        startInMemory(StoreConfiguration.builder().connections(3));
        store.load(LoadConfiguration.builder().chunkSize(chunkSize).tableLocks().build());

        try (Connection connection = database.connect()) {
            for (Manager<?> manager : app.getOrThrow(ManagerComponent.class).stream()
                    .<Manager<?>>map(manager -> manager)
                    .toList()) {
                ReadBack.assertEqualToJdbc(app, manager, connection);
            }
        }
    }

    @Test
    void singleThreadExecutorRunsTheLoadAndStaysUsable() throws SQLException {
        startInMemory(StoreConfiguration.builder().connections(2));
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            store.load(LoadConfiguration.builder().executor(executor).build());
            store.load(LoadConfiguration.builder().executor(executor).build());

            assertThat(executor.isShutdown()).isFalse();
        }
        assertThat(store.version()).isEqualTo(2);
        try (Connection connection = database.connect()) {
            ReadBack.assertEqualToJdbc(app, app.getOrThrow(MixedManager.class), connection);
        }
    }

    @Test
    void shutDownExecutorIsReported() {
        startInMemory(StoreConfiguration.builder());
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.shutdown();

        assertThatThrownBy(() -> store.load(
                        LoadConfiguration.builder().executor(executor).build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("The executor of the load rejected a task");
        assertThat(store.version()).isZero();
    }

    @Test
    void decoratorFiltersOneTableOnly() {
        startInMemory(StoreConfiguration.builder());
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        store.load();
        List<Mixed> all = mixed.stream().toList();
        long others = app.getOrThrow(TextKeysManager.class).stream().count();

        store.load(LoadConfiguration.builder()
                .decorator(StreamSupplierComponentDecorator.builder()
                        .withStreamDecorator(mixed.getTableIdentifier(), rows -> rows.skip(2))
                        .withStreamDecorator(mixed.getTableIdentifier(), rows -> rows.limit(5))
                        .build())
                .build());

        assertThat(mixed.stream().toList()).isEqualTo(all.subList(2, 7));
        assertThat(app.getOrThrow(TextKeysManager.class).stream().count()).isEqualTo(others);
    }

    @Test
    void throwingDecoratorFailsTheLoadWithItsMessage() {
        startInMemory(StoreConfiguration.builder());
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);

        assertThatThrownBy(() -> store.load(LoadConfiguration.builder()
                        .decorator(StreamSupplierComponentDecorator.builder()
                                .withStreamDecorator(
                                        mixed.getTableIdentifier(),
                                        rows -> rows.peek(row -> {
                                            throw new IllegalStateException("not this row");
                                        }))
                                .build())
                        .build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("not this row");
        assertThat(store.version()).isEqualTo(1);
    }

    @Test
    void onlyMappedTablesAreInMemory() throws SQLException {
        start(database.builder()
                .withBundle(InMemoryBundle.class)
                .withBundle(MetaStreamSupplierBundle.class)
                .withComponent(Mappings.class, Mappings::new));
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        OneRowManager oneRow = app.getOrThrow(OneRowManager.class);

        assertThat(oneRow.stream().count()).as("from the database, unloaded").isEqualTo(1);
        assertThatThrownBy(mixed::stream).isInstanceOf(DataStoreNotLoadedException.class);
        store.load();

        assertThat(store.getStatistics().tables())
                .extracting(StoreStatistics.TableStatistics::name)
                .containsExactly("torture.mixed");
        assertThat(mixed.stream().count()).isEqualTo(store.rows());
        assertThat(oneRow.stream().count()).isEqualTo(1);
        assertThatThrownBy(() -> store.snapshot().stream(oneRow)).isInstanceOf(DataStoreNotLoadedException.class);
    }

    /** Maps one table to memory and one to SQL, and leaves the others unmapped. */
    static final class Mappings implements MetaStreamSupplierConfigurator {
        @Override
        public Stream<TableMapping<?>> tableMappings() {
            return Stream.of(
                    TableMapping.of(MixedManager.IDENTIFIER, DataStoreStreamSupplierComponent.class),
                    TableMapping.of(OneRowManager.IDENTIFIER, SqlStreamSupplierComponent.class));
        }
    }

    @Test
    void snapshotJobsRunInTheBackgroundOneAtATime() {
        startInMemory(StoreConfiguration.builder());
        CompletableFuture<Void> resume = new CompletableFuture<>();
        CompletableFuture<Void> job = store.createSnapshotJob(LoadConfiguration.builder()
                .progress((table, rows, estimate, phase) -> resume.join())
                .build());

        assertThat(store.createSnapshotJob(LoadConfiguration.defaults()))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("A load is already under way");
        CompletableFuture<Void> joined = store.reloadInBackground();
        assertThat(job).isNotDone();
        resume.complete(null);
        job.join();
        joined.join();

        assertThat(store.version()).as("one load for both").isEqualTo(1);
        store.reloadInBackground().join();
        assertThat(store.version()).isEqualTo(2);
    }

    @Test
    void cancelledJobStopsAndTheNextLoadSucceeds() {
        startInMemory(StoreConfiguration.builder());
        CompletableFuture<Void> resume = new CompletableFuture<>();
        CompletableFuture<Void> job = jobThatWaitsFor(resume);
        CompletableFuture<Void> joined = store.reloadInBackground();
        job.cancel(true);
        resume.complete(null);

        assertThatThrownBy(joined::join)
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("The load was cancelled.");
        assertThat(store.version()).isZero();
        store.load();
        assertThat(store.version()).isEqualTo(1);
    }

    /** Returns a job whose load has started to read. It continues when the future completes. */
    private CompletableFuture<Void> jobThatWaitsFor(CompletableFuture<Void> resume) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> job = store.createSnapshotJob(LoadConfiguration.builder()
                .progress((table, rows, estimate, phase) -> {
                    begun.complete(null);
                    resume.join();
                })
                .build());
        begun.join();
        return job;
    }

    @Test
    void tablesAreOrderedByName() {
        startInMemory(StoreConfiguration.builder());
        store.load();
        assertThat(store.getStatistics().tables())
                .extracting(StoreStatistics.TableStatistics::name)
                .hasSizeGreaterThan(10)
                .isSorted();
    }

    @Test
    void reloadAfterACancelledJobIsASeparateLoad() {
        startInMemory(StoreConfiguration.builder());
        CompletableFuture<Void> resume = new CompletableFuture<>();
        CompletableFuture<Void> job = jobThatWaitsFor(resume);
        job.cancel(true);
        CompletableFuture<Void> reload = store.reloadInBackground();
        resume.complete(null);

        assertThat(reload).succeedsWithin(LONG);
        assertThat(store.version()).isEqualTo(1);
        assertThat(store.failedLoads()).isEqualTo(1);
    }

    @Test
    void scheduledReloadsRunUntilClear() {
        startInMemory(StoreConfiguration.builder().reloadEvery(Duration.ofMillis(50)));
        store.load();

        Awaitility.await().atMost(LONG).until(() -> store.version() >= 3);
        store.clear();
    }

    @Test
    void backgroundLoadsUseTheirConfiguration() {
        startInMemory(StoreConfiguration.builder());
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        store.load();
        assertThat(mixed.stream().count()).isGreaterThan(3);

        store.reloadInBackground(threeRows()).join();

        assertThat(mixed.stream().count()).isEqualTo(3);
    }

    @Test
    void scheduledLoadsUseTheirConfiguration() {
        startInMemory(StoreConfiguration.builder().reloadEvery(Duration.ofMillis(50), threeRows()));
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        store.load();

        Awaitility.await().atMost(LONG).until(() -> mixed.stream().count() == 3);
        store.clear();
    }

    private static LoadConfiguration threeRows() {
        return LoadConfiguration.builder()
                .decorator(StreamSupplierComponentDecorator.builder()
                        .withStreamDecorator(MixedManager.IDENTIFIER, rows -> rows.limit(3))
                        .build())
                .build();
    }

    @Test
    void loadOnTheOnlyThreadOfItsExecutorEnds() throws Exception {
        startInMemory(StoreConfiguration.builder());
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            executor.submit(() -> store.load(
                            LoadConfiguration.builder().executor(executor).build()))
                    .get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(store.version()).isEqualTo(1);
    }

    @Test
    void exceptionInEndedDoesNotFailTheLoad() {
        startInMemory(StoreConfiguration.builder());
        LoadConfiguration how = LoadConfiguration.builder()
                .progress(new LoadProgress() {
                    @Override
                    public void rows(
                            com.speedment.runtime.config.identifier.TableIdentifier<?> table,
                            long rows,
                            long estimate,
                            LoadPhase phase) {}

                    @Override
                    public void ended() {
                        throw new IllegalStateException("thrown at the end");
                    }
                })
                .build();

        store.load(how);
        store.createSnapshotJob(how).join();

        assertThat(store.version()).isEqualTo(2);
    }

    @Test
    void throwingProgressFailsTheLoadWithItsMessage() {
        startInMemory(StoreConfiguration.builder());

        assertThatThrownBy(() -> store.load(LoadConfiguration.builder()
                        .progress((table, rows, estimate, phase) -> {
                            throw new IllegalStateException("thrown by the progress");
                        })
                        .build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("thrown by the progress");
        store.load();
        assertThat(store.version()).isEqualTo(1);
    }

    @Test
    void statisticsDescribeEveryColumn() {
        startInMemory(StoreConfiguration.builder().withoutIndex(Mixed.PRICE));
        store.load();
        StoreStatistics statistics = store.getStatistics();

        assertThat(statistics.version()).isEqualTo(1);
        assertThat(statistics.bytes()).isEqualTo(store.bytes());
        assertThat(statistics.rows()).isEqualTo(store.rows());
        StoreStatistics.TableStatistics mixed = statistics.tables().stream()
                .filter(table -> table.name().equals("torture.mixed"))
                .findFirst()
                .orElseThrow();
        MixedManager manager = app.getOrThrow(MixedManager.class);
        StoreStatistics.ColumnStatistics id = mixed.columns().getFirst();
        assertThat(id.name()).isEqualTo("id");
        assertThat(id.distinct()).hasValue(manager.stream().count());
        assertThat(id.index()).isEqualTo("rows in order");
        StoreStatistics.ColumnStatistics price = column(mixed, "price");
        assertThat(price.index()).isEqualTo("none");
        assertThat(price.indexBytes()).isZero();
        StoreStatistics.ColumnStatistics age = column(mixed, "opt_age");
        assertThat(age.distinct())
                .hasValue(manager.stream()
                        .filter(Mixed.OPT_AGE.isNotNull())
                        .map(Mixed::getOptAge)
                        .distinct()
                        .count());
        assertThat(age.nulls())
                .isEqualTo(manager.stream().filter(Mixed.OPT_AGE.isNull()).count());
        assertThat(statistics.prettyPrint()).contains("torture.mixed", "quantity", "rows in order", "bytes a row");
    }

    private static StoreStatistics.ColumnStatistics column(StoreStatistics.TableStatistics table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
