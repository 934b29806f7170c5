package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.SnapshotView;

/** DuckDB queries copies of tables repeatedly, several times in one query, and from many threads. */
@Tag("database")
class DuckDbCopyTest {
    private static final int SALES = 20_000;
    private static final int THREADS = 4;
    private static final int QUERIES = 10;
    private static final String SUMS = "SELECT store, sum(amount) FROM \"the sale\" GROUP BY store";

    @SuppressWarnings("NullAway.Init")
    private static Shop shop;

    @BeforeAll
    static void create() throws SQLException {
        shop = new Shop("speedwell_test_arrow_copy", SALES, 20_261_130L);
    }

    @AfterAll
    static void drop() throws SQLException {
        shop.close();
    }

    private static Connection duck() throws SQLException {
        return DriverManager.getConnection("jdbc:duckdb:");
    }

    private static ArrowTable sales(SnapshotView version) {
        return ArrowTable.of(version, Shop.Sale.class);
    }

    private static Map<Integer, BigDecimal> sums(Connection duck, String sql) throws SQLException {
        Map<Integer, BigDecimal> sums = new TreeMap<>();
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                sums.put(rows.getInt(1), rows.getBigDecimal(2));
            }
        }
        return sums;
    }

    private static Map<Integer, BigDecimal> sums(SnapshotView version) {
        return version.stream(Shop.Sale.class)
                .collect(Collectors.groupingBy(
                        Shop.Sale::store,
                        TreeMap::new,
                        Collectors.reducing(BigDecimal.ZERO, Shop.Sale::amount, BigDecimal::add)));
    }

    @Test
    void oneQueryReadsTheTableSeveralTimes() throws SQLException {
        SnapshotView version = shop.memory().snapshot();
        try (Connection duck = duck()) {
            DuckDb.copy(duck, "the sale", sales(version));
            assertThat(sums(duck, SUMS)).isEqualTo(sums(version));
            assertThat(sums(
                            duck,
                            "SELECT a.store, sum(b.amount) FROM \"the sale\" a JOIN \"the sale\" b"
                                    + " USING (id, store, day, rating) GROUP BY 1"))
                    .isEqualTo(sums(version));
            assertThat(sums(
                            duck,
                            "SELECT 0, count(*) FROM (FROM \"the sale\" UNION ALL FROM \"the sale\" UNION ALL"
                                    + " FROM \"the sale\")"))
                    .isEqualTo(Map.of(0, BigDecimal.valueOf(3L * SALES)));
            assertThat(views(duck)).isZero();
        }
        assertThat(CStream.live()).isZero();
        assertThat(CData.live()).isZero();
    }

    @Test
    void threadsReadOneVersionEachWhileTheTableIsReplaced() throws Exception {
        try (DuckDBConnection duck = duck().unwrap(DuckDBConnection.class);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            SnapshotView before = shop.memory().snapshot();
            DuckDb.copy(duck, "the sale", sales(before));
            shop.follow("UPDATE sale SET amount = amount + 1 WHERE id % 3 = 0");
            SnapshotView after = shop.memory().snapshot();
            List<Callable<Void>> readers = IntStream.range(0, THREADS)
                    .<Callable<Void>>mapToObj(_ -> () -> read(duck, sums(before), sums(after)))
                    .toList();
            List<Future<Void>> running = readers.stream().map(threads::submit).toList();
            for (int i = 0; i < 5; i++) {
                DuckDb.copy(duck, "the sale", sales(i % 2 == 0 ? after : before));
            }
            for (Future<Void> each : running) {
                each.get();
            }
            assertThat(sums(duck, SUMS)).isEqualTo(sums(after)).isNotEqualTo(sums(before));
        }
    }

    private static Void read(DuckDBConnection duck, Map<Integer, BigDecimal> before, Map<Integer, BigDecimal> after)
            throws SQLException {
        try (Connection own = duck.duplicate()) {
            for (int i = 0; i < QUERIES; i++) {
                assertThat(sums(own, SUMS)).isIn(before, after);
            }
        }
        return null;
    }

    @Test
    void failedCopyKeepsTheEarlierTable() throws SQLException {
        SnapshotView version = shop.memory().snapshot();
        ArrowTable broken = sales(version).with(new ExportedColumn() {
            @Override
            public ArrowField field() {
                return new ArrowField("broken", new ArrowType.Whole(4, true), true, null);
            }

            @Override
            public ArrayData data(Batch batch) {
                throw new IllegalStateException("the rows cannot be read");
            }
        });
        try (Connection duck = duck()) {
            DuckDb.copy(duck, "the sale", sales(version));
            assertThatThrownBy(() -> DuckDb.copy(duck, "the sale", broken))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("the rows cannot be read");
            assertThat(sums(duck, SUMS)).isEqualTo(sums(version));
            assertThat(views(duck)).isZero();
        }
        assertThat(CStream.live()).isZero();
    }

    private static long views(Connection duck) throws SQLException {
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM duckdb_views() WHERE NOT internal")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
