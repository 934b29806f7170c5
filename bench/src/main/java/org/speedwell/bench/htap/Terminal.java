package org.speedwell.bench.htap;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Database;

/** A client that runs one random transaction after the other. For one thread. */
final class Terminal implements AutoCloseable {
    /** The SQL state of a deadlock. The server has rolled back the transaction, which may then run again. */
    private static final String DEADLOCK = "40001";

    private final int warehouse;
    private final TpccRandom random;
    private final Session session;
    private @Nullable NewOrder ordered;

    /** The key of a committed order. */
    record NewOrder(int warehouse, int district, int order) {}

    /**
     * Connects to the database.
     *
     * @param number the number of the terminal, which determines its warehouse and its random numbers
     */
    Terminal(Database database, String schema, ChBenchmark size, int number) throws SQLException {
        warehouse = number % size.warehouses() + 1;
        random = new TpccRandom(size, number);
        Connection connection = DriverManager.getConnection(
                database.url(schema) + "&useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=100",
                database.user(),
                database.password());
        connection.setAutoCommit(false);
        session = new Session(connection);
    }

    int warehouse() {
        return warehouse;
    }

    TpccRandom random() {
        return random;
    }

    Session session() {
        return session;
    }

    /** Returns the time of the transaction, in the precision of the columns. */
    LocalDateTime now() {
        return LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Records that the transaction has entered an order. */
    void ordered(int district, int order) {
        ordered = new NewOrder(warehouse, district, order);
    }

    /**
     * Runs a random transaction to its end. Repeats it with other inputs after a deadlock.
     *
     * @return the order that it committed; null for other transactions
     */
    @Nullable
    NewOrder run() throws SQLException {
        Transaction transaction = Transaction.any(random);
        while (true) {
            ordered = null;
            try {
                if (transaction.run(this)) {
                    session.connection().commit();
                    return ordered;
                }
                session.connection().rollback();
                return null;
            } catch (SQLException e) {
                session.connection().rollback();
                if (!DEADLOCK.equals(e.getSQLState())) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
