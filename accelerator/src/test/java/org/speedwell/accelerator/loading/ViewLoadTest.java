package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.sakila.ActorInfo;
import org.speedwell.sakila.ActorInfoManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmCategoryManager;
import org.speedwell.sakila.FilmList;
import org.speedwell.sakila.FilmListImpl;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SalesByStoreManager;

/** Loads views of a real server as tables. */
@Tag("database")
@Timeout(600)
class ViewLoadTest {
    private static final String SCHEMA = "speedwell_test_view_load";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static FollowedSakila sakila;

    @BeforeAll
    static void fill() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
    }

    @AfterEach
    void stop() {
        sakila.app().stop();
    }

    @AfterAll
    static void drop() throws SQLException {
        sakila.close();
    }

    private static StoreConfiguration.Builder configuration() {
        return StoreConfiguration.builder().fallback(Fallback.FAIL);
    }

    private static StoreConfiguration.Builder keyed() {
        return configuration().withView(FilmListManager.IDENTIFIER, FilmList.FID);
    }

    private static List<String> rows(Stream<FilmList> films) {
        return films.toList().stream().map(FilmList::toString).toList();
    }

    private FilmListManager list() {
        return sakila.app().getOrThrow(FilmListManager.class);
    }

    @Test
    void viewWithAKeyIsLoadedInKeyOrder() {
        sakila.start(keyed().build());
        Speedment plain = sakila.plain();
        List<FilmList> expected = plain.getOrThrow(FilmListManager.class).stream()
                .sorted(Comparator.comparingInt(row -> row.getFid().orElseThrow()))
                .toList();
        assertThat(expected).hasSizeGreaterThan(900);

        assertThat(rows(list().stream())).isEqualTo(rows(expected.stream()));
        assertThat(list().stream().filter(FilmList.LENGTH.greaterThan(60)).count())
                .isEqualTo(expected.stream()
                        .filter(row -> row.getLength().orElse(0) > 60)
                        .count());
        assertThat(list().stream()
                        .sorted(FilmList.TITLE.comparator())
                        .map(FilmList.TITLE)
                        .findFirst())
                .isEqualTo(expected.stream()
                        .sorted(FilmList.TITLE.comparator())
                        .map(FilmList.TITLE)
                        .findFirst());
        assertThat(sakila.store()
                        .explain(
                                list(),
                                films -> films.filter(FilmList.FID.equal(17)).count())
                        .toString())
                .contains("index on FID");
        plain.stop();
    }

    @Test
    void viewWithoutAKeyHasTheSameRows() {
        sakila.start(configuration()
                .withView(FilmListManager.IDENTIFIER)
                .withView(ActorInfoManager.IDENTIFIER, ActorInfo.ACTOR_ID)
                .build());
        Speedment plain = sakila.plain();

        assertThat(rows(list().stream()))
                .containsExactlyInAnyOrderElementsOf(rows(plain.getOrThrow(FilmListManager.class).stream()));
        assertThat(sakila.app().getOrThrow(ActorInfoManager.class).stream().count())
                .isEqualTo(plain.getOrThrow(ActorInfoManager.class).stream().count());
        plain.stop();
    }

    @Test
    void onlyConfiguredViewsAreLoaded() {
        sakila.start(keyed().build());

        assertThatThrownBy(() ->
                        sakila.store().explain(sakila.app().getOrThrow(ActorInfoManager.class), rows -> rows.count()))
                .isInstanceOf(DataStoreNotLoadedException.class)
                .hasMessageContaining("reads the database");
    }

    @Test
    void ambiguousKeyIsRefusedAndNamed() {
        assertThatThrownBy(() -> sakila.start(configuration()
                        .withView(FilmListManager.IDENTIFIER, FilmList.CATEGORY, FilmList.RATING)
                        .build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining(
                        "View " + SCHEMA + ".film_list cannot have the key [category, rating]: several rows")
                .hasMessageContaining("category = ")
                .hasMessageContaining("withView, or none");
    }

    @Test
    void messageNamesAKeyOnOneLine() throws SQLException {
        sakila.execute("UPDATE category SET name = 'Ac\\ntion' WHERE category_id = 1");
        try {
            assertThatThrownBy(() -> sakila.start(configuration()
                            .withView(FilmListManager.IDENTIFIER, FilmList.CATEGORY)
                            .build()))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("several rows have category = Ac\\ntion.");
        } finally {
            sakila.execute("UPDATE category SET name = 'Action' WHERE category_id = 1");
        }
    }

    @Test
    void keyWithNullIsRefusedAndNamed() throws SQLException {
        sakila.execute("UPDATE film SET length = NULL WHERE film_id = 17");
        assertThatThrownBy(() -> sakila.start(configuration()
                        .withView(FilmListManager.IDENTIFIER, FilmList.FID, FilmList.LENGTH)
                        .build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("column length is NULL in 1 rows");
        sakila.execute("UPDATE film SET length = 117 WHERE film_id = 17");
    }

    @Test
    void viewThatCannotBeLoadedMayUseTheDatabase() {
        sakila.start(configuration()
                .withView(FilmListManager.IDENTIFIER, FilmList.CATEGORY)
                .tableNotLoaded(NotLoaded.SQL)
                .build());

        assertThat(sakila.store().getStatistics().tablesNotLoaded())
                .singleElement()
                .asString()
                .contains("film_list", "several rows have category");
        assertThat(list().stream().count()).as("by the database").isPositive();
    }

    @Test
    void missingOrBrokenViewIsNamed() throws SQLException {
        sakila.execute("RENAME TABLE film_category TO film_category_away");
        try {
            assertThatThrownBy(() -> sakila.start(
                            keyed().withoutTable(FilmCategoryManager.IDENTIFIER).build()))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining(SCHEMA + ".film_list");
        } finally {
            sakila.execute("RENAME TABLE film_category_away TO film_category");
        }
        sakila.app().stop();
        sakila.execute("RENAME TABLE sales_by_store TO sales_by_store_away");
        try {
            assertThatThrownBy(() -> sakila.start(configuration()
                            .withView(SalesByStoreManager.IDENTIFIER)
                            .build()))
                    .hasMessageContaining("sales_by_store is in the model but not in the database");
        } finally {
            sakila.execute("RENAME TABLE sales_by_store_away TO sales_by_store");
        }
    }

    @Test
    void viewIsReadOnly() {
        sakila.start(keyed().build());
        FilmList first = list().stream().findFirst().orElseThrow();

        assertThatThrownBy(() -> list().persist(new FilmListImpl()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> list().remove(first)).hasMessageContaining("read-only");
        assertThatThrownBy(() -> sakila.store().update(list(), first, row -> row.setTitle("ANOTHER")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is a view, which is read-only. Update the tables");
    }

    @Test
    void tableOrForeignFieldInWithViewIsNamed() {
        assertThatThrownBy(() -> sakila.start(configuration()
                        .withView(FilmManager.IDENTIFIER, Film.FILM_ID)
                        .build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("film is a table of the model")
                .hasMessageContaining("Remove it from withView");
        sakila.app().stop();
        assertThatThrownBy(() -> configuration().withView(FilmListManager.IDENTIFIER, FilmList.FID, FilmList.FID))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("film_list.FID twice");
        sakila.start(configuration().build());
    }

    @Test
    void fileHoldsViewsAndOpenChecksTheirKeys() {
        sakila.start(keyed().build());
        List<String> rows = rows(list().stream());
        Path file = folder.resolve("views.snapshot");
        sakila.store().save(file);
        sakila.store().open(file).join();
        assertThat(rows(list().stream())).isEqualTo(rows);
        sakila.app().stop();

        String url = sakila.database().url(SCHEMA);
        Speedment other = sakila.builder(
                url,
                configuration()
                        .withView(FilmListManager.IDENTIFIER, FilmList.RATING)
                        .build());
        sakila.use(other);
        assertThatThrownBy(() -> sakila.store().open(file).join())
                .hasMessageContaining("film_list, key [rating]: several rows have rating = ");
    }

    @Test
    void followRefusesViewsWithoutAViewPeriod() {
        sakila.start(keyed().build());
        assertThatThrownBy(() -> sakila.store().follow())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("film_list periodically with FollowConfiguration.builder().viewPeriod")
                .hasMessageContaining("without withView");
        assertThatThrownBy(() -> FollowConfiguration.builder().viewPeriod(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("viewPeriod");
        assertThat(list().stream().count()).as("what is loaded serves on").isPositive();
    }

    @Test
    void followedStoreReloadsItsViews() throws Exception {
        sakila.start(keyed().build());
        sakila.store()
                .follow(FollowConfiguration.builder()
                        .viewPeriod(Duration.ofMillis(100))
                        .build());
        sakila.execute("UPDATE film SET title = 'SEEN THROUGH A VIEW' WHERE film_id = 17");
        sakila.awaitOwn();
        assertThat(sakila.app().getOrThrow(FilmManager.class).stream()
                        .filter(Film.TITLE.equal("SEEN THROUGH A VIEW"))
                        .count())
                .isOne();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> list().stream()
                                .filter(FilmList.TITLE.equal("SEEN THROUGH A VIEW"))
                                .count()
                        == 1);

        Verification verification = sakila.store().verify();
        assertThat(verification.isEqual()).as(verification.toString()).isTrue();
        assertThat(verification.tables())
                .extracting(Verification.Table::name)
                .contains(SCHEMA + ".film")
                .doesNotContain(SCHEMA + ".film_list");
    }
}
