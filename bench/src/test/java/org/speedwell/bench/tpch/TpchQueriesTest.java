package org.speedwell.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Tpch;
import org.speedwell.tpch.TpchApplicationBuilder;

/**
 * Compares each query of TPC-H over streams with the same query in SQL. {@code -Dspeedwell.tpch=0.1} sets another scale
 * factor.
 */
@Tag("oracle")
@Tag("database")
class TpchQueriesTest {
    private static final double SCALE = Double.parseDouble(System.getProperty("speedwell.tpch", "0.02"));
    private static final String SCHEMA = "speedwell_test_tpch_queries";
    private static final Database DATABASE = Database.forTests();
    private static final List<String> TABLES =
            List.of("region", "nation", "part", "supplier", "partsupp", "customer", "orders", "lineitem");
    private static final Map<TpchQuery, TpchAnswer> BY_SQL = new EnumMap<>(TpchQuery.class);

    /**
     * The largest number of entities that a query may materialise. It allows the rows of the result and about one in
     * five hundred line items.
     */
    private static final long ENTITIES = 200 + (long) (SCALE * 12_000);

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
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .fallback(Fallback.FAIL)
                                .build())
                .build();
        app.getOrThrow(DataStoreComponent.class).load();
        sequential = new TpchTables(app, false);
        parallel = new TpchTables(app, true);
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            // Without statistics the server needs minutes for some queries.
            statement.execute("ANALYZE TABLE " + String.join(", ", TABLES));
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
    void answersEqualSql(TpchQuery query) {
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
    void sqlAnswersHaveRows(TpchQuery query) {
        assertThat(Objects.requireNonNull(BY_SQL.get(query)).rows()).isNotEmpty();
    }

    /** Explains the streams of a query one after the other. The other streams of the query run as usual. */
    @ParameterizedTest
    @EnumSource
    void queriesMaterialiseFewEntities(TpchQuery query) {
        ExplainedStreams counted = new ExplainedStreams(-1, Stream.empty());
        query.ask(new TpchTables(app, counted));
        long entities = 0;
        for (int i = 0; i < counted.managers.size(); i++) {
            Explanation explanation = explain(query, i, counted.managers.get(i));
            assertThat(explanation.fallback()).as(explanation.toString()).isEmpty();
            entities += explanation.entities();
        }
        assertThat(entities).isLessThanOrEqualTo(ENTITIES);
    }

    private static <E> Explanation explain(TpchQuery query, int which, Manager<E> manager) {
        return app.getOrThrow(DataStoreComponent.class)
                .explain(manager, stream -> query.ask(new TpchTables(app, new ExplainedStreams(which, stream))));
    }

    /** Streams of which the one with a given number is the explained stream. */
    private static final class ExplainedStreams implements TpchTables.Streams {
        private final List<Manager<?>> managers = new ArrayList<>();
        private final int which;
        private final Stream<?> explained;

        ExplainedStreams(int which, Stream<?> explained) {
            this.which = which;
            this.explained = explained;
        }

        @Override
        @SuppressWarnings("unchecked") // same manager: a query requests its streams in the same order each time
        public <E> Stream<E> of(Manager<E> manager) {
            managers.add(manager);
            return managers.size() - 1 == which ? (Stream<E>) explained : manager.stream();
        }
    }
}
