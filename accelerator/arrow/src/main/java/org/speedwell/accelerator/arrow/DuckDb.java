package org.speedwell.accelerator.arrow;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A bridge to DuckDB's JDBC driver, in the same JVM.
 *
 * {@snippet :
 * DuckDb.register(connection, "film", ArrowTable.of(store.snapshot(), films));
 * var ratings = connection.createStatement().executeQuery("SELECT rating, count(*) FROM film GROUP BY rating");
 * }
 */
public final class DuckDb {
    private static final AtomicLong COPIES = new AtomicLong();

    private DuckDb() {}

    /**
     * Creates or replaces a temporary view of a table in memory. The next query that names the view reads the table. A
     * stream of Arrow is read once, so register the table again for the next query, with the version that it should
     * read. If no query reads the view, DuckDB keeps the version in memory until the connection closes. For several
     * queries of one version, use {@link #copy}.
     *
     * @param connection a connection of DuckDB's JDBC driver, or a wrapper of one
     * @param view the name of the view
     * @throws SQLException if the connection is not one of DuckDB, is closed, or cannot create the view
     * @throws IllegalStateException if the JVM denies native access
     */
    public static void register(Connection connection, String view, ArrowTable table) throws SQLException {
        try (ArrowStream stream = table.stream()) {
            register(duckDb(connection), view, stream.address()); // DuckDB moves the stream
        }
    }

    /**
     * Creates or replaces a table of DuckDB in one pass over the columns. Any number of queries read it, also at the
     * same time, on other connections of the database, and several times in one query. It keeps the rows of this version
     * until the next copy. Queries that run meanwhile read the earlier rows to their end.
     *
     * @param connection a connection of DuckDB's JDBC driver, or a wrapper of one
     * @param name the name of the table in the current schema
     * @throws SQLException if the connection is not one of DuckDB, is closed, or cannot create the table. An earlier
     *     table stays as it was. DuckDB has no decimals of more than 38 digits
     * @throws IllegalStateException if the JVM denies native access
     */
    public static void copy(Connection connection, String name, ArrowTable table) throws SQLException {
        String view = "columns_in_memory_" + COPIES.incrementAndGet();
        register(connection, view, table);
        try (View _ = () -> execute(connection, "DROP VIEW " + view)) {
            execute(connection, "CREATE OR REPLACE TABLE " + quoted(name) + " AS FROM " + view);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) { // a failure closes it
            statement.execute(sql);
        }
    }

    /** A view that ends with its use. */
    private interface View extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /**
     * Writes a table to a Parquet file. DuckDB's driver, which must be on the class path, reads the columns and writes
     * the file. The method writes a temporary file in the same folder and renames it. Only the owner of the process may
     * read the file.
     *
     * @throws SQLException if DuckDB cannot write the file; it has no decimals of more than 38 digits
     * @throws IllegalStateException if the JVM denies native access
     */
    public static void writeParquet(ArrowTable table, Path file) throws SQLException, IOException {
        FileReplacement.write(file, part -> {
            try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
                register(duck, "columns_in_memory", table);
                execute(
                        duck,
                        "COPY (FROM columns_in_memory) TO '"
                                + part.toAbsolutePath().toString().replace("'", "''")
                                + "' (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
            }
        });
    }

    private static Connection duckDb(Connection connection) throws SQLException {
        try {
            Class<?> type = Class.forName("org.duckdb.DuckDBConnection");
            return (Connection) (type.isInstance(connection) ? connection : connection.unwrap(type));
        } catch (ClassNotFoundException e) {
            throw new SQLException("DuckDB's JDBC driver is not on the class path. Add org.duckdb:duckdb_jdbc.", e);
        }
    }

    /**
     * Registers a stream as {@code DuckDBConnection.registerArrowStream} does. The public method accepts only objects of
     * Arrow's Java library, which needs flags of the JVM.
     */
    private static void register(Connection duck, String view, long stream) throws SQLException {
        try {
            Class<?> natives = Class.forName(
                    "org.duckdb.DuckDBNative", true, duck.getClass().getClassLoader());
            Method register =
                    natives.getDeclaredMethod("duckdb_jdbc_arrow_register", ByteBuffer.class, long.class, byte[].class);
            register.setAccessible(true);
            Lock lock = (Lock) Objects.requireNonNull(value(duck, "connRefLock"));
            lock.lock();
            try {
                Object reference = value(duck, "connRef");
                if (reference == null) {
                    throw new SQLException("The connection to DuckDB is closed, so it cannot show view " + view + ".");
                }
                register.invoke(null, reference, stream, view.getBytes(StandardCharsets.UTF_8));
            } finally {
                lock.unlock();
            }
        } catch (InvocationTargetException e) {
            throw new SQLException("DuckDB cannot create view " + view + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new SQLException(
                    "This version of DuckDB's driver registers Arrow streams in another way. Use duckdb_jdbc 2.0,"
                            + " or pass the address of ArrowTable.stream() to a public method of the driver.",
                    e);
        }
    }

    private static @Nullable Object value(Connection duck, String name) throws ReflectiveOperationException {
        Field field = duck.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(duck);
    }
}
