package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.EntityValues;

/** Verifies records whose components are records of other tables. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class RecordReferencesTest {
    record Language(int languageId, String name) {}

    record Film(
            int filmId,
            String title,
            @Nullable Integer length,
            @ManyToOne Language language,

            @ManyToOne @JoinColumn(name = "original_language_id") @Nullable
            Language original) {}

    record Inventory(
            int inventoryId, int storeId, @ManyToOne Film film) {}

    record Rental(@ManyToOne Inventory inventory, int rentalId, int customerId) {}

    /** Rows of the same tables without references. */
    record FlatFilm(
            int filmId,
            String title,
            @Nullable Integer length,
            int languageId,
            @Nullable Integer originalLanguageId) {}

    record FlatInventory(int inventoryId, int storeId, int filmId) {}

    record FlatRental(int inventoryId, int rentalId, int customerId) {}

    record Staff(int staffId, @ManyToOne Store store) {}

    record Store(
            int storeId,

            @ManyToOne @JoinColumn(name = "manager_staff_id")
            Staff manager) {}

    @Table(name = "staff")
    record Employee(
            int staffId,
            @ManyToOne @JoinColumn(name = "store_id") Shop store) {
        Employee {
            Objects.requireNonNull(store);
        }
    }

    @Entity
    @Table(name = "store")
    static class Shop {
        @Id
        int storeId;

        @ManyToOne
        @JoinColumn(name = "manager_staff_id")
        @SuppressWarnings("NullAway.Init")
        Employee manager;
    }

    @SuppressWarnings("NullAway.Init")
    private static FollowedSakila sakila;

    @SuppressWarnings("NullAway.Init")
    private static MemoryStore store;

    @BeforeAll
    static void open() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_record_references");
        sakila.execute("UPDATE film SET original_language_id = 1 + film_id % 3 WHERE film_id % 2 = 0");
        store = MemoryStore.builder(dataSource())
                .tables(Film.class, Language.class, Inventory.class, Rental.class)
                .follow()
                .open();
    }

    @AfterAll
    static void close() throws Exception {
        store.close();
        sakila.close();
    }

    private static DataSource dataSource() {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(sakila.database().url(sakila.schema()));
        dataSource.setUser(sakila.database().user());
        dataSource.setPassword(sakila.database().password());
        return dataSource;
    }

    @Test
    void recordsHoldTheRowsThatForeignKeysName() {
        try (MemoryStore flat = MemoryStore.builder(dataSource())
                .table(ClassMapping.builder(FlatFilm.class).table("film").build())
                .table(ClassMapping.builder(FlatInventory.class)
                        .table("inventory")
                        .build())
                .table(ClassMapping.builder(FlatRental.class).table("rental").build())
                .table(Language.class)
                .open()) {
            var languages = flat.stream(Language.class).collect(Collectors.toMap(Language::languageId, row -> row));
            var films = flat.stream(FlatFilm.class).toList().stream()
                    .collect(Collectors.toMap(
                            FlatFilm::filmId,
                            film -> new Film(
                                    film.filmId,
                                    film.title,
                                    film.length,
                                    Objects.requireNonNull(languages.get(film.languageId)),
                                    film.originalLanguageId == null ? null : languages.get(film.originalLanguageId))));
            var copies = flat.stream(FlatInventory.class).toList().stream()
                    .collect(Collectors.toMap(
                            FlatInventory::inventoryId,
                            copy -> new Inventory(
                                    copy.inventoryId, copy.storeId, Objects.requireNonNull(films.get(copy.filmId)))));
            assertThat(store.stream(Rental.class).toList())
                    .isEqualTo(flat.stream(FlatRental.class).toList().stream()
                            .map(rental -> new Rental(
                                    Objects.requireNonNull(copies.get(rental.inventoryId)),
                                    rental.rentalId,
                                    rental.customerId))
                            .toList())
                    .isNotEmpty();
            assertThat(store.stream(Film.class)
                            .filter(film -> film.original() == null)
                            .count())
                    .isBetween(1L, 999L);
        }
    }

    @Test
    void lambdasFollowReferencesOnColumns() {
        List<Function<Stream<Rental>, Object>> pipelines = new ArrayList<>();
        pipelines.add(rentals -> rentals.filter(
                        rental -> rental.inventory().film().language().name().startsWith("E"))
                .count());
        pipelines.add(rentals -> rentals.filter(rental -> rental.inventory().inventoryId() < 100)
                .mapToInt(rental -> rental.inventory().film().filmId())
                .sum());
        pipelines.add(rentals -> rentals.collect(
                Collectors.groupingBy(rental -> rental.inventory().film().title(), Collectors.counting())));
        pipelines.add(rentals -> rentals.map(rental -> rental.inventory().film().length())
                .filter(length -> length != null && length > 60)
                .distinct()
                .toList());
        pipelines.add(
                rentals -> rentals.filter(rental -> rental.inventory().film().original() != null)
                        .count());
        pipelines.add(rentals -> rentals.sorted(Comparator.comparing(
                        (Rental rental) -> rental.inventory().film().title()))
                .skip(100)
                .mapToInt(Rental::rentalId)
                .limit(10)
                .boxed()
                .toList());
        List<Rental> rows = store.stream(Rental.class).toList();
        for (Function<Stream<Rental>, Object> pipeline : pipelines) {
            Explanation explanation = store.explain(Rental.class, pipeline);
            assertThat(explanation.fallback()).as(explanation.toString()).isEmpty();
            assertThat(explanation.entities()).as(explanation.toString()).isZero();
            assertThat(pipeline.apply(store.stream(Rental.class)))
                    .as(explanation.toString())
                    .isEqualTo(pipeline.apply(rows.stream()));
        }
    }

    @Test
    void opaqueFunctionsReceiveWholeRecords() {
        List<String> titles = new ArrayList<>();
        store.stream(Rental.class)
                .limit(20)
                .forEach(rental ->
                        titles.add(rental.inventory().film().language().name()
                                + rental.inventory().film().title()));
        assertThat(titles)
                .hasSize(20)
                .isEqualTo(store.stream(Rental.class).toList().stream()
                        .limit(20)
                        .map(rental -> rental.inventory().film().language().name()
                                + rental.inventory().film().title())
                        .toList());
    }

    @Test
    void changesOfReferencedRowsAreFollowed() throws Exception {
        MaintainedQuery<Long> renamed = store.maintain(
                Film.class,
                films -> films.filter(film -> film.language().name().equals("Quenya"))
                        .count());
        assertThat(renamed.get()).isZero();
        Language first = store.stream(Film.class).findFirst().orElseThrow().language();
        sakila.execute("UPDATE language SET name = 'Quenya' WHERE language_id = " + first.languageId());
        assertThat(store.await(Language.class, Duration.ofMinutes(2))).isTrue();
        assertThat(renamed.get())
                .isEqualTo(store.stream(Film.class).toList().stream()
                        .filter(film -> film.language().name().equals("Quenya"))
                        .count())
                .isPositive();
        sakila.execute("UPDATE language SET name = '" + first.name() + "' WHERE language_id = " + first.languageId());
    }

    @Test
    void cyclesNeedAClass() {
        assertThatThrownBy(() -> MemoryStore.builder(dataSource())
                        .tables(Staff.class, Store.class)
                        .open())
                .isInstanceOf(MappingException.class)
                .hasMessageContainingAll(
                        "Staff.store belongs to a cycle of references between records",
                        "Store.manager belongs to a cycle",
                        "Map a class instead of one of the records");
        try (MemoryStore shops = MemoryStore.builder(dataSource())
                .tables(Employee.class, Shop.class)
                .open()) {
            assertThat(shops.stream(Employee.class).toList())
                    .isNotEmpty()
                    .allSatisfy(employee -> assertThat(employee.store()).isNotNull());
            assertThat(shops.stream(Shop.class).toList()).isNotEmpty().allSatisfy(shop -> {
                Shop other = shop.manager.store();
                assertThat(other.storeId == shop.storeId).isEqualTo(other == shop);
            });
        }
    }

    @Table(name = "language")
    record StrictLanguage(int languageId, String name) {
        StrictLanguage {
            Objects.requireNonNull(name);
        }
    }

    @Table(name = "film")
    record StrictFilm(
            int filmId,
            @ManyToOne @JoinColumn(name = "language_id") StrictLanguage language) {}

    @Test
    void constructorThatRefusesNullCannotReceiveAKeyAlone() {
        try (MemoryStore strict = MemoryStore.builder(dataSource())
                .tables(StrictFilm.class, StrictLanguage.class)
                .open()) {
            StrictFilm film = strict.stream(StrictFilm.class).findFirst().orElseThrow();
            assertThat(film.language().name()).isNotEmpty();
            EntityValues<StrictFilm> values = strict.describe(StrictFilm.class).values();
            assertThatThrownBy(() -> values.entity(values.of(film)))
                    .hasMessageContaining("The constructor of " + StrictLanguage.class.getName())
                    .hasMessageContaining("Let the constructor accept null for its other components");
        }
    }
}
