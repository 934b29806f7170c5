package org.speedwell.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;
import org.speedwell.bench.peers.Answers.RatingGroup;
import org.speedwell.bench.peers.Answers.Revenue;
import org.speedwell.bench.peers.Answers.Total;
import org.speedwell.bench.peers.PeerRows.FilmRow;
import org.speedwell.bench.peers.SqlLoad.Loader;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** A database behind one JDBC connection, with statements that are prepared once. */
final class SqlPeer implements Peer {
    private final Connection connection;
    private final AutoCloseable server;
    private final int[] ids;
    private int next;

    /** A function that reads the result of a query. */
    @FunctionalInterface
    private interface Reader {
        Object read(ResultSet result) throws SQLException;
    }

    private SqlPeer(Connection connection, AutoCloseable server, int[] ids) {
        this.connection = connection;
        this.server = server;
        this.ids = ids;
    }

    /**
     * Returns DuckDB in this process, with its data in a file. It has the setup that its guides recommend:
     *
     * <ul>
     * <li>the appender loads the rows
     * <li>the number of threads is set
     * <li>the primary key has the only index; DuckDB creates zone maps itself, and advises against further indexes for
     * scans
     * </ul>
     */
    static SqlPeer duckdb(PeerRows rows, int threads, Path data, Progress progress) {
        Path file = data.resolve("duckdb-" + rows.rows() + ".db");
        return opened("DuckDB", () -> {
            Files.createDirectories(data);
            Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
            execute(connection, "SET threads TO " + threads);
            SqlLoad.load(connection, SqlLoad.DUCKDB, rows, progress, SqlPeer::appenders);
            return new SqlPeer(connection, () -> {}, rows.ids());
        });
    }

    private static Loader appenders(Connection connection, String table) throws SQLException {
        return SqlLoad.appender(connection.unwrap(DuckDBConnection.class), table);
    }

    /**
     * Returns H2 in this process, with its data in a file. It has the setup that its performance page recommends:
     *
     * <ul>
     * <li>indexes on the columns of filters and sorts
     * <li>{@code ANALYZE} after the load
     * <li>a cache that is large enough for the data
     * </ul>
     *
     * <p>H2 can return the last result of a statement without running it again. This peer turns that off.
     */
    static SqlPeer h2(PeerRows rows, Path data, Progress progress) {
        long cacheKilobytes = Runtime.getRuntime().maxMemory() / 2 / 1024;
        Path file = data.resolve("h2-" + rows.rows()).toAbsolutePath();
        return opened("H2", () -> {
            Connection connection = DriverManager.getConnection(
                    "jdbc:h2:file:" + file + ";OPTIMIZE_REUSE_RESULTS=0;CACHE_SIZE=" + cacheKilobytes, "sa", "");
            SqlLoad.load(connection, SqlLoad.H2, rows, progress, SqlLoad::batches);
            return new SqlPeer(connection, () -> {}, rows.ids());
        });
    }

    /**
     * Returns a MySQL or MariaDB server, which closes with the peer. It uses cached prepared statements of the server,
     * as the makers of the driver recommend, and indexes on the columns of filters and sorts. The server defines the
     * size of the buffer pool.
     */
    static SqlPeer server(PeerRows rows, Database database, String schema, Progress progress) {
        return opened("The database server", () -> {
            try (Connection connection = database.connect()) {
                execute(connection, "CREATE SCHEMA IF NOT EXISTS " + schema);
            }
            Properties login = new Properties();
            login.setProperty("user", database.user());
            login.setProperty("password", database.password());
            Connection connection = DriverManager.getConnection(
                    database.url(schema) + "&useServerPrepStmts=true&cachePrepStmts=true&rewriteBatchedStatements=true",
                    login);
            SqlLoad.load(connection, SqlLoad.MYSQL, rows, progress, SqlLoad::batches);
            return new SqlPeer(connection, database, rows.ids());
        });
    }

    /** A function that opens a database. */
    @FunctionalInterface
    private interface Opening {
        SqlPeer open() throws SQLException, IOException;
    }

    private static SqlPeer opened(String name, Opening opening) {
        try {
            return opening.open();
        } catch (SQLException e) {
            throw new IllegalStateException(name + " cannot be loaded: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public Supplier<Object> prepare(Query query) {
        return switch (query) {
            case Q1 -> ask("SELECT count(*) FROM film WHERE rating = 'PG-13'", SqlPeer::number);
            case Q2 ->
                ask(
                        "SELECT count(*), min(d), max(d), sum(d) FROM (SELECT rental_duration d FROM film"
                                + " ORDER BY length DESC, film_id LIMIT 5 OFFSET 745) t",
                        SqlPeer::statistics);
            case Q3 -> ask("SELECT count(*) FROM film WHERE length > 60", SqlPeer::number);
            case Q4 ->
                ask(
                        "SELECT count(*) FROM film WHERE length BETWEEN 60 AND 120 AND rental_duration >= 5"
                                + " AND rating IN ('PG', 'R')",
                        SqlPeer::number);
            case Q5 ->
                ask(
                        "SELECT rating, count(*), avg(length + 0.0e0), sum(rental_rate) FROM film GROUP BY rating",
                        SqlPeer::ratings);
            case Q6a -> ask(revenue("customer_id"), SqlPeer::revenues);
            case Q6b -> ask(revenue("rental_id"), SqlPeer::revenues);
            case Q7a ->
                ask(
                        "SELECT count(*), sum(f.length) FROM film f JOIN language l ON l.language_id = f.language_id"
                                + " WHERE l.name <> 'English'",
                        result -> new Total(result.getLong(1), result.getLong(2)));
            case Q7b ->
                ask(
                        "SELECT count(*), sum(p.amount) FROM payment p JOIN customer c ON c.customer_id = p.customer_id"
                                + " WHERE c.store_id = 1",
                        result -> new Total(result.getLong(1), cents(result, 2)));
            case Q7c ->
                ask(
                        "SELECT count(*), sum(p.amount) FROM payment p JOIN rental r ON r.rental_id = p.rental_id"
                                + " WHERE r.staff_id = 1",
                        result -> new Total(result.getLong(1), cents(result, 2)));
            case Q8 -> film();
            case Q9 -> ask("SELECT count(*) FROM film WHERE title LIKE 'AU%'", SqlPeer::number);
        };
    }

    private static String revenue(String key) {
        return "SELECT " + key + ", sum(amount) s FROM payment GROUP BY " + key + " ORDER BY s DESC, " + key
                + " LIMIT 10";
    }

    private Supplier<Object> film() {
        PreparedStatement statement = statement("SELECT film_id, title, release_year, language_id, rental_duration,"
                + " rental_rate, length, replacement_cost, rating FROM film WHERE film_id = ?");
        return () -> {
            try {
                statement.setInt(1, ids[next++ & (ids.length - 1)]);
                return first(statement, SqlPeer::film);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private Supplier<Object> ask(String sql, Reader reader) {
        PreparedStatement statement = statement(sql);
        return () -> {
            try {
                return first(statement, reader);
            } catch (SQLException e) {
                throw new IllegalStateException(sql + ": " + e.getMessage(), e);
            }
        };
    }

    /** Runs a statement, and reads its result from the first row on. */
    private static Object first(PreparedStatement statement, Reader reader) throws SQLException {
        try (ResultSet result = statement.executeQuery()) {
            result.next();
            return reader.read(result);
        }
    }

    private PreparedStatement statement(String sql) {
        try {
            return connection.prepareStatement(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    private static Object number(ResultSet result) throws SQLException {
        return result.getLong(1);
    }

    private static Object statistics(ResultSet result) throws SQLException {
        return new IntSummaryStatistics(result.getLong(1), result.getInt(2), result.getInt(3), result.getLong(4));
    }

    private static Object ratings(ResultSet result) throws SQLException {
        List<RatingGroup> groups = new ArrayList<>();
        do {
            groups.add(new RatingGroup(result.getString(1), result.getLong(2), result.getDouble(3), cents(result, 4)));
        } while (result.next());
        return groups;
    }

    private static Object revenues(ResultSet result) throws SQLException {
        List<Revenue> groups = new ArrayList<>();
        do {
            groups.add(new Revenue(result.getInt(1), cents(result, 2)));
        } while (result.next());
        return groups;
    }

    private static Object film(ResultSet result) throws SQLException {
        return new FilmRow(
                result.getInt(1),
                result.getString(2),
                result.getInt(3),
                result.getInt(4),
                result.getInt(5),
                (int) cents(result, 6),
                result.getInt(7),
                (int) cents(result, 8),
                Rating.fromDatabase(result.getString(9)));
    }

    private static long cents(ResultSet result, int column) throws SQLException {
        return result.getBigDecimal(column).movePointRight(2).longValueExact();
    }

    @Override
    public void close() {
        try {
            connection.close();
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot close the database: " + e.getMessage(), e);
        }
    }
}
