package org.speedwell.bench.htap;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.bench.tpch.TpchAnswer;
import org.speedwell.schema.Database;

/** A comparison of answers from memory with answers of the server at the same position. No client may write meanwhile. */
final class AnswerCheck {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Database database;
    private final String schema;
    private final DataStoreComponent store;
    private final ChTables tables;
    private final Map<String, Long> sqlNanos = new HashMap<>();

    AnswerCheck(Database database, String schema, DataStoreComponent store, ChTables tables) {
        this.database = database;
        this.schema = schema;
        this.store = store;
        this.tables = tables;
    }

    /**
     * Waits until memory has the last commit, and then compares the answers of streams and of maintained queries.
     *
     * @throws IllegalStateException if an answer differs; the message names the question
     */
    void check(Collection<Question> questions, List<MaintainedQuestions.Maintained> maintained)
            throws SQLException, InterruptedException {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            if (!store.await(LONG)) {
                throw new IllegalStateException("Memory did not catch up: " + store.followStatus());
            }
            for (Question question : questions) {
                compare(
                        question.name(),
                        "a stream",
                        TpchAnswer.of(question.ask(tables)),
                        bySql(statement, question.name(), question.sql()));
            }
            for (MaintainedQuestions.Maintained each : maintained) {
                compare(
                        each.name(),
                        "a maintained query",
                        TpchAnswer.of(each.answer().get()),
                        bySql(statement, each.name(), each.sql()));
            }
        }
    }

    private TpchAnswer bySql(Statement statement, String name, String sql) throws SQLException {
        long begun = System.nanoTime();
        try (ResultSet result = statement.executeQuery(sql)) {
            TpchAnswer answer = TpchAnswer.of(result);
            sqlNanos.merge(name, System.nanoTime() - begun, Math::min);
            return answer;
        }
    }

    private static void compare(String name, String by, TpchAnswer answer, TpchAnswer expected) {
        @Nullable String difference = answer.differenceFrom(expected);
        if (difference != null) {
            throw new IllegalStateException(
                    "The answers to " + name + " by " + by + " and by SQL differ: " + difference);
        }
    }

    /** Returns the shortest time of a question in SQL so far. */
    double sqlNanos(String name) {
        return sqlNanos.getOrDefault(name, 0L);
    }
}
