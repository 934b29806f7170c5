package org.speedwell.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Tpch;
import org.speedwell.tpch.TpchApplicationBuilder;

/** Each query of TPC-H by streams and by SQL. {@code -Dspeedwell.tpch=0.1} sets another scale factor. */
@Tag("database")
class TpchQueriesTest {
    private static final double SCALE = Double.parseDouble(System.getProperty("speedwell.tpch", "0.02"));
    private static final String SCHEMA = "speedwell_test_tpch_queries";
    private static final Database DATABASE = Database.forTests();
    private static final Map<TpchQuery, TpchAnswer> BY_SQL = new EnumMap<>(TpchQuery.class);

    private static Speedment app;
    private static TpchTables sequential;
    private static TpchTables parallel;

    @BeforeAll
    static void load() throws SQLException {
        Tpch.scale(SCALE).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        app = new TpchApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();
        app.getOrThrow(DataStoreComponent.class).load();
        sequential = new TpchTables(app, false);
        parallel = new TpchTables(app, true);
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            for (TpchQuery query : TpchQuery.values()) {
                try (ResultSet result = statement.executeQuery(query.sql())) {
                    BY_SQL.put(query, TpchAnswer.of(result));
                }
            }
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAreThoseOfSql(TpchQuery query) {
        TpchAnswer expected = Objects.requireNonNull(BY_SQL.get(query));
        assertThat(TpchAnswer.of(query.ask(sequential)).differenceFrom(expected))
                .as("one thread")
                .isNull();
        assertThat(TpchAnswer.of(query.ask(parallel)).differenceFrom(expected))
                .as("parallel")
                .isNull();
    }

    @ParameterizedTest
    @EnumSource
    void sqlFindsSomething(TpchQuery query) {
        assertThat(Objects.requireNonNull(BY_SQL.get(query)).rows()).isNotEmpty();
    }
}
