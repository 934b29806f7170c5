package org.speedwell.bench.peers;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.speedwell.bench.peers.PeerRows.FilmRow;
import org.speedwell.bench.peers.PeerRows.PaymentRow;
import org.speedwell.schema.Progress;

/**
 * The load of the rows into a database. It creates a table {@code loaded} at the end, and does nothing if that table
 * exists.
 */
final class SqlLoad {
    private static final int BATCH = 10_000;

    private static final List<String> TABLES = List.of("film", "payment", "language", "customer", "rental", "loaded");

    /**
     * The differences between the databases: the type of the rating, the options of a table, and the statements after
     * the load.
     */
    record Dialect(String rating, String engine, List<String> afterwards) {}

    static final Dialect DUCKDB =
            new Dialect("ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17')", "", List.of("CHECKPOINT", "ANALYZE"));

    private static final List<String> INDEXES = List.of(
            "CREATE INDEX film_rating ON film (rating)",
            "CREATE INDEX film_length ON film (length DESC, film_id)",
            "CREATE INDEX film_title ON film (title)",
            "CREATE INDEX payment_customer ON payment (customer_id)",
            "CREATE INDEX payment_rental ON payment (rental_id)");

    static final Dialect H2 = new Dialect("ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17')", "", and(INDEXES, "ANALYZE"));
    static final Dialect MYSQL = new Dialect(
            "ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17')",
            " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
            and(INDEXES, "ANALYZE TABLE film, payment"));

    private SqlLoad() {}

    private static List<String> and(List<String> indexes, String last) {
        return java.util.stream.Stream.concat(indexes.stream(), java.util.stream.Stream.of(last))
                .toList();
    }

    /** A writer of the rows of one table. */
    interface Loader extends AutoCloseable {
        Loader put(int value) throws SQLException;

        /** Writes a value of a SMALLINT column. */
        default Loader putSmall(int value) throws SQLException {
            return put(value);
        }

        Loader put(String value) throws SQLException;

        Loader putCents(int cents) throws SQLException;

        void endRow() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** A factory of writers. */
    @FunctionalInterface
    interface Loaders {
        Loader of(Connection connection, String table) throws SQLException;
    }

    static void load(Connection connection, Dialect dialect, PeerRows rows, Progress progress, Loaders loaders)
            throws SQLException {
        if (isLoaded(connection)) {
            return;
        }
        for (String table : TABLES) {
            SqlPeer.execute(connection, "DROP TABLE IF EXISTS " + table);
        }
        create(
                connection,
                dialect,
                "film",
                String.join(
                        ", ",
                        "film_id INT PRIMARY KEY, title VARCHAR(255) NOT NULL, release_year SMALLINT",
                        "language_id SMALLINT NOT NULL, rental_duration SMALLINT NOT NULL",
                        "rental_rate DECIMAL(4, 2) NOT NULL, length SMALLINT, replacement_cost DECIMAL(5, 2) NOT NULL",
                        "rating " + dialect.rating));
        create(
                connection,
                dialect,
                "payment",
                "payment_id INT PRIMARY KEY, customer_id INT NOT NULL,"
                        + " rental_id INT NOT NULL, amount DECIMAL(5, 2) NOT NULL");
        create(connection, dialect, "language", "language_id INT PRIMARY KEY, name VARCHAR(20) NOT NULL");
        create(connection, dialect, "customer", "customer_id INT PRIMARY KEY, store_id SMALLINT NOT NULL");
        create(connection, dialect, "rental", "rental_id INT PRIMARY KEY, staff_id SMALLINT NOT NULL");
        fill(connection, "film", rows.rows(), loaders, progress, (row, loader) -> {
            FilmRow film = rows.film(row);
            loader.put(film.filmId())
                    .put(film.title())
                    .putSmall(film.releaseYear())
                    .putSmall(film.languageId())
                    .putSmall(film.rentalDuration())
                    .putCents(film.rentalRate())
                    .putSmall(film.length())
                    .putCents(film.replacementCost())
                    .put(film.rating().toDatabase());
        });
        fill(connection, "payment", rows.rows(), loaders, progress, (row, loader) -> {
            PaymentRow payment = rows.payment(row);
            loader.put(payment.paymentId())
                    .put(payment.customerId())
                    .put(payment.rentalId())
                    .putCents(payment.amount());
        });
        fill(
                connection,
                "language",
                PeerRows.LANGUAGES.size(),
                loaders,
                progress,
                (row, loader) -> loader.put(row + 1).put(PeerRows.LANGUAGES.get(row)));
        fill(
                connection,
                "customer",
                PeerRows.CUSTOMERS,
                loaders,
                progress,
                (row, loader) -> loader.put(row + 1).putSmall(PeerRows.storeOfCustomer(row + 1)));
        fill(
                connection,
                "rental",
                PeerRows.RENTALS,
                loaders,
                progress,
                (row, loader) -> loader.put(row + 1).putSmall(PeerRows.staffOfRental(row + 1)));
        for (String statement : dialect.afterwards) {
            SqlPeer.execute(connection, statement);
        }
        SqlPeer.execute(connection, "CREATE TABLE loaded (films INT)");
    }

    private static boolean isLoaded(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM loaded")) {
            return result.next();
        } catch (SQLException e) {
            return false; // the table does not exist yet
        }
    }

    private static void create(Connection connection, Dialect dialect, String table, String columns)
            throws SQLException {
        SqlPeer.execute(connection, "CREATE TABLE " + table + " (" + columns + ")" + dialect.engine);
    }

    /** A function that writes one row of a table. */
    @FunctionalInterface
    private interface RowWriter {
        void write(int row, Loader loader) throws SQLException;
    }

    private static void fill(
            Connection connection, String table, int rows, Loaders loaders, Progress progress, RowWriter writer)
            throws SQLException {
        try (Progress.Task task = progress.start(table, rows);
                Loader loader = loaders.of(connection, table)) {
            for (int row = 0; row < rows; row++) {
                writer.write(row, loader);
                loader.endRow();
                if ((row + 1) % BATCH == 0) {
                    task.advance(BATCH);
                }
            }
            task.advance(rows % BATCH);
        }
    }

    /** Returns a writer that uses JDBC batches, with one transaction for each batch. */
    static Loader batches(Connection connection, String table) throws SQLException {
        int columns = columns(connection, table);
        PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + table + " VALUES (" + String.join(", ", Collections.nCopies(columns, "?")) + ")");
        connection.setAutoCommit(false);
        return new Loader() {
            private int column;
            private int pending;

            @Override
            public Loader put(int value) throws SQLException {
                statement.setInt(++column, value);
                return this;
            }

            @Override
            public Loader put(String value) throws SQLException {
                statement.setString(++column, value);
                return this;
            }

            @Override
            public Loader putCents(int cents) throws SQLException {
                statement.setBigDecimal(++column, BigDecimal.valueOf(cents, 2));
                return this;
            }

            @Override
            public void endRow() throws SQLException {
                column = 0;
                statement.addBatch();
                if (++pending == BATCH) {
                    flush();
                }
            }

            private void flush() throws SQLException {
                statement.executeBatch();
                connection.commit();
                pending = 0;
            }

            @Override
            public void close() throws SQLException {
                flush();
                statement.close();
                connection.setAutoCommit(true);
            }
        };
    }

    private static int columns(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            return result.getMetaData().getColumnCount();
        }
    }

    /** Returns a writer that uses DuckDB's appender. */
    static Loader appender(DuckDBConnection connection, String table) throws SQLException {
        DuckDBAppender appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table);
        return new Loader() {
            private boolean inRow;

            private DuckDBAppender row() throws SQLException {
                if (!inRow) {
                    appender.beginRow();
                    inRow = true;
                }
                return appender;
            }

            @Override
            public Loader put(int value) throws SQLException {
                row().append(value);
                return this;
            }

            @Override
            public Loader putSmall(int value) throws SQLException {
                row().append((short) value);
                return this;
            }

            @Override
            public Loader put(String value) throws SQLException {
                row().append(value);
                return this;
            }

            @Override
            public Loader putCents(int cents) throws SQLException {
                row().append(BigDecimal.valueOf(cents, 2));
                return this;
            }

            @Override
            public void endRow() throws SQLException {
                appender.endRow();
                inRow = false;
            }

            @Override
            public void close() throws SQLException {
                appender.close();
            }
        };
    }
}
