package org.speedwell.demo.live;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.live.Catalogue.Copy;
import org.speedwell.schema.Database;
import org.speedwell.schema.Sakila;

/**
 * The rows of the generator in the database. The rentals of the public Sakila are of 2005 and 2006, and those that this
 * project generates are of 2024. All later rentals therefore come from this generator. Its keys follow Sakila's own
 * keys and repeat in a ring. The ring limits the number of rows, because the key of a payment has 16 bits.
 */
final class LiveRows implements AutoCloseable {
    private static final int RING = 20_000;
    private static final int KEYS_OF_16_BITS = 65_535;
    private static final String SINCE = "'2025-01-01'";
    private static final String OPTIONS = "&rewriteBatchedStatements=true&connectTimeout=3000&socketTimeout=10000";

    private final Connection connection;
    private final BinlogEnd binlog;
    private final int lastRental;
    private final int lastPayment;
    private final int ring;

    /** A rental to write: a copy and a customer. */
    record NewRental(Copy copy, int customerId) {
        static NewRental random(Catalogue catalogue, RandomGenerator random) {
            // the square makes some films much more popular than others, so that a top ten is meaningful
            double share = random.nextDouble();
            Copy copy = catalogue.copies().get((int)
                    (share * share * catalogue.copies().size()));
            int customer = catalogue
                    .customers()
                    .get(random.nextInt(catalogue.customers().size()));
            return new NewRental(copy, customer);
        }
    }

    private LiveRows(Connection connection, int lastRental, int lastPayment, int ring) {
        this.connection = connection;
        binlog = new BinlogEnd(connection);
        this.lastRental = lastRental;
        this.lastPayment = lastPayment;
        this.ring = ring;
    }

    static LiveRows open(Database database) throws SQLException {
        Connection connection = DriverManager.getConnection(
                database.url(Sakila.SCHEMA) + OPTIONS, database.user(), database.password());
        try {
            connection.setAutoCommit(false);
            int rental = last(connection, "rental_id", "rental", "rental_date");
            int payment = last(connection, "payment_id", "payment", "payment_date");
            // a key above 16 bits shows that the column is wider
            int room = payment < KEYS_OF_16_BITS ? KEYS_OF_16_BITS - payment : RING;
            return new LiveRows(connection, rental, payment, Math.min(RING, room));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static int last(Connection connection, String key, String table, String date) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + key + " FROM " + table + " WHERE " + date + " < "
                        + SINCE + " ORDER BY " + key + " DESC LIMIT 1")) {
            if (!row.next()) {
                throw new SQLException("The table " + table + " has no rows of Sakila before " + SINCE + ".");
            }
            return row.getInt(1);
        }
    }

    /**
     * Writes rentals of the present moment and their payments in one transaction. Their keys are the next places of the
     * ring.
     *
     * @return the {@link System#nanoTime} at which this method sent COMMIT
     */
    long write(List<NewRental> rentals, long number) throws SQLException {
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC).withNano(0);
        try (PreparedStatement rental = connection.prepareStatement("REPLACE INTO rental (rental_id, rental_date,"
                        + " inventory_id, customer_id, staff_id) VALUES (?, ?, ?, ?, ?)");
                PreparedStatement payment = connection.prepareStatement("REPLACE INTO payment (payment_id, customer_id,"
                        + " staff_id, rental_id, amount, payment_date) VALUES (?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < rentals.size(); i++) {
                NewRental each = rentals.get(i);
                int place = (int) ((number + i) % ring) + 1;
                int staff = each.copy().storeId(); // each store has one staff member with the number of the store
                rental.setInt(1, lastRental + place);
                rental.setObject(2, now);
                rental.setInt(3, each.copy().inventoryId());
                rental.setInt(4, each.customerId());
                rental.setInt(5, staff);
                rental.addBatch();
                payment.setInt(1, lastPayment + place);
                payment.setInt(2, each.customerId());
                payment.setInt(3, staff);
                payment.setInt(4, lastRental + place);
                payment.setBigDecimal(5, BigDecimal.valueOf(each.copy().cents(), 2));
                payment.setObject(6, now);
                payment.addBatch();
            }
            rental.executeBatch();
            payment.executeBatch();
            long nanos = System.nanoTime();
            connection.commit();
            return nanos;
        }
    }

    /** Returns the end of the binlog. Empty if the server does not report it. */
    Optional<Position> binlogEnd() throws SQLException {
        return binlog.read();
    }

    /** Inserts one rental without a payment, and returns after the commit. Its key is outside the ring. */
    void insertOne(NewRental rental) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO rental (rental_id, rental_date,"
                + " inventory_id, customer_id, staff_id) VALUES (?, ?, ?, ?, ?)")) {
            insert.setInt(1, keyOfOne());
            insert.setObject(2, LocalDateTime.now(ZoneOffset.UTC).withNano(0));
            insert.setInt(3, rental.copy().inventoryId());
            insert.setInt(4, rental.customerId());
            insert.setInt(5, rental.copy().storeId());
            insert.executeUpdate();
            connection.commit();
        }
    }

    /** Deletes the rental of {@link #insertOne} if it exists, and returns after the commit. */
    void deleteOne() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM rental WHERE rental_id = " + keyOfOne());
            connection.commit();
        }
    }

    int keyOfOne() {
        return lastRental + RING + 1;
    }

    /** Deletes all rows of the generator, also those of earlier runs. Returns the number of rentals. */
    int removeAll() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM payment WHERE payment_id > " + lastPayment);
            int rentals = statement.executeUpdate("DELETE FROM rental WHERE rental_id > " + lastRental);
            connection.commit();
            return rentals;
        }
    }

    /** Returns the maximum number of rentals in the database. */
    int ring() {
        return ring;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
