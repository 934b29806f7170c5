package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.schema.Database;

/**
 * A comparison of loading all of Sakila into columns with reading the same tables through JDBC on one connection. JDBC
 * reads them in two ways. One reads and discards every value in the fastest way. The other only advances over the rows,
 * which costs the driver almost nothing.
 *
 * <p>The measurements alternate, for several rounds. Then the snapshot is saved and opened.
 */
final class LoadComparison {
    private LoadComparison() {}

    static void run(int scale, int rounds, Path results) throws SQLException, IOException {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            String schema = Contender.schema(database, scale);
            Speedment app = Contender.memory.start(database, scale);
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            List<Double> passes = new ArrayList<>();
            List<Double> drains = new ArrayList<>();
            List<Double> loads = new ArrayList<>();
            Drained drained = new Drained(0, 0);
            for (int round = 0; round < rounds; round++) {
                long begun = System.nanoTime();
                drain(database, schema, LoadComparison::pass);
                passes.add((System.nanoTime() - begun) / 1e9);
                begun = System.nanoTime();
                drained = drain(database, schema, LoadComparison::read);
                drains.add((System.nanoTime() - begun) / 1e9);
                begun = System.nanoTime();
                store.reload();
                loads.add((System.nanoTime() - begun) / 1e9);
                System.out.printf(
                        Locale.ROOT,
                        "round %d of %d: iterated over %,d rows in %.2f s, read them in %.2f s, loaded %,d in %.2f s%n",
                        round + 1,
                        rounds,
                        drained.rows,
                        passes.getLast(),
                        drains.getLast(),
                        store.rows(),
                        loads.getLast());
            }
            if (drained.rows != store.rows()) {
                throw new IllegalStateException("Drained " + drained.rows + " rows but loaded " + store.rows() + ".");
            }
            Table table = new Table(
                    String.format(Locale.ROOT, "Loading Sakila at scale %d, %,d rows", scale, drained.rows),
                    "Medians of " + rounds + " rounds in turn; " + database.version()
                            + ". A byte is one that the server sends as text.",
                    List.of("", "median", "fastest", "rows/s", "MB/s", "native bytes per row"));
            table.row(cells("rows iterated over through JDBC, one connection", passes, drained, "–"));
            table.row(cells("every value read through JDBC, one connection", drains, drained, "–"));
            table.row(cells(
                    "load into columns and indexes",
                    loads,
                    drained,
                    String.format(Locale.ROOT, "%.1f", (double) store.bytes() / drained.rows)));
            Findings.write(results, "load", table);
            Findings.write(results, "open", opening(store, results, rounds));
            app.stop();
        }
    }

    private static List<String> cells(String name, List<Double> seconds, Drained drained, String bytes) {
        double[] sorted =
                seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = sorted[sorted.length / 2];
        return List.of(
                name,
                String.format(Locale.ROOT, "%.2f s", median),
                String.format(Locale.ROOT, "%.2f s", sorted[0]),
                String.format(Locale.ROOT, "%,.0f", drained.rows / median),
                String.format(Locale.ROOT, "%.1f", drained.bytes / 1e6 / median),
                bytes);
    }

    /** Saves the version, and opens the file several times. */
    private static Table opening(DataStoreComponent store, Path results, int rounds) throws IOException {
        Path file = Files.createTempFile(results, "all", ".snapshot");
        try {
            long begun = System.nanoTime();
            store.save(file);
            double saved = (System.nanoTime() - begun) / 1e9;
            long rows = store.rows();
            List<Double> opens = new ArrayList<>();
            List<Double> checks = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                store.clear();
                begun = System.nanoTime();
                CompletableFuture<Void> checked = store.open(file);
                opens.add((System.nanoTime() - begun) / 1e9);
                checked.join();
                checks.add((System.nanoTime() - begun) / 1e9);
                if (store.rows() != rows) {
                    throw new IllegalStateException("Saved " + rows + " rows but opened " + store.rows() + ".");
                }
            }
            Table table = new Table(
                    String.format(
                            Locale.ROOT, "Opening a snapshot file of %,d rows, %,d MB", rows, Files.size(file) >> 20),
                    "Medians of " + rounds + " rounds; saved in " + String.format(Locale.ROOT, "%.2f s.", saved),
                    List.of("", "median", "slowest"));
            table.row(milliseconds("until streams return results", opens));
            table.row(milliseconds("until all checksums are verified", checks));
            return table;
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> milliseconds(String name, List<Double> seconds) {
        double[] sorted =
                seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return List.of(
                name,
                String.format(Locale.ROOT, "%.1f ms", 1e3 * sorted[sorted.length / 2]),
                String.format(Locale.ROOT, "%.1f ms", 1e3 * sorted[sorted.length - 1]));
    }

    /** A way to read the rows of a table. It returns the number of rows. */
    @FunctionalInterface
    private interface Drain {
        long rows(ResultSet result) throws SQLException;
    }

    private static long pass(ResultSet result) throws SQLException {
        long rows = 0;
        while (result.next()) {
            rows++;
        }
        return rows;
    }

    /** The rows that one connection read, and the bytes that the server sent to it. */
    private record Drained(long rows, long bytes) {}

    private static Drained drain(Database database, String schema, Drain drain) throws SQLException {
        long rows = 0;
        try (Connection connection = database.connect(schema)) {
            for (String table : tables(connection, schema)) {
                try (Statement statement = connection.createStatement()) {
                    statement.setFetchSize(Integer.MIN_VALUE); // makes the driver stream the rows
                    try (ResultSet result = statement.executeQuery("SELECT * FROM `" + table + "`")) {
                        rows += drain.rows(result);
                    }
                }
            }
            return new Drained(rows, bytesSent(connection));
        }
    }

    private static long bytesSent(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Bytes_sent'")) {
            row.next();
            return row.getLong(2);
        }
    }

    private static List<String> tables(Connection connection, String schema) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet result = connection.getMetaData().getTables(schema, null, "%", new String[] {"TABLE"})) {
            while (result.next()) {
                tables.add(result.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    private static long read(ResultSet result) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        int[] types = new int[columns.getColumnCount()];
        Arrays.setAll(types, i -> type(columns, i + 1));
        long rows = 0;
        long mixed = 0;
        while (result.next()) {
            for (int i = 0; i < types.length; i++) {
                mixed += read(result, i + 1, types[i]);
            }
            rows++;
        }
        if (rows > 0 && mixed == 0) {
            throw new IllegalStateException("All values of a table hash to zero."); // also keeps the reads alive
        }
        return rows;
    }

    private static int type(ResultSetMetaData columns, int column) {
        try {
            return columns.getColumnType(column);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long read(ResultSet result, int column, int type) throws SQLException {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.BIT, Types.BOOLEAN ->
                result.getLong(column);
            case Types.TIMESTAMP -> hash(result.getObject(column, LocalDateTime.class));
            case Types.DECIMAL -> hash(result.getBigDecimal(column));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
                byte[] bytes = result.getBytes(column);
                yield bytes == null ? 0 : bytes.length;
            }
            default -> hash(result.getString(column));
        };
    }

    private static int hash(@org.jspecify.annotations.Nullable Object value) {
        return value == null ? 0 : value.hashCode();
    }
}
