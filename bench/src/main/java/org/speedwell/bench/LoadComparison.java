package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
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
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.schema.Database;

/**
 * Loading all of Sakila into columns, beside what no load can beat on one connection: reading every value of every table
 * through JDBC in the fastest way and throwing it away. Both in turn, several times.
 */
final class LoadComparison {
    private LoadComparison() {}

    static void run(int scale, int rounds, Path results) throws SQLException, IOException {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            String schema = Contender.schema(database, scale);
            Speedment app = Contender.memory.start(database, scale);
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            List<Double> drains = new ArrayList<>();
            List<Double> loads = new ArrayList<>();
            long drained = 0;
            for (int round = 0; round < rounds; round++) {
                long begun = System.nanoTime();
                drained = drain(database, schema);
                drains.add((System.nanoTime() - begun) / 1e9);
                begun = System.nanoTime();
                store.reload();
                loads.add((System.nanoTime() - begun) / 1e9);
                System.out.printf(
                        Locale.ROOT,
                        "round %d of %d: drained %,d rows in %.2f s, loaded %,d in %.2f s%n",
                        round + 1,
                        rounds,
                        drained,
                        drains.getLast(),
                        store.rows(),
                        loads.getLast());
            }
            if (drained != store.rows()) {
                throw new IllegalStateException("Drained " + drained + " rows but loaded " + store.rows() + ".");
            }
            Table table = new Table(
                    String.format(Locale.ROOT, "Loading Sakila at scale %d, %,d rows", scale, drained),
                    "Medians of " + rounds + " rounds in turn; " + database.version() + ".",
                    List.of("", "median", "fastest", "rows/s", "native bytes a row"));
            table.row(cells("drain through JDBC, one connection", drains, drained, "–"));
            table.row(cells(
                    "load into columns and indexes",
                    loads,
                    drained,
                    String.format(Locale.ROOT, "%.1f", (double) store.bytes() / drained)));
            Findings.write(results, "load", table);
            app.stop();
        }
    }

    private static List<String> cells(String name, List<Double> seconds, long rows, String bytes) {
        double[] sorted =
                seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = sorted[sorted.length / 2];
        return List.of(
                name,
                String.format(Locale.ROOT, "%.2f s", median),
                String.format(Locale.ROOT, "%.2f s", sorted[0]),
                String.format(Locale.ROOT, "%,.0f", rows / median),
                bytes);
    }

    private static long drain(Database database, String schema) throws SQLException {
        long rows = 0;
        try (Connection connection = database.connect(schema)) {
            for (String table : tables(connection, schema)) {
                try (Statement statement = connection.createStatement()) {
                    statement.setFetchSize(Integer.MIN_VALUE); // the driver's sign for streaming
                    try (ResultSet result = statement.executeQuery("SELECT * FROM `" + table + "`")) {
                        rows += drain(result);
                    }
                }
            }
        }
        return rows;
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

    private static long drain(ResultSet result) throws SQLException {
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
            throw new IllegalStateException("All values of a table hash to zero."); // also keeps every read alive
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
