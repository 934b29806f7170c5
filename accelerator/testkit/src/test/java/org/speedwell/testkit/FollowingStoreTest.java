package org.speedwell.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** The test kit on the database of the tests, which runs already. */
@Tag("database")
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(FollowingStoreTest.Rows.class)
class FollowingStoreTest {
    private static final String SCHEMA = "speedwell_test_testkit";

    private static final Database DATABASE = Database.forTests();

    @SuppressWarnings("NullAway.Init")
    private static FollowedServer store;

    /** A row of the table of films. */
    record Movie(int filmId, @Nullable Integer length) {}

    /** The rows of the tables. */
    enum Rows {
        ENTITIES_OF_SPEEDMENT,
        RECORDS;

        private FollowedServer start() {
            return switch (this) {
                case ENTITIES_OF_SPEEDMENT ->
                    FollowingStore.start(
                            new SakilaApplicationBuilder().withSchema(SCHEMA),
                            DATABASE.url(SCHEMA),
                            DATABASE.user(),
                            DATABASE.password());
                case RECORDS ->
                    FollowingMemory.start(
                            tables -> tables.table(MAPPING),
                            DATABASE.url(SCHEMA),
                            DATABASE.user(),
                            DATABASE.password());
            };
        }
    }

    private static final ClassMapping<Movie> MAPPING =
            ClassMapping.builder(Movie.class).table("film").build();

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Rows kind;

    @BeforeParameterizedClassInvocation
    static void start(Rows rows) throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        store = rows.start();
    }

    /** Returns the ids of the films of a length. */
    private static List<Integer> ofLength(int length) {
        return switch (store) {
            case FollowingStore of ->
                of.get(FilmManager.class).stream()
                        .filter(Film.LENGTH.equal(length))
                        .map(Film::getFilmId)
                        .toList();
            case FollowingMemory of ->
                of.store().stream(Movie.class)
                        .filter(film -> film.length() != null && film.length() == length)
                        .map(Movie::filmId)
                        .toList();
        };
    }

    @AfterParameterizedClassInvocation
    static void stop() throws SQLException {
        store.close();
        execute("DROP SCHEMA " + SCHEMA);
    }

    @Test
    void memoryShowsAChangeWhenTheCallReturns() throws Exception {
        for (int length = 1001; length < 1051; length++) {
            store.change("UPDATE film SET length = " + length + " WHERE film_id = 1");

            assertThat(ofLength(length)).containsExactly(1);
        }
    }

    @Test
    void memoryShowsTheCommitsOfOtherClientsAfterAWait() throws Exception {
        execute("UPDATE " + SCHEMA + ".film SET length = 2000 WHERE film_id = 2");

        store.await();

        assertThat(ofLength(2000)).containsExactly(2);
    }

    @Test
    void failedStatementUndoesTheWholeChange() throws Exception {
        assertThatThrownBy(() -> store.change(
                        "UPDATE film SET length = 3000 WHERE film_id = 3", "UPDATE no_such_table SET length = 1"))
                .isInstanceOf(SQLException.class);

        store.await();
        assertThat(ofLength(3000)).isEmpty();
    }

    @Test
    void waitFailsWithTheStateOfReplicationWhenNothingFollows() {
        store.store().stopFollowing();
        try {
            assertThatThrownBy(() -> store.change("UPDATE film SET length = 4000 WHERE film_id = 4"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Memory does not show the commit")
                    .hasMessageContaining("Replication: Optional");
        } finally {
            store.store().follow();
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
