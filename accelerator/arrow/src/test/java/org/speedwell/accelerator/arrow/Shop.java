package org.speedwell.accelerator.arrow;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.schema.Database;

/** A table of sales in a database, and a store of records that follows it. */
final class Shop implements AutoCloseable {
    static final int STORES = 9;

    /** The rating of a sale. The database has the texts in lower case. */
    enum Rating {
        GOOD,
        BAD
    }

    /** A sale. */
    record Sale(
            int id,
            int store,
            BigDecimal amount,
            LocalDate day,
            @Nullable LocalDateTime paid,
            Rating rating,
            @Nullable String note) {}

    private final Database database = Database.forTests();
    private final String schema;
    private final MemoryStore memory;

    Shop(String schema, int sales, long seed) throws SQLException {
        this.schema = schema;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + schema);
            statement.execute("CREATE DATABASE " + schema + " CHARACTER SET utf8mb4");
            statement.execute("CREATE TABLE " + schema + ".sale (id INT PRIMARY KEY, store INT NOT NULL,"
                    + " amount DECIMAL(12, 2) NOT NULL, day DATE NOT NULL, paid DATETIME(6),"
                    + " rating ENUM ('GOOD', 'BAD') NOT NULL, note VARCHAR(100), KEY (store))");
        }
        insert(0, sales, seed);
        memory = builder().follow().open();
    }

    /** Returns a builder of another store of the same table. */
    MemoryStore.Builder builder() {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(database.url(schema));
        source.setUser(database.user());
        source.setPassword(database.password());
        return MemoryStore.builder(source).table(ClassMapping.of(Sale.class));
    }

    /** Inserts sales with ids from {@code first} on. */
    void insert(int first, int count, long seed) throws SQLException {
        SplittableRandom random = new SplittableRandom(seed);
        try (Connection connection = database.connect(schema);
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sale VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int id = first; id < first + count; id++) {
                insert.setInt(1, id);
                insert.setInt(2, random.nextInt(STORES));
                insert.setBigDecimal(3, BigDecimal.valueOf(random.nextInt(-100_000, 10_000_000), 2));
                insert.setString(
                        4,
                        LocalDate.of(2020, 1, 1).plusDays(random.nextInt(2_000)).toString());
                insert.setString(
                        5,
                        random.nextInt(3) == 0
                                ? null
                                : "2026-01-01 10:00:00." + String.format("%06d", random.nextInt(1_000_000)));
                insert.setString(6, random.nextBoolean() ? "GOOD" : "BAD");
                insert.setString(7, random.nextInt(4) == 0 ? null : "note 😀 " + random.nextInt(50));
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    /** Executes a statement, and waits until memory shows its changes. */
    void follow(String sql) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            if (!memory.await(connection, Duration.ofMinutes(1))) {
                throw new AssertionError(memory.followStatus().toString());
            }
        }
    }

    MemoryStore memory() {
        return memory;
    }

    Connection connect() throws SQLException {
        return database.connect(schema);
    }

    @Override
    public void close() throws SQLException {
        memory.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + schema);
        }
    }
}
