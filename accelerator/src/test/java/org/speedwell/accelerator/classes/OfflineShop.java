package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.entity.MappedSchema;

/** Tables with references, JSON and unsigned numbers, and a data source that refuses connections at times. */
final class OfflineShop {
    private OfflineShop() {}

    enum Rating {
        G,
        PG
    }

    record Details(String director) {}

    @Entity
    @Table(name = "film")
    @SuppressWarnings("NullAway.Init")
    static class Film {
        @Id
        private Integer id;

        private String title;

        @Enumerated(EnumType.STRING)
        private @Nullable Rating rating;

        @ManyToOne
        private Language language;

        public Integer getId() {
            return id;
        }

        public Language getLanguage() {
            return language;
        }
    }

    @Entity
    @Table(name = "language")
    @SuppressWarnings("NullAway.Init")
    static class Language {
        @Id
        private Integer id;

        private String name;

        public String getName() {
            return name;
        }
    }

    record Copy(long filmId, int number, @Nullable Details details) {}

    /** A data source that refuses connections at times. */
    @SuppressWarnings("serial")
    static final class Refusing extends MysqlDataSource {
        volatile boolean isRefusing;

        @Override
        public Connection getConnection() throws SQLException {
            if (isRefusing) {
                throw new SQLNonTransientConnectionException("the test refuses connections", "08001");
            }
            return super.getConnection();
        }
    }

    static MappedSchema schema(String name) throws SQLException {
        return new MappedSchema(
                name,
                "CREATE TABLE language (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)",
                "INSERT INTO language VALUES (1, 'German'), (2, 'Klingon')",
                "CREATE TABLE film (id INT PRIMARY KEY, title VARCHAR(50) NOT NULL, rating ENUM('G', 'PG'),"
                        + " language_id INT NOT NULL)",
                "INSERT INTO film VALUES (1, 'A', 'G', 1), (2, 'B', 'PG', 2), (3, 'C', NULL, 2)",
                "CREATE TABLE copy (film_id BIGINT UNSIGNED, number INT, details JSON, PRIMARY KEY (number, film_id))",
                "INSERT INTO copy VALUES (1, 1, '{\"director\": \"D\"}'), (1, 2, NULL), (2, 1, NULL)");
    }

    /** Verifies the rows that {@link #schema} inserts. */
    static void assertRows(MemoryStore store) {
        assertThat(store.stream(Film.class)
                        .filter(film -> film.getLanguage().getName().equals("Klingon"))
                        .map(Film::getId)
                        .sorted())
                .containsExactly(2, 3);
        assertThat(store.stream(Film.class).filter(film -> film.rating == Rating.PG))
                .singleElement()
                .satisfies(film -> assertThat(film.title).isEqualTo("B"));
        assertThat(store.stream(Copy.class))
                .containsExactlyInAnyOrder(
                        new Copy(1, 1, new Details("D")), new Copy(1, 2, null), new Copy(2, 1, null));
        assertThat(store.from(Copy.class).join(Film.class, (copy, film) -> copy.filmId() == film.getId()).stream()
                        .count())
                .isEqualTo(3);
    }
}
