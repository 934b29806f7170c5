package org.speedwell.hazelcast;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;

/** Members with entities of Jakarta Persistence answer questions as lists of the entities do. */
@Tag("oracle")
@Tag("database")
@Timeout(600)
@SuppressWarnings("NullAway.Init") // set before each test, or by the store
class EntitiesTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @Entity
    @Table(name = "language")
    static class Language {
        @Id
        private Integer languageId;

        private String name;

        Integer getLanguageId() {
            return languageId;
        }

        String getName() {
            return name;
        }
    }

    @Entity
    @Table(name = "film")
    static class Film {
        @Id
        private Integer filmId;

        private String title;
        private @Nullable Integer length;

        @ManyToOne
        private Language language;

        Integer getFilmId() {
            return filmId;
        }

        String getTitle() {
            return title;
        }

        @Nullable
        Integer getLength() {
            return length;
        }

        Language getLanguage() {
            return language;
        }

        /** Returns the values of the film, and the key of its language. */
        List<@Nullable Object> values() {
            List<@Nullable Object> values = new ArrayList<>();
            values.add(filmId);
            values.add(title);
            values.add(length);
            values.add(language.languageId);
            return values;
        }
    }

    record LongFilms(int than) implements FirstQuery<Film> {
        @Override
        public Comparator<Film> order() {
            return Comparator.comparing(Film::getTitle).thenComparing(Film::getFilmId);
        }

        @Override
        public Stream<Film> rows(TablePart<Film> part) {
            return part.stream().filter(film -> film.getLength() != null && film.getLength() > than);
        }

        @Override
        public long limit() {
            return 50;
        }
    }

    record ByLanguage(int than) implements GroupQuery<Film, String, Long> {
        @Override
        public Map<String, Long> groups(TablePart<Film> part) {
            return part.stream()
                    .filter(film -> film.getLength() != null && film.getLength() > than)
                    .collect(groupingBy(film -> film.getLanguage().getName(), counting()));
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    private ClusterSakila sakila;
    private TestCluster cluster;
    private final List<MemoryStore> tables = new ArrayList<>();
    private final List<PartitionedStore> stores = new ArrayList<>();

    @BeforeEach
    void begin() throws SQLException {
        sakila = new ClusterSakila("speedwell_test_cluster_entities");
        cluster = new TestCluster();
    }

    @AfterEach
    void end() throws SQLException {
        stores.forEach(PartitionedStore::close);
        cluster.close();
        tables.forEach(MemoryStore::close);
        sakila.close();
    }

    private MemoryStore memory() {
        MemoryStore memory = MemoryStore.builder(sakila.dataSource())
                .tables(Film.class, Language.class)
                .create(StoreConfiguration.defaults());
        tables.add(memory);
        return memory;
    }

    @Test
    void membersAnswerAsListsDo() {
        MemoryStore whole = memory();
        whole.load();
        List<Film> films = whole.stream(Film.class).toList();
        for (int members = 1; members <= 2; members++) {
            stores.add(PartitionedStore.builder(cluster.start(), memory(), "films")
                    .partition(Film.class, "film_id")
                    .settle(Duration.ofMillis(50))
                    .start());
            int expected = members;
            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(stores).allSatisfy(store -> {
                        assertThat(store.status().isWhole()).isTrue();
                        assertThat(store.status().owners()).isEqualTo(expected);
                        assertThat(store.status().held())
                                .hasSize(1)
                                .first()
                                .asString()
                                .endsWith(" of " + expected);
                    }));
            for (int than = 40; than < 190; than += 15) {
                LongFilms question = new LongFilms(than);
                List<Film> some = films.stream()
                        .filter(film -> Objects.requireNonNullElse(film.getLength(), 0) > question.than())
                        .toList();
                PartitionedStore store = stores.getLast();
                assertThat(store.ask(Film.class, question).stream().map(Film::values))
                        .isEqualTo(some.stream()
                                .sorted(question.order())
                                .limit(50)
                                .map(Film::values)
                                .toList());
                assertThat(store.ask(Film.class, new ByLanguage(than)))
                        .isEqualTo(some.stream()
                                .collect(groupingBy(film -> film.getLanguage().getName(), counting())));
            }
        }
    }
}
