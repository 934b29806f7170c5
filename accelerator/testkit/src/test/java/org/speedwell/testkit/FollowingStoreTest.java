package org.speedwell.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** The test kit on the database of the tests, which runs already. */
@Tag("database")
@Timeout(120)
class FollowingStoreTest {
    private static final String SCHEMA = "speedwell_test_testkit";

    private static final Database DATABASE = Database.forTests();

    private static FollowingStore store;

    @BeforeAll
    static void start() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        store = FollowingStore.start(
                new SakilaApplicationBuilder().withSchema(SCHEMA),
                DATABASE.url(SCHEMA),
                DATABASE.user(),
                DATABASE.password());
    }

    @AfterAll
    static void stop() throws SQLException {
        store.close();
        execute("DROP SCHEMA " + SCHEMA);
    }

    @Test
    void memoryShowsAChangeWhenTheCallReturns() throws Exception {
        for (int length = 1001; length < 1051; length++) {
            store.change("UPDATE film SET length = " + length + " WHERE film_id = 1");

            assertThat(store.get(FilmManager.class).stream()
                            .filter(Film.LENGTH.equal(length))
                            .map(Film::getFilmId))
                    .containsExactly(1);
        }
    }

    @Test
    void memoryShowsTheCommitsOfOtherClientsAfterAWait() throws Exception {
        execute("UPDATE " + SCHEMA + ".film SET length = 2000 WHERE film_id = 2");

        store.await();

        assertThat(store.get(FilmManager.class).stream()
                        .filter(Film.LENGTH.equal(2000))
                        .map(Film::getFilmId))
                .containsExactly(2);
    }

    @Test
    void failedStatementUndoesTheWholeChange() throws Exception {
        assertThatThrownBy(() -> store.change(
                        "UPDATE film SET length = 3000 WHERE film_id = 3", "UPDATE no_such_table SET length = 1"))
                .isInstanceOf(SQLException.class);

        store.await();
        assertThat(store.get(FilmManager.class).stream().filter(Film.LENGTH.equal(3000)))
                .isEmpty();
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
