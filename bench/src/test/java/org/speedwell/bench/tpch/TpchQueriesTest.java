package org.speedwell.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
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
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Tpch;
import org.speedwell.tpch.TpchApplicationBuilder;

/**
 * Compares each query of TPC-H over streams, with fields and with lambdas, with the same query in SQL. {@code -Dspeedwell.tpch=0.1} sets another scale
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
    private static MemoryStore store;

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
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(DATABASE.url(SCHEMA));
        dataSource.setUser(DATABASE.user());
        dataSource.setPassword(DATABASE.password());
        store = MemoryStore.builder(dataSource)
                .tables(TpchRecords.all().toArray(Class<?>[]::new))
                .configure(settings -> settings.fallback(Fallback.FAIL))
                .open();
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
        store.close();
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
    void answersOfLambdasEqualSql(TpchQuery query) {
        TpchAnswer expected = Objects.requireNonNull(BY_SQL.get(query));
        assertThat(TpchAnswer.of(query.ask(RecordTables.of(store, false))).differenceFrom(expected))
                .as("one thread")
                .isNull();
        assertThat(TpchAnswer.of(query.ask(RecordTables.of(store, true))).differenceFrom(expected))
                .as("parallel")
                .isNull();
    }

    @ParameterizedTest
    @EnumSource
    void sqlAnswersHaveRows(TpchQuery query) {
        assertThat(Objects.requireNonNull(BY_SQL.get(query)).rows()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void queriesMaterialiseFewEntities(TpchQuery query) {
        for (List<Explanation> explained : List.of(ofFields(query), ofLambdas(query))) {
            assertThat(explained)
                    .allSatisfy(
                            explanation -> assertThat(explanation.fallback()).isEmpty());
            assertThat(explained.stream().mapToLong(Explanation::entities).sum())
                    .as(explained.toString())
                    .isLessThanOrEqualTo(ENTITIES);
        }
    }

    /**
     * Compares the steps of the plans, their indexes and scans, and the rows of each step. The two forms of the excluded
     * queries have different streams, such as one for the names of customers, which a record of an order has.
     */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"Q10", "Q16", "Q17", "Q18", "Q20", "Q22"})
    void plansOfLambdasEqualThoseOfFields(TpchQuery query) {
        assertThat(ofLambdas(query).stream().map(PlanSteps::of).toList())
                .isEqualTo(ofFields(query).stream().map(PlanSteps::of).toList());
    }

    /** Explains the streams of a query one after the other. The other streams of the query run as usual. */
    private static List<Explanation> ofFields(TpchQuery query) {
        ExplainedStreams counted = new ExplainedStreams(-1, Stream.empty());
        query.ask(new TpchTables(app, counted));
        return IntStream.range(0, counted.asked.size())
                .mapToObj(which -> explain(query, which, (Manager<?>) counted.asked.get(which)))
                .toList();
    }

    private static <E> Explanation explain(TpchQuery query, int which, Manager<E> manager) {
        return app.getOrThrow(DataStoreComponent.class)
                .explain(manager, stream -> query.ask(new TpchTables(app, new ExplainedStreams(which, stream))));
    }

    private static List<Explanation> ofLambdas(TpchQuery query) {
        ExplainedStreams counted = new ExplainedStreams(-1, Stream.empty());
        query.ask(new RecordTables(counted));
        return IntStream.range(0, counted.asked.size())
                .mapToObj(which -> explain(query, which, (Class<?>) counted.asked.get(which)))
                .toList();
    }

    private static <E> Explanation explain(TpchQuery query, int which, Class<E> rows) {
        return store.explain(rows, stream -> query.ask(new RecordTables(new ExplainedStreams(which, stream))));
    }

    /** Streams of which the one with a given number is the explained stream. */
    private static final class ExplainedStreams implements TpchTables.Streams, RecordTables.Streams {
        /** The managers or classes of the streams so far. */
        private final List<Object> asked = new ArrayList<>();

        private final int which;
        private final Stream<?> explained;

        ExplainedStreams(int which, Stream<?> explained) {
            this.which = which;
            this.explained = explained;
        }

        @Override
        public <E> Stream<E> of(Manager<E> manager) {
            return next(manager, manager::stream);
        }

        @Override
        public <E> Stream<E> of(Class<E> rows) {
            return next(rows, () -> store.stream(rows));
        }

        @SuppressWarnings("unchecked") // same table: a query requests its streams in the same order each time
        private <E> Stream<E> next(Object table, Supplier<Stream<E>> other) {
            asked.add(table);
            return asked.size() - 1 == which ? (Stream<E>) explained : other.get();
        }
    }
}
