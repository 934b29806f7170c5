package org.speedwell.bench.tpch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;
import org.speedwell.schema.Progress;
import org.speedwell.schema.RowWriter;
import org.speedwell.schema.Tpch;

/**
 * An engine that runs DuckDB in process, with its data in a file. It follows DuckDB's guides: it loads with the
 * appender, and sets the number of threads. It creates primary keys and no other index. It prepares each statement
 * once, and reads results in chunks of vectors, the fastest way into Java.
 */
final class DuckdbTpch implements TpchPeer {
    private static final Map<String, String> CREATE_TABLE = Map.of(
            "region",
                    "CREATE OR REPLACE TABLE region (r_regionkey INT PRIMARY KEY, r_name VARCHAR NOT NULL,"
                            + " r_comment VARCHAR NOT NULL)",
            "nation",
                    "CREATE OR REPLACE TABLE nation (n_nationkey INT PRIMARY KEY, n_name VARCHAR NOT NULL,"
                            + " n_regionkey INT NOT NULL, n_comment VARCHAR NOT NULL)",
            "part",
                    "CREATE OR REPLACE TABLE part (p_partkey INT PRIMARY KEY, p_name VARCHAR NOT NULL,"
                            + " p_mfgr VARCHAR NOT NULL, p_brand VARCHAR NOT NULL, p_type VARCHAR NOT NULL,"
                            + " p_size INT NOT NULL, p_container VARCHAR NOT NULL,"
                            + " p_retailprice DECIMAL(15, 2) NOT NULL, p_comment VARCHAR NOT NULL)",
            "supplier",
                    "CREATE OR REPLACE TABLE supplier (s_suppkey INT PRIMARY KEY, s_name VARCHAR NOT NULL,"
                            + " s_address VARCHAR NOT NULL, s_nationkey INT NOT NULL, s_phone VARCHAR NOT NULL,"
                            + " s_acctbal DECIMAL(15, 2) NOT NULL, s_comment VARCHAR NOT NULL)",
            "partsupp",
                    "CREATE OR REPLACE TABLE partsupp (ps_partkey INT NOT NULL, ps_suppkey INT NOT NULL,"
                            + " ps_availqty INT NOT NULL, ps_supplycost DECIMAL(15, 2) NOT NULL,"
                            + " ps_comment VARCHAR NOT NULL, PRIMARY KEY (ps_partkey, ps_suppkey))",
            "customer",
                    "CREATE OR REPLACE TABLE customer (c_custkey INT PRIMARY KEY, c_name VARCHAR NOT NULL,"
                            + " c_address VARCHAR NOT NULL, c_nationkey INT NOT NULL, c_phone VARCHAR NOT NULL,"
                            + " c_acctbal DECIMAL(15, 2) NOT NULL, c_mktsegment VARCHAR NOT NULL,"
                            + " c_comment VARCHAR NOT NULL)",
            "orders",
                    "CREATE OR REPLACE TABLE orders (o_orderkey INT PRIMARY KEY, o_custkey INT NOT NULL,"
                            + " o_orderstatus VARCHAR NOT NULL, o_totalprice DECIMAL(15, 2) NOT NULL,"
                            + " o_orderdate DATE NOT NULL, o_orderpriority VARCHAR NOT NULL, o_clerk VARCHAR NOT NULL,"
                            + " o_shippriority INT NOT NULL, o_comment VARCHAR NOT NULL)",
            "lineitem",
                    "CREATE OR REPLACE TABLE lineitem (l_orderkey INT NOT NULL, l_partkey INT NOT NULL,"
                            + " l_suppkey INT NOT NULL, l_linenumber INT NOT NULL, l_quantity DECIMAL(15, 2) NOT NULL,"
                            + " l_extendedprice DECIMAL(15, 2) NOT NULL, l_discount DECIMAL(15, 2) NOT NULL,"
                            + " l_tax DECIMAL(15, 2) NOT NULL, l_returnflag VARCHAR NOT NULL,"
                            + " l_linestatus VARCHAR NOT NULL, l_shipdate DATE NOT NULL, l_commitdate DATE NOT NULL,"
                            + " l_receiptdate DATE NOT NULL, l_shipinstruct VARCHAR NOT NULL,"
                            + " l_shipmode VARCHAR NOT NULL, l_comment VARCHAR NOT NULL,"
                            + " PRIMARY KEY (l_orderkey, l_linenumber))");

    private final DuckDBConnection connection;
    private final Map<TpchQuery, DuckDBPreparedStatement> statements = new EnumMap<>(TpchQuery.class);

    private DuckdbTpch(DuckDBConnection connection) {
        this.connection = connection;
    }

    static DuckdbTpch open(double scale, int threads, Path data, Progress progress) {
        Path file = data.resolve("tpch-" + scale + ".duckdb");
        try {
            Files.createDirectories(data);
            DuckDBConnection connection =
                    DriverManager.getConnection("jdbc:duckdb:" + file).unwrap(DuckDBConnection.class);
            execute(connection, "SET threads TO " + threads);
            if (!isLoaded(connection)) {
                load(connection, Tpch.scale(scale), progress);
            }
            return new DuckdbTpch(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB cannot be loaded: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("DuckDB cannot be loaded: " + e.getMessage(), e);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns whether the file has all tables. The load creates a table {@code loaded} at its end. */
    private static boolean isLoaded(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT count(*) FROM information_schema.tables WHERE table_name = 'loaded'")) {
            return result.next() && result.getInt(1) == 1;
        }
    }

    private static void load(DuckDBConnection connection, Tpch tpch, Progress progress) throws SQLException {
        for (String table : tpch.tables()) {
            execute(connection, Objects.requireNonNull(CREATE_TABLE.get(table), table));
            try (DuckDBAppender appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table)) {
                tpch.write(table, new Appending(appender), progress);
            }
        }
        execute(connection, "CHECKPOINT");
        execute(connection, "ANALYZE");
        execute(connection, "CREATE TABLE loaded (tables INT)");
    }

    /** A writer of rows through DuckDB's appender. */
    private record Appending(DuckDBAppender appender) implements RowWriter {
        @Override
        public RowWriter row() throws SQLException {
            appender.beginRow();
            return this;
        }

        @Override
        public RowWriter number(long value) throws SQLException {
            appender.append(Math.toIntExact(value));
            return this;
        }

        @Override
        public RowWriter cents(long value) throws SQLException {
            appender.appendDecimal(value);
            return this;
        }

        @Override
        public RowWriter date(LocalDate value) throws SQLException {
            appender.append(value);
            return this;
        }

        @Override
        public RowWriter text(@Nullable String value) throws SQLException {
            appender.append(value);
            return this;
        }

        @Override
        public void endRow() throws SQLException {
            appender.endRow();
        }
    }

    @Override
    public Object ask(TpchQuery query) {
        return rows(query);
    }

    @Override
    public TpchAnswer answer(TpchQuery query) {
        return TpchAnswer.ofValues(rows(query));
    }

    private List<@Nullable Object[]> rows(TpchQuery query) {
        try {
            List<@Nullable Object[]> rows = new ArrayList<>();
            try (DuckDBChunkedResult result = statement(query).query()) {
                while (result.nextChunk()) {
                    read(result.chunk(), rows);
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(query + ": " + e.getMessage(), e);
        }
    }

    private DuckDBPreparedStatement statement(TpchQuery query) throws SQLException {
        DuckDBPreparedStatement statement = statements.get(query);
        if (statement == null) {
            statement = connection.prepareStatement(query.sql()).unwrap(DuckDBPreparedStatement.class);
            statements.put(query, statement);
        }
        return statement;
    }

    private static void read(DuckDBDataChunkReader chunk, List<@Nullable Object[]> rows) {
        int first = rows.size();
        int columns = (int) chunk.columnCount();
        for (long row = 0; row < chunk.rowCount(); row++) {
            rows.add(new @Nullable Object[columns]);
        }
        for (int column = 0; column < columns; column++) {
            DuckDBReadableVector vector = chunk.vector(column);
            for (int row = 0; row < chunk.rowCount(); row++) {
                rows.get(first + row)[column] = vector.isNull(row) ? null : value(vector, row);
            }
        }
    }

    private static Object value(DuckDBReadableVector vector, long row) {
        return switch (vector.getType()) {
            case INTEGER -> vector.getInt(row);
            case BIGINT -> vector.getLong(row);
            case HUGEINT -> vector.getHugeInt(row);
            case DECIMAL -> vector.getBigDecimal(row);
            case DOUBLE -> vector.getDouble(row);
            case DATE -> vector.getLocalDate(row);
            case VARCHAR -> vector.getString(row);
            default ->
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "No query has a result of type %s.", vector.getType()));
        };
    }

    @Override
    public void close() {
        try {
            for (DuckDBPreparedStatement statement : statements.values()) {
                statement.close();
            }
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot close DuckDB: " + e.getMessage(), e);
        }
    }
}
