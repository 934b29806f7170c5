package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Compares both applications over tables of each character set that a Sakila schema may have. */
@Tag("oracle")
@Tag("database")
class SakilaApplicationsTest {
    private static final String SCHEMA = "speedwell_test_shop";

    private final Database database = Database.forTests();

    @AfterEach
    void drop() throws SQLException {
        execute("DROP DATABASE IF EXISTS " + SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb3", "utf8mb4"})
    void memoryAgreesWithSql(String characterSet) throws SQLException {
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        for (String table : new String[] {"film", "customer"}) {
            execute("ALTER TABLE %s.%s CONVERT TO CHARACTER SET %s".formatted(SCHEMA, table, characterSet));
        }
        try (SakilaApplications applications = new SakilaApplications(database, SCHEMA)) {
            applications.load(Progress.none());
            List<Query> overSql = new VideoShop(applications.sql()).queries();
            List<Query> fromMemory = new VideoShop(applications.memory()).queries();
            for (int i = 0; i < overSql.size(); i++) {
                Query sql = overSql.get(i);
                Query memory = fromMemory.get(i);
                assertThat(Verdict.of(
                                sql, sql.answer().get(), memory, memory.answer().get()))
                        .as(sql.question())
                        .isNotEqualTo(Verdict.DIFFERENT);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
