package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.classes.Shop.Actor;
import org.speedwell.accelerator.classes.Shop.Film;
import org.speedwell.accelerator.classes.Shop.Inventory;
import org.speedwell.accelerator.classes.Shop.Language;
import org.speedwell.accelerator.classes.Shop.Rental;
import org.speedwell.accelerator.classes.Shop.Shouted;
import org.speedwell.accelerator.classes.Shop.Tongue;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.TableDescription;

/** Verifies the store of classes over a Sakila database. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class MemoryStoreTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @SuppressWarnings("NullAway.Init")
    private static FollowedSakila sakila;

    @BeforeAll
    static void create() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_memory_store");
    }

    @AfterAll
    static void drop() throws Exception {
        sakila.close();
    }

    private static DataSource dataSource() {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(sakila.database().url(sakila.schema()));
        dataSource.setUser(sakila.database().user());
        dataSource.setPassword(sakila.database().password());
        return dataSource;
    }

    private static MemoryStore.Builder builder() {
        return MemoryStore.builder(dataSource())
                .tables(Film.class, Language.class, Inventory.class, Rental.class, Actor.class);
    }

    @Test
    void lambdasRunOnColumns() {
        try (MemoryStore store = builder().open()) {
            Explanation counted = store.explain(
                    Film.class,
                    films -> films.filter(film -> film.getLength() != null && film.getLength() > 60)
                            .count());
            assertThat(counted.fallback()).isEmpty();
            assertThat(counted.entities()).isZero();
            String language = store.stream(Language.class).toList().getFirst().getName();
            Explanation hop = store.explain(
                    Film.class,
                    films -> films.filter(film -> film.getLanguage().getName().equals(language))
                            .count());
            assertThat(hop.fallback()).isEmpty();
            assertThat(hop.entities()).isZero();
            assertThat(store.stream(Film.class)
                            .filter(film -> film.getLanguage().getName().equals(language))
                            .count())
                    .isEqualTo(store.stream(Film.class).toList().stream()
                            .filter(film -> film.getLanguage().getName().equals(language))
                            .count())
                    .isPositive();
            Map<String, Long> byLanguage = store.stream(Film.class)
                    .collect(Collectors.groupingBy(film -> film.getLanguage().getName(), Collectors.counting()));
            assertThat(byLanguage)
                    .isEqualTo(store.stream(Film.class).toList().stream()
                            .collect(Collectors.groupingBy(
                                    film -> film.getLanguage().getName(), Collectors.counting())));
            assertThat(store.stream(Actor.class)
                            .filter(actor -> actor.lastName().startsWith("B"))
                            .map(Actor::firstName)
                            .toList())
                    .isEqualTo(store.stream(Actor.class).toList().stream()
                            .filter(actor -> actor.lastName().startsWith("B"))
                            .map(Actor::firstName)
                            .toList());
        }
    }

    @Test
    void gettersOfPropertiesReadColumnsIfSettersOnlyAssign() {
        try (MemoryStore store =
                MemoryStore.builder(dataSource()).table(Tongue.class).open()) {
            String name = store.stream(Tongue.class).toList().getFirst().getName();
            Explanation counted = store.explain(
                    Tongue.class,
                    tongues -> tongues.filter(tongue -> tongue.getName().equals(name))
                            .count());
            assertThat(counted.fallback()).isEmpty();
            assertThat(counted.entities()).isZero();
            assertThat(store.stream(Tongue.class)
                            .filter(tongue -> tongue.getName().equals(name))
                            .count())
                    .isEqualTo(1);
            assertThat(store.text(Tongue::getName).column()).isEqualTo("name");
        }
        try (MemoryStore store =
                MemoryStore.builder(dataSource()).table(Shouted.class).open()) {
            assertThat(store.stream(Shouted.class)
                            .filter(tongue -> tongue.getName().equals("ENGLISH"))
                            .count())
                    .isEqualTo(store.stream(Shouted.class).toList().stream()
                            .filter(tongue -> tongue.getName().equals("ENGLISH"))
                            .count());
            assertThat(store.stream(Shouted.class)
                            .map(Shouted::getName)
                            .allMatch(name -> name.equals(name.toUpperCase(Locale.ROOT))))
                    .isTrue();
        }
    }

    @Test
    void entitiesHoldTheRowsTheyReferTo() {
        try (MemoryStore store = builder().open()) {
            Rental rental = store.stream(Rental.class).skip(10).findFirst().orElseThrow();
            Film film = rental.getInventory().getFilm();
            assertThat(film.getCopies())
                    .extracting(Inventory::getInventoryId)
                    .contains(rental.getInventory().getInventoryId());
            assertThat(film.getCopies())
                    .allSatisfy(copy -> assertThat(copy.getFilm()).isSameAs(film));
            Language language = film.getLanguage();
            assertThat(language.getFilms()).extracting(Film::getLanguage).containsOnly(language);
            assertThat(language.getFilms()).isSortedAccordingTo((a, b) -> {
                int byLength = Integer.compare(
                        Objects.requireNonNullElse(b.getLength(), -1), Objects.requireNonNullElse(a.getLength(), -1));
                return byLength != 0 ? byLength : 0;
            });
        }
    }

    @Test
    void changesOfTheDatabaseAreFollowed() throws Exception {
        try (MemoryStore store = builder().follow().open()) {
            MaintainedQuery<Long> longFilms = store.maintain(
                    Film.class,
                    films -> films.filter(film -> film.getLength() != null && film.getLength() > 5_000)
                            .count());
            SnapshotView before = store.snapshot();
            assertThat(longFilms.get()).isZero();
            sakila.execute("UPDATE film SET length = 5001 WHERE film_id = 7");
            assertThat(store.await(Film.class, LONG)).isTrue();
            assertThat(longFilms.get()).isEqualTo(1);
            assertThat(store.changes(Film.class, before, store.snapshot()).toList())
                    .singleElement()
                    .satisfies(
                            changed -> assertThat(changed.after().orElseThrow().getLength())
                                    .isEqualTo(5001));
            assertThat(store.verify().isEqual()).isTrue();
            store.reload(Film.class);
            assertThat(store.age(Film.class)).isLessThan(LONG);
            sakila.execute("UPDATE film SET length = 60 WHERE film_id = 7");
        }
    }

    @Test
    void maintainedQueriesFollowTheTablesOfReferences() throws Exception {
        try (MemoryStore store = builder().follow().open()) {
            Set<String> wanted = new HashSet<>(Set.of("Klingon"));
            MaintainedQuery<Long> opaque = store.maintain(
                    Film.class,
                    films -> films.filter(
                                    film -> wanted.contains(film.getLanguage().getName()))
                            .count());
            MaintainedQuery<Long> read = store.maintain(
                    Film.class,
                    films -> films.filter(film -> film.getLanguage().getName().equals("Klingon"))
                            .count());
            MaintainedQuery<List<String>> entities = store.maintain(
                    Rental.class,
                    rentals -> rentals.limit(5).toList().stream()
                            .map(rental -> rental.getInventory().getFilm().getTitle())
                            .toList());
            assertThat(opaque.get()).isZero();
            assertThat(read.get()).isZero();
            Film first = store.stream(Rental.class)
                    .toList()
                    .getFirst()
                    .getInventory()
                    .getFilm();
            String name = first.getLanguage().getName();
            assertThat(entities.get()).contains(first.getTitle());

            sakila.execute(
                    "UPDATE language SET name = 'Klingon' WHERE language_id = "
                            + first.getLanguage().getLanguageId(),
                    "UPDATE film SET title = 'QAPLA' WHERE film_id = " + first.getFilmId());
            assertThat(store.await(LONG)).isTrue();

            assertThat(read.get())
                    .isEqualTo(store.stream(Film.class)
                            .filter(film -> film.getLanguage().getName().equals("Klingon"))
                            .count())
                    .isPositive();
            assertThat(opaque.get()).isEqualTo(read.get());
            assertThat(entities.get()).contains("QAPLA");
            sakila.execute(
                    "UPDATE language SET name = '" + name + "' WHERE language_id = "
                            + first.getLanguage().getLanguageId(),
                    "UPDATE film SET title = '" + first.getTitle() + "' WHERE film_id = " + first.getFilmId());
        }
    }

    @Test
    void maintainedEntitiesFollowAllTheirReferences() throws Exception {
        sakila.execute("UPDATE film SET language_id = 1, original_language_id = 3 WHERE film_id = 7");
        try (MemoryStore store = builder().follow().open()) {
            String name = store.stream(Film.class)
                    .filter(film -> film.getFilmId() == 7)
                    .findAny()
                    .orElseThrow()
                    .getLanguage()
                    .getName();
            MaintainedQuery<List<Film>> films = store.maintain(
                    Film.class,
                    all -> all.filter(film -> film.getLanguage().getName().equals(name))
                            .toList());
            MaintainedQuery<List<String>> titles = store.maintain(
                    Film.class,
                    all -> all.filter(film -> film.getLanguage().getName().equals(name))
                            .map(Film::getTitle)
                            .toList());
            assertThat(originalOf7(films.get())).isNotEqualTo("Klingon");
            assertThat(films.describe()).contains("from scratch"); // entities of Jakarta Persistence have no equals
            assertThat(titles.describe()).startsWith("incremental").doesNotContain("from scratch");

            sakila.execute("UPDATE language SET name = 'Klingon' WHERE language_id = 3");
            assertThat(store.await(LONG)).isTrue();

            assertThat(originalOf7(films.get())).isEqualTo("Klingon");
            sakila.execute("UPDATE film SET title = 'QAPLA' WHERE film_id = 7");
            assertThat(store.await(LONG)).isTrue();
            assertThat(titles.get()).contains("QAPLA");
            assertThat(films.get()).extracting(Film::getTitle).isEqualTo(titles.get());
        }
    }

    private static String originalOf7(List<Film> films) {
        return films.stream()
                .filter(film -> film.getFilmId() == 7)
                .map(film -> requireNonNull(film.getOriginalLanguage()).getName())
                .findAny()
                .orElseThrow();
    }

    @Test
    void filesKeepTheRows(@TempDir Path folder) {
        Path file = folder.resolve("shop.snapshot");
        try (MemoryStore store = builder().open()) {
            store.save(file);
        }
        for (OpenMode mode : OpenMode.values()) {
            try (MemoryStore store = builder().open(file, mode)) {
                assertThat(store.stream(Film.class).count()).isEqualTo(1000);
                assertThat(store.stream(Rental.class).findFirst().orElseThrow().getInventory())
                        .isNotNull();
            }
        }
    }

    @Test
    void streamsOfTheDatabaseAreRejected() {
        assertThatThrownBy(() -> builder()
                        .configure(settings -> settings.tableNotLoaded(NotLoaded.SQL))
                        .open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tableNotLoaded")
                .hasMessageContaining("NotLoaded.FAIL");
    }

    /** Copies each entity as another JVM does, which receives its values and makes an entity of them. */
    @Test
    void entitiesOfOtherJvmsHaveTheSameColumns() {
        try (MemoryStore store = builder().open()) {
            assertThat(store.describe()).hasSize(5);
            for (TableDescription<?> table : store.describe()) {
                assertThat(copiedRows(store, table))
                        .as(table.identifier().toString())
                        .isPositive();
            }
        }
    }

    private static <E> int copiedRows(MemoryStore store, TableDescription<E> table) {
        List<E> rows = store.stream(table.rows()).toList();
        for (E row : rows) {
            E copy = table.values().entity(table.values().of(row));
            assertThat(copy).isInstanceOf(table.rows());
            assertThat(table.values().of(copy))
                    .isEqualTo(table.values().of(row))
                    .hasSize(table.columns().size());
            assertThat(table.values().key(copy))
                    .isEqualTo(table.values().key(row))
                    .doesNotContainNull();
        }
        return rows.size();
    }

    @Test
    void unmappedClassesAreRejected() {
        try (MemoryStore store =
                MemoryStore.builder(dataSource()).table(Actor.class).open()) {
            assertThatThrownBy(() -> store.stream(Film.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(".table(Film.class)");
        }
    }

    @Test
    void absentTablesAreReportedWithTheRemedyOfTheStore(@TempDir Path folder) {
        Path file = folder.resolve("actors.snapshot");
        try (MemoryStore store =
                MemoryStore.builder(dataSource()).table(Actor.class).open()) {
            store.save(file);
        }
        try (MemoryStore store = MemoryStore.builder(dataSource())
                .tables(Actor.class, Tongue.class)
                .open(file, OpenMode.VERIFIED)) {
            assertThat(store.stream(Actor.class).count()).isEqualTo(200);
            assertAbsent(store, "Load all tables of the store with load().");
            store.load();
            assertThat(store.stream(Tongue.class).count()).isEqualTo(6);
        }
        try (MemoryStore store = MemoryStore.builder(dataSource())
                .tables(Actor.class, Tongue.class)
                .configure(
                        settings -> settings.withoutTable(TableIdentifier.of("database", sakila.schema(), "language")))
                .open()) {
            assertAbsent(store, "Remove withoutTable for it from the configuration of the store.");
        }
    }

    private static void assertAbsent(MemoryStore store, String remedy) {
        SnapshotView now = store.snapshot();
        List<ThrowingCallable> calls = List.of(
                () -> store.stream(Tongue.class),
                () -> store.explain(Tongue.class, Stream::count),
                () -> store.plan(Tongue.class, Stream::count),
                () -> now.stream(Tongue.class));
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call)
                    .isInstanceOf(DataStoreNotLoadedException.class)
                    .hasMessageContaining("language is not in memory")
                    .hasMessageEndingWith(remedy)
                    .hasMessageNotContaining("manager")
                    .hasMessageNotContaining("read the database");
        }
    }

    @Test
    void unreachableDatabasesAreReported() {
        MysqlDataSource none = new MysqlDataSource();
        none.setUrl("jdbc:mysql://127.0.0.1:1/sakila");
        assertThatThrownBy(() -> MemoryStore.builder(none).table(Actor.class).open())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("cannot be read");
    }
}
