package org.speedwell.accelerator.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.question.Evaluation.Tuple;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.schema.Database;

/**
 * Compares random questions in SQL with the nested loops of {@link QuestionTest}, for questions that mean the same in
 * SQL. {@code -Dspeedwell.sqlQuestions=N} sets their number, {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
@Tag("database")
class QuestionSqlTest {
    private static final int QUESTIONS = Integer.getInteger("speedwell.sqlQuestions", 600);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125);
    private static final String SCHEMA = "speedwell_test_questions";
    private static final Database DATABASE = Database.forTests();
    private static final int FIRST_TABLE = 2_000;

    @BeforeAll
    static void create() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA + " CHARACTER SET utf8mb4");
        }
    }

    @AfterAll
    static void drop() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void sqlEqualsNestedLoops() throws SQLException {
        System.out.printf("%,d questions in SQL from seed %d%n", QUESTIONS, SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        List<RowTable> tables = new ArrayList<>();
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            for (int size : new int[] {0, 1, 7, 20, 64, 300, 1_000}) {
                RowTable table = RowTable.of(FIRST_TABLE + tables.size(), size, random.nextLong());
                Rows.remember(table);
                String name = "question_" + tables.size();
                statement.execute(SqlForm.definition(name));
                if (size > 0) {
                    statement.execute(SqlForm.insertion(name, table.rows()));
                }
                tables.add(table);
            }
            int asked = 0;
            while (asked < QUESTIONS) {
                Question question = QuestionGenerator.alike(1, tables, random).getFirst();
                Optional<String> sql = SqlForm.of(question);
                if (sql.isPresent()) {
                    check(question, question.tables().stream().map(tables::get).toList(), sql.get(), statement);
                    asked++;
                }
            }
        }
    }

    private static void check(Question question, List<RowTable> tables, String sql, Statement statement)
            throws SQLException {
        @Nullable Object expected = Oracle.answer(question, tables);
        List<List<Object>> rows = new ArrayList<>();
        try (ResultSet results = statement.executeQuery(sql)) {
            while (results.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
                    row.add(results.getLong(i));
                }
                rows.add(row);
            }
        }
        String what = "seed %d, %s in SQL: %s".formatted(SEED, question, sql);
        switch (question.terminal()) {
            case Terminal.Count _ -> assertThat(rows).as(what).isEqualTo(List.of(List.of((Object) expected)));
            case Terminal.Match _ ->
                assertThat(rows).as(what).isEqualTo(List.of(List.of(Boolean.TRUE.equals(expected) ? 1L : 0L)));
            case Terminal.ToList _ ->
                assertThat(rows).as(what).containsExactlyInAnyOrderElementsOf(keys(question, tables));
            default -> {
                List<List<Object>> counts = new ArrayList<>();
                ((Collection<?>) expected).forEach(group -> counts.add(List.of(((List<?>) group).getLast())));
                assertThat(rows).as(what).containsExactlyInAnyOrderElementsOf(counts);
            }
        }
    }

    /** Returns the keys of the rows of each tuple. The key is −1 if there is no row. */
    private static List<List<Object>> keys(Question question, List<RowTable> tables) {
        List<List<Object>> keys = new ArrayList<>();
        for (Tuple tuple : Oracle.result(question, tables)) {
            List<Object> row = new ArrayList<>();
            tuple.rows().forEach(of -> row.add(of == null ? -1L : ((Integer) of[RowColumn.ID.ordinal()]).longValue()));
            keys.add(row);
        }
        return keys;
    }
}
