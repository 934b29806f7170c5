package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Verifies the defaults of the settings, the values that they refuse, and applications that use them. */
@Tag("unit")
class StoreConfigurationTest {

    @Test
    void defaultsAreAsDocumented() {
        StoreConfiguration defaults = StoreConfiguration.defaults();

        assertThat(defaults.fallback()).isEqualTo(Fallback.SILENT);
        assertThat(defaults.storeNotLoaded()).isEqualTo(NotLoaded.FAIL);
        assertThat(defaults.columnNotLoaded()).isEqualTo(NotLoaded.FAIL);
        assertThat(defaults.isIndexed(Mixed.ID.identifier())).isTrue();
        assertThat(defaults.isLoaded(Mixed.ID.identifier())).isTrue();
        assertThat(defaults.multiIndexes()).isEmpty();
        assertThat(defaults.connections()).isBetween(1, 4);
        assertThat(defaults.memoryBudget()).isPositive();
        assertThat(defaults.maintainedBudget()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(defaults.reloadPeriod()).isEmpty();
    }

    @Test
    void invalidSettingsAreRefused() {
        StoreConfiguration.Builder builder = StoreConfiguration.builder();

        assertThatThrownBy(() -> builder.connections(0)).hasMessage("A load needs at least one connection, not 0");
        assertThatThrownBy(() -> builder.memoryBudget(0))
                .hasMessage("The memory budget must be at least 1 byte, not 0");
        assertThatThrownBy(() -> builder.maintainedBudget(-1))
                .hasMessage("The budget of maintained queries must not be negative, but is -1");
        assertThatThrownBy(() -> builder.reloadEvery(Duration.ZERO))
                .hasMessage("The reload period must be positive, not 0 s");
        assertThatThrownBy(() -> builder.withMultiIndex(Mixed.ID, Mixed.ID))
                .hasMessageStartingWith("An index over two columns takes two different fields of one table");
    }

    @Test
    @Tag("database")
    void columnThatIsNotLoadedFailsOrUsesTheDatabase() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_columns")) {
            for (NotLoaded policy : NotLoaded.values()) {
                Speedment app = database.builder()
                        .withBundle(InMemoryBundle.class)
                        .withComponent(
                                StoreConfiguration.class,
                                () -> StoreConfiguration.builder()
                                        .withoutColumn(Mixed.NOTE)
                                        .columnNotLoaded(policy)
                                        .build())
                        .build();
                MixedManager mixed = app.getOrThrow(MixedManager.class);
                app.getOrThrow(DataStoreComponent.class).load();

                assertThat(mixed.stream().filter(Mixed.ID.greaterThan(0L)).count())
                        .isPositive();
                if (policy == NotLoaded.SQL) {
                    assertThat(mixed.stream().filter(Mixed.NOTE.isNotNull()).toList())
                            .allMatch(row -> row.getNote().isPresent());
                } else {
                    assertThatThrownBy(() -> mixed.stream().toList())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining(".mixed.note is not loaded.");
                }
                app.stop();
            }
        }
    }

    @Test
    @Tag("database")
    void streamsUseTheDatabaseBeforeTheFirstLoadIfConfigured() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_unloaded")) {
            Speedment app = database.builder()
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder()
                                    .storeNotLoaded(NotLoaded.SQL)
                                    .build())
                    .build();
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            long rows = mixed.stream().count();
            assertThat(rows).isPositive();

            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            store.load();
            database.execute("DELETE FROM mixed");
            assertThat(mixed.stream().count()).isEqualTo(rows);
            store.clear();
            assertThat(mixed.stream().count()).isZero();
            app.stop();
        }
    }

    @Test
    @Tag("database")
    void twoColumnIndexAnswersEqualityWithRange() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_pairs")) {
            Speedment app = database.builder()
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder()
                                    .withMultiIndex(Mixed.QUANTITY, Mixed.ID)
                                    .build())
                    .build();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            store.load();
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            Mixed middle = mixed.stream().skip(10).findFirst().orElseThrow();
            int quantity = middle.getQuantity();
            long id = middle.getId();

            Explanation explanation = store.explain(
                    mixed,
                    stream -> stream.filter(Mixed.QUANTITY.equal(quantity))
                            .filter(Mixed.ID.greaterOrEqual(id))
                            .count());

            assertThat(explanation.toString()).contains("sorted index on quantity and id");
            assertThat(mixed.stream()
                            .filter(Mixed.QUANTITY.equal(quantity))
                            .filter(Mixed.ID.greaterOrEqual(id))
                            .count())
                    .isEqualTo(mixed.stream()
                            .filter(row -> row.getQuantity() == quantity && row.getId() >= id)
                            .count())
                    .isPositive();
            app.stop();
        }
    }
}
