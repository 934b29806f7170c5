package org.speedwell.accelerator.debezium;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.schema.Database;

/** A schema with all types that Debezium's rows contain, and random changes of its rows. */
final class Shop implements AutoCloseable {
    static final String ORIGINAL_TYPES =
            "tiny TINYINT, unsigned_tiny TINYINT UNSIGNED, flag TINYINT(1), small SMALLINT,"
                    + " unsigned_small SMALLINT UNSIGNED, medium MEDIUMINT, unsigned_medium MEDIUMINT UNSIGNED, plain INT,"
                    + " unsigned_plain INT UNSIGNED, big BIGINT, unsigned_big BIGINT UNSIGNED, since YEAR, bit1 BIT(1),"
                    + " bit12 BIT(12), single FLOAT, twofold DOUBLE, money DECIMAL(10, 2), wide DECIMAL(38, 10),"
                    + " whole DECIMAL(9, 0), part DECIMAL(5, 5), day DATE, clock TIME, clock3 TIME(3), clock6 TIME(6),"
                    + " moment DATETIME, moment3 DATETIME(3), moment6 DATETIME(6), stamp TIMESTAMP NULL,"
                    + " stamp6 TIMESTAMP(6) NULL, code CHAR(10), latin VARCHAR(50) CHARACTER SET latin1, text VARCHAR(300),"
                    + " story TEXT, fixed BINARY(5), bytes VARBINARY(20), content BLOB,"
                    + " color ENUM('red', 'green', 'light blue'), flags SET('a', 'b', 'c d'), document JSON, place POINT";

    private static final List<String> TEXTS = List.of("''", "'a'", "'Ärger'", "'it''s'", "'  x '", "'\\\\\"\\n'");

    record Types(
            int id,
            @Nullable Byte tiny,
            @Nullable Short unsignedTiny,
            @Nullable Boolean flag,
            @Nullable Short small,
            @Nullable Integer unsignedSmall,
            @Nullable Integer medium,
            @Nullable Integer unsignedMedium,
            @Nullable Integer plain,
            @Nullable Long unsignedPlain,
            @Nullable Long big,
            @Nullable BigInteger unsignedBig,
            @Nullable Short since,
            @Nullable Boolean bit1,
            @Nullable Integer bit12,
            @Nullable Float single,
            @Nullable Double twofold,
            @Nullable BigDecimal money,
            @Nullable BigDecimal wide,
            @Nullable BigDecimal whole,
            @Nullable BigDecimal part,
            @Nullable LocalDate day,
            @Nullable Duration clock,
            @Nullable Duration clock3,
            @Nullable Duration clock6,
            @Nullable LocalDateTime moment,
            @Nullable LocalDateTime moment3,
            @Nullable LocalDateTime moment6,
            @Nullable Instant stamp,
            @Nullable Instant stamp6,
            @Nullable String code,
            @Nullable String latin,
            @Nullable String text,
            @Nullable String story,
            byte @Nullable [] fixed,
            byte @Nullable [] bytes,
            byte @Nullable [] content,
            @Nullable String color,
            @Nullable String flags,
            @Nullable String document,
            byte @Nullable [] place) {}

    record Account(int id, long balance) {}

    record Booking(int id, int account, long amount) {}

    private final Database database;
    private final String schema;

    Shop(Database database, String schema) throws SQLException {
        this.database = database;
        this.schema = schema;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + schema);
            statement.execute("CREATE DATABASE " + schema + " CHARACTER SET utf8mb4");
        }
        execute(
                "CREATE TABLE types (id INT PRIMARY KEY, " + ORIGINAL_TYPES + ")",
                "CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)",
                "CREATE TABLE booking (id INT PRIMARY KEY, account INT NOT NULL, amount BIGINT NOT NULL,"
                        + " FOREIGN KEY (account) REFERENCES account (id) ON DELETE CASCADE)");
    }

    Database database() {
        return database;
    }

    String schema() {
        return schema;
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    MemoryStore.Builder memory() {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(database.url(schema));
        source.setUser(database.user());
        source.setPassword(database.password());
        return MemoryStore.builder(source).tables(Types.class, Account.class, Booking.class);
    }

    /** Runs random transactions, some of which roll back. */
    void change(SplittableRandom random, int transactions) throws SQLException {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            connection.setAutoCommit(false);
            for (int i = 0; i < transactions; i++) {
                for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
                    statement.execute(change(random));
                }
                if (random.nextInt(10) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
        }
    }

    private static String change(SplittableRandom random) {
        int id = random.nextInt(60);
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "REPLACE INTO types VALUES (" + id + ", " + values(random) + ")";
            case 3 ->
                "UPDATE types SET plain = " + random.nextInt() + ", " + "text = NULL WHERE id < " + id + " LIMIT 3";
            case 4 -> "DELETE FROM types WHERE id = " + id;
            case 5 -> "UPDATE IGNORE types SET id = " + random.nextInt(60) + " WHERE id = " + id;
            case 6 -> "INSERT INTO account VALUES (" + id + ", 1) ON DUPLICATE KEY UPDATE balance = balance + 1";
            default ->
                "INSERT INTO booking SELECT " + random.nextInt(1_000_000) + ", id, 5 FROM account LIMIT 1"
                        + " ON DUPLICATE KEY UPDATE amount = amount + 1";
        };
    }

    private static String values(SplittableRandom random) {
        StringBuilder values = new StringBuilder();
        String[] columns = ORIGINAL_TYPES.split(", (?=[a-z0-9_]+ [A-Z])");
        for (String column : columns) {
            String name = column.substring(0, column.indexOf(' '));
            values.append(values.isEmpty() ? "" : ", ").append(random.nextInt(6) == 0 ? "NULL" : value(name, random));
        }
        return values.toString();
    }

    private static String value(String column, SplittableRandom random) {
        return switch (column) {
            case "tiny" -> whole(random, -128, 127);
            case "unsigned_tiny" -> whole(random, 0, 255);
            case "flag", "bit1" -> whole(random, 0, 1);
            case "small" -> whole(random, Short.MIN_VALUE, Short.MAX_VALUE);
            case "unsigned_small" -> whole(random, 0, 0xFFFF);
            case "medium" -> whole(random, -0x80_0000, 0x7F_FFFF);
            case "unsigned_medium" -> whole(random, 0, 0xFF_FFFF);
            case "plain" -> whole(random, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "unsigned_plain" -> whole(random, 0, 0xFFFF_FFFFL);
            case "big" -> whole(random, Long.MIN_VALUE, Long.MAX_VALUE);
            case "unsigned_big" -> Long.toUnsignedString(random.nextLong() | (random.nextBoolean() ? 1L << 63 : 0));
            case "since" -> whole(random, 1901, 2155);
            case "bit12" -> whole(random, 0, 4095);
            case "single" -> Float.toString((float) (random.nextGaussian() * 1e5));
            case "twofold" -> Double.toString(random.nextGaussian() * 1e30);
            case "money" -> decimal(random, 8, 2);
            case "wide" -> decimal(random, 18, 10);
            case "whole" -> whole(random, -999_999_999, 999_999_999);
            case "part" -> decimal(random, 0, 5);
            case "day" -> "'" + LocalDate.of(1000, 1, 1).plusDays(random.nextInt(3_000_000)) + "'";
            case "clock" -> time(random, 0);
            case "clock3" -> time(random, 3);
            case "clock6" -> time(random, 6);
            case "moment" -> moment(random, 0, 1000, 8999);
            case "moment3" -> moment(random, 3, 1000, 8999);
            case "moment6" -> moment(random, 6, 1000, 8999);
            case "stamp" -> moment(random, 0, 1971, 65);
            case "stamp6" -> moment(random, 6, 1971, 65);
            case "code", "latin" -> TEXTS.get(random.nextInt(TEXTS.size()));
            case "text", "story" -> random.nextInt(3) == 0 ? "'漢字 😀'" : TEXTS.get(random.nextInt(TEXTS.size()));
            case "fixed", "bytes", "content" -> "x'" + "00ff0a".substring(0, 2 * random.nextInt(4)) + "'";
            case "color" -> List.of("'red'", "'green'", "'light blue'").get(random.nextInt(3));
            case "flags" -> List.of("''", "'a'", "'c d'", "'a,c d'").get(random.nextInt(4));
            case "document" ->
                List.of(
                                "'null'",
                                "'true'",
                                "'[]'",
                                "'{}'",
                                "'{\"b\": 1, \"a\": [1.5, -7, 18446744073709551615, \"x\\\\\"y\", null, false]}'",
                                "'{\"deep\": {\"deeper\": [{\"ä\": \"漢\"}]}}'",
                                "'1e-7'",
                                "'9223372036854775807'",
                                "'\"text\"'")
                        .get(random.nextInt(9));
            case "place" -> "POINT(" + random.nextInt(100) + ", " + random.nextInt(100) + ")";
            default -> throw new IllegalArgumentException(column);
        };
    }

    private static String whole(SplittableRandom random, long least, long most) {
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(least);
            case 1 -> Long.toString(most);
            default -> Long.toString(most == Long.MAX_VALUE ? random.nextLong() : random.nextLong(least, most + 1));
        };
    }

    private static String decimal(SplittableRandom random, int before, int after) {
        StringBuilder digits = new StringBuilder(random.nextBoolean() ? "-" : "");
        for (int i = 0; i < before; i++) {
            digits.append(random.nextInt(10));
        }
        digits.append(before == 0 ? "0." : ".");
        for (int i = 0; i < after; i++) {
            digits.append(random.nextInt(10));
        }
        return digits.toString();
    }

    private static String fraction(SplittableRandom random, int digits) {
        return digits == 0
                ? ""
                : ("." + (1_000_000 + random.nextInt(1_000_000)))
                        .replace(".1", ".")
                        .substring(0, digits + 1);
    }

    private static String time(SplittableRandom random, int digits) {
        return "'%s%d:%02d:%02d%s'"
                .formatted(
                        random.nextBoolean() ? "-" : "",
                        random.nextInt(838),
                        random.nextInt(60),
                        random.nextInt(60),
                        fraction(random, digits));
    }

    private static String moment(SplittableRandom random, int digits, int year, int years) {
        return "'%04d-%02d-%02d %02d:%02d:%02d%s'"
                .formatted(
                        year + random.nextInt(years),
                        random.nextInt(1, 13),
                        random.nextInt(1, 29),
                        random.nextInt(4, 24), // never in the hour that summer time leaves out
                        random.nextInt(60),
                        random.nextInt(60),
                        fraction(random, digits));
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + schema);
        }
    }
}
