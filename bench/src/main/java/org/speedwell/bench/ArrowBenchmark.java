package org.speedwell.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.arrow.ArrowTable;
import org.speedwell.accelerator.arrow.DuckDb;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.live.HeldTables;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;

/**
 * The question {@code SELECT y, sum(x) GROUP BY y} to DuckDB: over a stream of Arrow, over a table of DuckDB, and over
 * rows that were exported for this one question. No database. The codes of {@code x} are the values, and those of
 * {@code y} are not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@NullUnmarked // JMH sets the fields before anything reads them
public class ArrowBenchmark {
    private static final int GROUPS = 1_000;

    /** A row. */
    public record Number(double x, int y) {}

    @Param({"1000000", "10000000"})
    int rows;

    /** The threads of DuckDB. */
    @Param("1")
    int threads;

    private TableStore<Number> numbers;
    private SnapshotView version;
    private Connection duck;
    private Path csv;

    @Setup(Level.Trial)
    public void start() throws SQLException, IOException {
        numbers = table();
        version = (SnapshotView) Proxy.newProxyInstance(
                ArrowBenchmark.class.getClassLoader(),
                new Class<?>[] {SnapshotView.class, HeldTables.class},
                (_, _, _) -> new HeldTables.Held<>(
                        numbers,
                        new TableDescription<>(numbers.identifier(), Number.class, true, List.of(), null),
                        false));
        duck = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = " + threads);
        csv = Files.createTempFile("numbers", ".csv");
        DuckDb.register(duck, "arrow", ArrowTable.of(version, Number.class));
        execute("CREATE TABLE own AS FROM arrow");
        Map<Integer, Double> expected = new TreeMap<>();
        stream().forEach(row -> expected.merge(row.y, row.x, Double::sum));
        for (Map<Integer, Double> answer : List.of(arrow(), ownTable(), appender(), csv())) {
            answer.forEach((y, sum) -> requireClose(sum, expected.get(y)));
            if (answer.size() != expected.size()) {
                throw new IllegalStateException("DuckDB has " + answer.size() + " groups.");
            }
        }
    }

    private static void requireClose(double sum, double expected) {
        if (Math.abs(sum - expected) > 1e-9 * expected) {
            throw new IllegalStateException("The sum is " + sum + " instead of " + expected + ".");
        }
    }

    private TableStore<Number> table() {
        Lease lease = new Lease();
        SplittableRandom random = new SplittableRandom(1);
        try (ColumnBuilder x = ColumnBuilder.of(MySqlType.DOUBLE, 0, 0, Double.class, Double.class, null);
                ColumnBuilder y = ColumnBuilder.of(MySqlType.INT, 0, 0, Integer.class, Integer.class, null)) {
            for (int row = 0; row < rows; row++) {
                x.append(random.nextDouble() * 1_000);
                y.append(1 + random.nextInt(GROUPS));
            }
            return TableStore.builder(
                            new TableId<Number>("speedwell", "bench", "numbers"),
                            new EntityFactory<>(values -> new Number((Double) values[0], (Integer) values[1]), 2, null),
                            lease)
                    .column(ColumnId.of("x"), x.build(lease))
                    .column(ColumnId.of("y"), y.build(lease))
                    .build();
        }
    }

    private Stream<Number> stream() {
        return EntityStream.of(numbers, false);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute(sql);
        }
    }

    private Map<Integer, Double> sums(String from) throws SQLException {
        Map<Integer, Double> sums = new TreeMap<>();
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery("SELECT y, sum(x) FROM " + from + " GROUP BY y")) {
            while (rows.next()) {
                sums.put(rows.getInt(1), rows.getDouble(2));
            }
        }
        return sums;
    }

    /** Registers the columns and asks. */
    @Benchmark
    public Map<Integer, Double> arrow() throws SQLException {
        DuckDb.register(duck, "arrow", ArrowTable.of(version, Number.class));
        return sums("arrow");
    }

    /** Asks a table that DuckDB already has. */
    @Benchmark
    public Map<Integer, Double> ownTable() throws SQLException {
        return sums("own");
    }

    /** Writes the rows to a table of DuckDB with the appender of its driver, and asks. */
    @Benchmark
    public Map<Integer, Double> appender() throws SQLException {
        execute("CREATE OR REPLACE TABLE appended (x DOUBLE, y INTEGER)");
        try (DuckDBAppender to = ((DuckDBConnection) duck).createAppender("appended")) {
            stream().forEach(row -> append(row, to));
        }
        return sums("appended");
    }

    private static void append(Number row, DuckDBAppender to) {
        try {
            to.beginRow().append(row.x).append(row.y).endRow();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the rows to a file of CSV, and asks that file. */
    @Benchmark
    public Map<Integer, Double> csv() throws SQLException, IOException {
        try (OutputStream out = Files.newOutputStream(csv)) {
            StringBuilder block = new StringBuilder("x,y\n");
            stream().forEachOrdered(row -> {
                block.append(row.x).append(',').append(row.y).append('\n');
                if (block.length() > 1 << 16) {
                    write(block, out);
                }
            });
            write(block, out);
        }
        return sums("'" + csv + "'");
    }

    private static void write(StringBuilder block, OutputStream out) {
        try {
            out.write(block.toString().getBytes(StandardCharsets.US_ASCII));
            block.setLength(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TearDown(Level.Trial)
    public void stop() throws SQLException, IOException {
        duck.close();
        Files.delete(csv);
    }
}
