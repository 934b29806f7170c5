package org.speedwell.bench.htap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** Compares the answers of streams and of maintained queries with SQL, after random transactions were replicated. */
@Tag("oracle")
@Tag("database")
class HtapTest {
    private static final String SCHEMA = "speedwell_test_htap";
    private static final ChBenchmark SIZE = new ChBenchmark(2, 5_000, 40, 30);
    private static final Database DATABASE = Database.forTests();

    private static Speedment app;
    private static ChTables tables;
    private static MaintainedQuestions maintained;
    private static AnswerCheck check;
    private static Histogram ages;

    @BeforeAll
    static void transact() throws SQLException, InterruptedException {
        SIZE.load(DATABASE, SCHEMA, Progress.none());
        app = HtapRun.start(DATABASE, SCHEMA);
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        tables = new ChTables(app, Manager::stream);
        maintained = new MaintainedQuestions(app, tables);
        check = new AnswerCheck(DATABASE, SCHEMA, store, tables);
        Ages measured = new Ages(tables);
        maintained.nextOrders().subscribe(measured);
        store.follow();
        try (Terminals terminals = new Terminals(DATABASE, SCHEMA, SIZE, 3);
                Analyst analyst = Analyst.start(app)) {
            terminals.run(150, measured);
        }
        ages = measured.end();
        execute("UPDATE customer SET c_balance = 900000 + c_id WHERE c_id % 3 = 0"); // also some without an order
    }

    @AfterAll
    static void stop() throws SQLException {
        maintained.close();
        app.stop();
        execute("DROP DATABASE " + SCHEMA);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersEqualSql(Question question) throws Exception {
        check.check(List.of(question), List.of());

        assertThat(question.ask(tables)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void maintainedAnswersEqualSql(int which) throws Exception {
        MaintainedQuestions.Maintained question = maintained.all().get(which);
        check.check(List.of(), List.of(question));

        assertThat(question.query().isIncremental())
                .as(question.query().describe())
                .isTrue();
    }

    @Test
    void everyMaintainedAnswerIsChecked() {
        assertThat(maintained.all()).hasSize(7);
    }

    @Test
    void differentAnswerNamesItsQuestion() {
        Supplier<List<? extends Record>> wrong = () -> List.of(new MaintainedQuestions.Count(-1));
        var question = new MaintainedQuestions.Maintained(
                "open orders",
                "SELECT count(*) FROM new_order",
                maintained.all().getFirst().query(),
                wrong);

        assertThatThrownBy(() -> check.check(List.of(), List.of(question)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("open orders", "a maintained query", "[-1]");
    }

    @Test
    void everyCommittedOrderHasAnAge() {
        long entered = tables.orders().count() - 2L * ChBenchmark.DISTRICTS * SIZE.orders();

        assertThat(ages.getTotalCount()).isEqualTo(entered).isGreaterThan(100);
    }

    @Test
    void versionsAreConsistent() {
        Consistency.check(app);
    }

    @Test
    void partOfATransactionIsNotConsistent() throws Exception {
        try {
            changeSales("d_ytd + 1");
            assertThatThrownBy(() -> Consistency.check(app)).hasMessageContaining("sales of warehouses");
        } finally {
            changeSales("d_ytd - 1");
        }
    }

    private static void changeSales(String sales) throws Exception {
        execute("UPDATE district SET d_ytd = " + sales + " WHERE d_w_id = 2 AND d_id = 3");
        assertThat(app.getOrThrow(DataStoreComponent.class).await(Duration.ofMinutes(1)))
                .isTrue();
    }

    @Test
    void transactionsHaveTheSharesOfTheMix() {
        TpccRandom random = new TpccRandom(SIZE, 1);
        int[] counts = new int[Transaction.values().length];
        for (int i = 0; i < 10_000; i++) {
            counts[Transaction.any(random).ordinal()]++;
        }

        assertThat(counts[Transaction.NEW_ORDER.ordinal()]).isBetween(4_300, 4_700);
        assertThat(counts[Transaction.PAYMENT.ordinal()]).isBetween(4_100, 4_500);
        assertThat(counts[Transaction.DELIVERY.ordinal()]).isBetween(300, 500);
    }
}
