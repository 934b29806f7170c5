package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.live.LiveStore;
import org.speedwell.accelerator.memory.Lease;

/** DuckDB joins a table that follows a database with its own tables. */
@Tag("database")
class DuckDbTest {
    private static final int SALES = 100_000;
    private static final long SEED = 20_261_129L;

    @SuppressWarnings("NullAway.Init")
    private static Shop shop;

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    @BeforeAll
    static void create() throws SQLException {
        shop = new Shop("speedwell_test_arrow_view", SALES, SEED);
    }

    @AfterAll
    static void drop() throws SQLException {
        shop.close();
    }

    private static Connection duck() throws SQLException {
        Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duck.createStatement()) {
            statement.execute("CREATE TABLE store AS SELECT i AS id, 'store ' || i AS name FROM range("
                    + (Shop.STORES - 1) + ") t(i)"); // one store is missing
        }
        return duck;
    }

    private static Map<String, BigDecimal> sums(Connection duck, String sql) throws SQLException {
        Map<String, BigDecimal> sums = new TreeMap<>();
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                sums.put(rows.getString(1), rows.getBigDecimal(2));
            }
        }
        return sums;
    }

    private static Map<String, BigDecimal> expected(SnapshotView version) {
        return version.stream(Shop.Sale.class)
                .filter(sale -> sale.rating() == Shop.Rating.GOOD && sale.store() < Shop.STORES - 1)
                .collect(Collectors.groupingBy(
                        sale -> "store " + sale.store(),
                        TreeMap::new,
                        Collectors.reducing(BigDecimal.ZERO, Shop.Sale::amount, BigDecimal::add)));
    }

    @Test
    void joinWithTableOfDuckDbEqualsTheStream() throws SQLException {
        SnapshotView version = shop.memory().snapshot();
        ArrowTable sales = ArrowTable.of(version, Shop.Sale.class);
        String sql = "SELECT name, sum(amount) FROM sale JOIN store ON sale.store = store.id"
                + " WHERE rating = 'GOOD' GROUP BY name";
        try (Connection duck = duck()) {
            DuckDb.register(duck, "sale", sales);
            assertThat(sums(duck, sql)).isEqualTo(expected(version));
            assertThatThrownBy(() -> sums(duck, sql))
                    .as("a stream is read once")
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("This stream has been released");
            DuckDb.register(duck, "sale", sales);
            DuckDb.register(duck, "other", sales.withoutDictionaries());
            assertThat(sums(
                            duck,
                            "SELECT 'rows', count(*) FROM sale JOIN other USING (id, store, amount, day, rating)"))
                    .isEqualTo(Map.of("rows", BigDecimal.valueOf(SALES)));
        }
        assertThat(CStream.live()).isZero();
        assertThat(CData.live()).isZero();
    }

    @Test
    void everyColumnOfRecordsEqualsTheStream() throws Exception {
        shop.follow("UPDATE sale SET paid = '2026-03-29 02:30:00.000001', note = 'changed' WHERE id % 1000 = 7");
        SnapshotView version = shop.memory().snapshot();
        Iterator<Shop.Sale> sales = version.stream(Shop.Sale.class).iterator();
        try (Connection duck = duck();
                Statement statement = duck.createStatement()) {
            DuckDb.register(duck, "sale", ArrowTable.of(version, Shop.Sale.class));
            try (ResultSet rows = statement.executeQuery("FROM sale")) {
                while (rows.next()) {
                    Shop.Sale sale = sales.next();
                    assertThat(Stream.of("id", "store", "amount", "day", "paid", "rating", "note")
                                    .map(name -> text(rows, name)))
                            .containsExactly(
                                    Values.text(sale.id()),
                                    Values.text(sale.store()),
                                    Values.text(sale.amount()),
                                    Values.text(sale.day()),
                                    Values.text(sale.paid()),
                                    Values.text(sale.rating().name()),
                                    Values.text(sale.note()));
                }
            }
        }
        assertThat(sales.hasNext()).isFalse();
    }

    private static String text(ResultSet rows, String column) {
        try {
            return Values.text(rows.getObject(column));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void partOfTheRowsMayBeRead() throws SQLException {
        try (Connection duck = duck()) {
            ArrowTable sales = ArrowTable.of(shop.memory().snapshot(), Shop.Sale.class, "id", "note");
            DuckDb.register(duck, "sale", sales);
            assertThat(DuckDbTortureTest.rows(duck, "SELECT id FROM sale LIMIT 3"))
                    .hasSize(3);
            DuckDb.register(duck, "unread", sales);
            DuckDb.register(duck, "sale", sales);
            assertThat(sums(duck, "SELECT 'rows', count(*) FROM sale"))
                    .isEqualTo(Map.of("rows", BigDecimal.valueOf(SALES)));
        }
        assertThat(CStream.live()).isZero();
        assertThat(CData.live()).isZero();
    }

    @Test
    void queryReadsOneVersionWhileTheTableChanges() throws Exception {
        AtomicBoolean isDone = new AtomicBoolean();
        try (Connection connection = shop.connect();
                Statement update = connection.createStatement();
                Connection duck = duck()) {
            BigDecimal sum = sums(shop.memory().snapshot()); // transactions move amounts between sales
            Thread writer = Thread.ofPlatform().start(() -> move(isDone));
            long first = shop.memory().version();
            try {
                for (int i = 0; i < 20 || shop.memory().version() < first + 5; i++) {
                    SnapshotView version = shop.memory().snapshot();
                    DuckDb.register(duck, "sale", ArrowTable.of(version, Shop.Sale.class, "amount"));
                    assertThat(sums(duck, "SELECT 'all', sum(amount) FROM sale"))
                            .isEqualTo(Map.of("all", sum));
                }
            } finally {
                isDone.set(true);
                writer.join();
            }
            update.execute("DELETE FROM sale WHERE id >= " + SALES);
            assertThat(shop.memory().await(connection, Duration.ofMinutes(1))).isTrue();
        }
    }

    private static BigDecimal sums(SnapshotView version) {
        return version.stream(Shop.Sale.class).map(Shop.Sale::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void move(AtomicBoolean isDone) {
        try (Connection connection = shop.connect();
                Statement update = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; !isDone.get(); i++) {
                update.execute("UPDATE sale SET amount = amount + 1 WHERE id = " + i * 7 % SALES);
                update.execute("UPDATE sale SET amount = amount - 1 WHERE id = " + (i * 7 + 3) % SALES);
                connection.commit();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void versionInUseIsReportedUntilItIsReleased() {
        LiveStore store = (LiveStore) shop.memory();
        try (ArrowStream _ = ArrowTable.of(shop.memory().snapshot(), Shop.Sale.class).stream()) {
            shop.memory().load();
            Lease.reclaim();
            assertThat(store.budget().versions()).hasSizeGreaterThan(1);
            assertThat(shop.memory().formerBytes()).isGreaterThan(SALES);
        }
        for (int i = 0; store.budget().versions().size() > 1 && i < 50; i++) {
            Lease.reclaim();
        }
        assertThat(store.budget().versions()).hasSize(1);
    }

    @Test
    void parquetFileReplacesAnotherOneOrNone() throws Exception {
        Path file = Files.writeString(folder.resolve("it's a sale.parquet"), "an earlier file");
        ArrowTable wide = ArrowTable.of(shop.memory().snapshot(), Shop.Sale.class)
                .with(new ExportedColumn() {
                    @Override
                    public ArrowField field() {
                        return new ArrowField("wide", new ArrowType.Decimal(76, 2, 32), true, null);
                    }

                    @Override
                    public ArrayData data(Batch batch) {
                        throw new IllegalStateException("DuckDB has no such decimals");
                    }
                });
        assertThatThrownBy(() -> DuckDb.writeParquet(wide, file)).isInstanceOf(SQLException.class);
        assertThat(file).hasContent("an earlier file");
        DuckDb.writeParquet(ArrowTable.of(shop.memory().snapshot(), Shop.Sale.class, "id"), file);
        try (Connection duck = duck();
                Stream<Path> files = Files.list(folder)) {
            assertThat(sums(
                            duck,
                            "SELECT 'ids', sum(id) FROM '" + file.toString().replace("'", "''") + "'"))
                    .isEqualTo(Map.of("ids", BigDecimal.valueOf(SALES / 2L * (SALES - 1))));
            assertThat(files).containsExactly(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(OpenMode.class)
    void openedFileHasTheSameRows(OpenMode mode) throws Exception {
        Path file = folder.resolve("version");
        shop.memory().save(file);
        try (MemoryStore opened = shop.builder().open(file, mode);
                Connection duck = duck()) {
            SnapshotView version = opened.snapshot();
            DuckDb.register(duck, "sale", ArrowTable.of(version, Shop.Sale.class));
            assertThat(sums(
                            duck,
                            "SELECT name, sum(amount) FROM sale JOIN store ON sale.store = store.id"
                                    + " WHERE rating = 'GOOD' GROUP BY name"))
                    .isEqualTo(expected(version));
        }
    }

    @Test
    void wrongConnectionsAreRefused() throws SQLException {
        ArrowTable table = ArrowTable.of(shop.memory().snapshot(), Shop.Sale.class);
        try (Connection mysql = shop.connect()) {
            assertThatThrownBy(() -> DuckDb.register(mysql, "sale", table)).isInstanceOf(SQLException.class);
        }
        Connection closed = duck();
        closed.close();
        assertThatThrownBy(() -> DuckDb.register(closed, "sale", table))
                .isInstanceOf(SQLException.class)
                .hasMessage("The connection to DuckDB is closed, so it cannot show view sale.");
        assertThat(CStream.live()).isZero();
    }

    @Test
    void wrongTablesAreRefused() {
        SnapshotView version = shop.memory().snapshot();
        assertThatThrownBy(() -> ArrowTable.of(version, String.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ArrowTable.of(version, Shop.Sale.class, "price"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Table sale has no column 'price'");
    }
}
