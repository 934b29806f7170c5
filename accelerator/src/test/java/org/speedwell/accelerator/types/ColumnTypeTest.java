package org.speedwell.accelerator.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.replication.CoalescedChanges;
import org.speedwell.accelerator.replication.FollowedRows;
import org.speedwell.schema.Database;

/**
 * The images of each type of the server, read as each class that a model may use. They give the same value as the
 * driver's getter.
 */
@Tag("oracle")
@Tag("database")
class ColumnTypeTest {
    private static final String SCHEMA = "speedwell_test_images";
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);
    private static final List<Class<?>> CLASSES = List.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            java.math.BigInteger.class,
            java.math.BigDecimal.class,
            Float.class,
            Double.class,
            String.class,
            byte[].class,
            Blob.class,
            Clob.class,
            Object.class,
            java.sql.Date.class,
            java.sql.Time.class,
            java.sql.Timestamp.class);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Database database = Database.forTests();

    /** A column and literals of its values. */
    private record Declared(String type, List<String> literals) {}

    private Declared declared(String type, String... literals) {
        return new Declared(type, List.of(literals));
    }

    private Declared random(String type, Function<SplittableRandom, String> literal, String... literals) {
        return new Declared(
                type,
                Stream.concat(
                                Stream.of(literals),
                                Stream.generate(() -> literal.apply(random)).limit(60))
                        .toList());
    }

    /**
     * Returns columns in a mixed order. The lists of signs, character sets and labels cover some columns only, and thus
     * have other positions.
     */
    private List<Declared> columns() {
        List<Declared> columns = new ArrayList<>(List.of(
                declared("YEAR", "0", "1901", "2024", "2155"),
                declared("TINYINT UNSIGNED", "0", "1", "127", "128", "255"),
                declared("POINT", "ST_GeomFromText('POINT(1 2)')"),
                declared("TINYINT(1)", "-128", "-2", "-1", "0", "1", "2", "127"),
                declared("BIT(1)", "b'0'", "b'1'"),
                declared("BIT(7)", "b'0'", "b'1111111'"),
                declared("BIT(8)", "128", "200", "255"),
                declared("BIT(17)", "128", "40000", "65535", "65536"),
                declared("BIT(40)", "2147483647", "2147483648", "4294967295", "4294967296"),
                declared("BIT(64)", "0", "1", "18446744073709551615", "9223372036854775808"),
                declared(
                        "DATE",
                        "'2024-02-29'",
                        "'0000-00-00'",
                        "'2024-00-00'",
                        "'2023-02-31'",
                        "'1582-10-10'",
                        "'0001-01-01'"),
                declared("ENUM ('é', 'b,c', '''', '') CHARACTER SET latin1", "'é'", "'b,c'", "''''", "''"),
                declared("SMALLINT UNSIGNED", "0", "32767", "32768", "65535"),
                declared("SMALLINT", "-32768", "-129", "-128", "127", "128"),
                declared("MEDIUMINT UNSIGNED", "0", "8388608", "16777215"),
                declared("MEDIUMINT", "-8388608", "-1", "8388607"),
                declared("INT UNSIGNED", "0", "2147483648", "4294967295"),
                declared("INT", "-2147483648", "0", "2147483647"),
                declared("BIGINT UNSIGNED", "0", "9223372036854775807", "9223372036854775808", "18446744073709551615"),
                declared("BIGINT", "-9223372036854775808", "-1", "0", "9223372036854775807"),
                random(
                        "FLOAT",
                        r -> literal(Float.intBitsToFloat(r.nextInt())),
                        "0e0",
                        "-0e0",
                        "1234565e0",
                        "12345650e0",
                        "0.1e0",
                        "16777217e0",
                        "1.17549e-38",
                        "3.40282e38",
                        "100000.5e0"),
                random(
                        "FLOAT(9, 3)",
                        r -> r.nextInt(-900_000_000, 900_000_000) / 1000.0 + "",
                        "0.0005",
                        "-0.0005",
                        "0.1"),
                random("FLOAT UNSIGNED", r -> r.nextInt(1_000_000_000) / 1024.0 + ""),
                random(
                        "DOUBLE",
                        r -> literal(Double.longBitsToDouble(r.nextLong())),
                        "0e0",
                        "-0e0",
                        "1e300",
                        "0.1e0",
                        "5e-324"),
                random("DOUBLE(15, 4)", r -> r.nextLong(-1_000_000_000_000L, 1_000_000_000_000L) / 10_000.0 + ""),
                random("DECIMAL(9, 0)", r -> r.nextInt(-999_999_999, 1_000_000_000) + "", "-129", "128", "0"),
                random(
                        "DECIMAL(18, 5)",
                        r -> r.nextLong(-99_999_999_999_999L, 99_999_999_999_999L) / 100_000 + ".12345",
                        "0.5"),
                random(
                        "DECIMAL(19, 9) UNSIGNED",
                        r -> r.nextInt(999_999_999) + "." + r.nextInt(999_999_999),
                        "0.000000001"),
                random(
                        "DECIMAL(38, 10)",
                        r -> r.nextLong() + "" + r.nextInt(99_999) + ".0" + r.nextInt(999_999),
                        "-0.1"),
                declared("CHAR(5) CHARACTER SET utf16", "'a '", "''", "'😀é'"),
                declared("CHAR(200)", "'a'", "''", "'é  '", "' '"),
                declared("VARCHAR(300) CHARACTER SET latin1", "'é'", "''", "CONVERT(x'8081FFA0' USING latin1)"),
                declared("VARCHAR(20) CHARACTER SET cp1251", "'Жук'", "'a'"),
                declared("VARCHAR(20) CHARACTER SET sjis", "'日本語'", "'a\\\\~'"),
                declared("VARCHAR(20) CHARACTER SET ucs2", "'Ωé'", "CONVERT(x'FEFF0041' USING ucs2)"),
                declared("VARCHAR(20) CHARACTER SET utf32", "'😀é'", "''"),
                declared("VARCHAR(20) CHARACTER SET binary", "'raw'", "x'00ff00'"),
                declared("TEXT CHARACTER SET utf8mb3", "'€'", "''"),
                declared("LONGTEXT CHARACTER SET gbk", "'中文'", "''"),
                declared("SET ('a', 'é', 'x y') CHARACTER SET utf8mb4", "''", "'a'", "'a,é,x y'"),
                declared("BINARY(4)", "x'00'", "x'0100'", "x'ffffffff'", "''"),
                declared("BINARY(255)", "x'00'", "x'0100ff'"),
                declared("VARBINARY(300)", "x'00'", "x'0100'", "''"),
                declared("TINYBLOB", "x'00'", "''"),
                declared("LONGBLOB", "REPEAT(x'01', 70000)", "''"),
                declared(
                        "TIME", "'-838:59:59'", "'838:59:59'", "'-00:00:01'", "'23:59:59'", "'24:00:00'", "'00:00:00'"),
                random("TIME(1)", r -> time(r, 1), "'-00:00:00.1'", "'-838:59:58.9'"),
                random("TIME(4)", r -> time(r, 4), "'-00:00:00.0001'", "'-00:00:01.9999'"),
                random("TIME(6)", r -> time(r, 6), "'-00:00:00.000001'", "'-00:01:00.5'", "'23:59:59.999999'"),
                declared(
                        "DATETIME",
                        "'2024-02-29 23:59:59'",
                        "'0000-00-00'",
                        "'2023-02-31 1:2:3'",
                        "'9999-12-31 23:59:59'"),
                declared("DATETIME(1)", "'2024-02-29 23:59:59.9'", "'1900-01-01 00:00:00.1'"),
                declared("DATETIME(6)", "'2024-02-29 23:59:59.000001'", "'1973-01-01 00:00:00.999999'"),
                declared(
                        "TIMESTAMP NULL",
                        "'2024-02-29 23:59:59'",
                        "0",
                        "'1970-01-01 00:00:01'",
                        "'2038-01-19 03:14:07'"),
                declared("TIMESTAMP(3) NULL", "'2024-02-29 23:59:59.999'", "'1972-12-31 23:59:59.001'"),
                declared("TIMESTAMP(6) NULL", "'2037-12-31 23:59:59.999999'", "'1973-01-01 00:00:00.000001'")));
        if (database.isMariaDb()) {
            columns.addAll(List.of(
                    random(
                            "UUID",
                            r -> "'" + new java.util.UUID(r.nextLong(), r.nextLong()) + "'",
                            "'00000000-0000-0000-0000-000000000000'",
                            "'6ccd780c-baba-1026-9564-5b8c656024db'",
                            "'6ccd780c-baba-4026-9564-5b8c65602400'",
                            "'01890a5d-ac96-774b-bcce-b302099a8057'"),
                    declared("INET4", "'1.2.3.4'", "'1.0.0.0'", "'0.0.0.0'"),
                    declared(
                            "INET6",
                            "'::'",
                            "'::1'",
                            "'2001:db8::'",
                            "'::ffff:1.2.3.4'",
                            "'1:0:0:2::3'",
                            "'::1.2.3.4'",
                            "'1:0:0:2:0:0:3:3'",
                            "'1:0:3:4:5:6:7:8'",
                            "'ffff::'")));
        } else {
            columns.addAll(List.of(
                    random(
                            "JSON",
                            r -> json(r),
                            "'{}'",
                            "'[]'",
                            "'null'",
                            "'\"\\\\u0000\\\\u001f\\\\\"\\\\\\\\\\\\/\\\\b\\\\f\\\\n\\\\r\\\\t\u007f\u2028\"'",
                            "CAST(CAST('2024-02-29' AS DATE) AS JSON)",
                            "CAST(CAST('-838:59:59' AS TIME) AS JSON)",
                            "CAST(CAST('2024-02-29 1:2:3.000004' AS DATETIME(6)) AS JSON)",
                            "CAST(1.50 AS JSON)",
                            "CAST(-0.5 AS JSON)",
                            "CAST(x'" + "00ff".repeat(60) + "' AS JSON)",
                            "CAST(5e-324 AS JSON)",
                            "JSON_OBJECT('big', REPEAT('é', 40000), 'n', 1, 'm', 70000, 'u', 4000000000, 'a', JSON_ARRAY(100000, -100000, true, null))"),
                    declared("VECTOR(3)", "x'0000803f0000004000004040'")));
        }
        return columns;
    }

    /** Returns a literal with an exponent, so that it is not a decimal. */
    private static String literal(double value) {
        String text = Double.toString(value);
        return Double.isFinite(value) ? text + (text.contains("E") ? "" : "e0") : "1.5e0";
    }

    private static String json(SplittableRandom random) {
        double value = Double.longBitsToDouble(random.nextLong());
        double scaled = random.nextLong(1_000_000_000_000L) * Math.pow(10, random.nextInt(-30, 30));
        return "'[" + (Double.isFinite(value) ? value : 1.5) + ", " + scaled + ", " + random.nextInt() + ", "
                + random.nextLong() + ", {\"" + random.nextInt(99) + "\": " + random.nextInt(99_999) / 100.0
                + ", \"é\": \"😀\"}]'";
    }

    private static String time(SplittableRandom random, int digits) {
        long limit = 838L * 3_600 * 1_000_000;
        return "'" + PackedTime.timeText(random.nextLong(-limit, limit), digits) + "'";
    }

    @Test
    void imagesEqualTheValuesOfTheDriver() throws Exception {
        List<Declared> columns = columns();
        FollowedRows followed;
        int rows = columns.stream()
                .mapToInt(column -> column.literals().size())
                .max()
                .orElseThrow();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA + " CHARACTER SET utf8mb4");
            statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
            StringBuilder table = new StringBuilder("CREATE TABLE " + SCHEMA + ".images (id INT PRIMARY KEY");
            for (int i = 0; i < columns.size(); i++) {
                table.append(", c").append(i).append(' ').append(columns.get(i).type());
            }
            statement.execute(table.append(")").toString());
            followed = new FollowedRows(database, SCHEMA);
            for (int row = 0; row < rows; row++) {
                StringBuilder insert = new StringBuilder("INSERT INTO " + SCHEMA + ".images VALUES (" + row);
                for (Declared column : columns) {
                    insert.append(", ")
                            .append(
                                    row < column.literals().size()
                                            ? column.literals().get(row)
                                            : "NULL");
                }
                statement.execute(insert.append(")").toString());
            }
        }
        followed.read();
        assertColumns(followed, columns, "");
        assertColumns(followed, columns, "jdbcCompliantTruncation=false");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private void assertColumns(FollowedRows followed, List<Declared> columns, String settings)
            throws SQLException, LoadException {
        try (Connection connection = connect(settings);
                DriverConversions server = new DriverConversions(
                        () -> new LoadConnections(Duration.ofMinutes(1)).open("the tests", () -> connect(settings)))) {
            for (int i = 0; i < columns.size(); i++) {
                assertColumn(followed, connection, server, i, columns.get(i));
            }
        }
    }

    private void assertColumn(
            FollowedRows followed, Connection connection, DriverConversions server, int place, Declared declared)
            throws SQLException, LoadException {
        String name = "c" + place;
        DatabaseColumn found = found(connection, name);
        MySqlType type = found.type().orElseThrow();
        CoalescedChanges changes = followed.changes("images");
        RowFormat.Column column = changes.format().column(place + 1);
        assertThat(column.name()).isEqualTo(name);
        assertThat(ColumnType.differenceOf(found, column, server))
                .as(declared.type())
                .isNull();
        for (Class<?> databaseClass : CLASSES) {
            if (type.isReadAs(databaseClass) && databaseClass != Clob.class) {
                assertClass(changes, connection, server, place, declared.type(), found, databaseClass);
            }
        }
    }

    private static void assertClass(
            CoalescedChanges changes,
            Connection connection,
            DriverConversions server,
            int place,
            String declared,
            DatabaseColumn found,
            Class<?> databaseClass)
            throws SQLException, LoadException {
        ColumnBuilder sample = builder(found, databaseClass);
        ImageDecoder decoder =
                new ImageColumn(changes.format().column(place + 1), found, databaseClass, sample, server).decoder();
        sample.close();
        int[] starts = new int[changes.format().columns()];
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT c" + place + " FROM images ORDER BY id")) {
            for (int entry = 0; rows.next(); entry++) {
                changes.format().locate(changes.bytes(), changes.image(entry), starts);
                int start = starts[place + 1];
                ValueReader reader = ValueReader.of(databaseClass);
                Object expected = one(found, databaseClass, target -> target.append(reader.read(rows, 1)));
                Object actual = one(
                        found,
                        databaseClass,
                        target -> start == RowFormat.NULL
                                ? target.append(null)
                                : decoder.append(changes.bytes(), start, target));
                assertThat(actual)
                        .as("seed %d: %s as %s, row %d", SEED, declared, databaseClass.getSimpleName(), entry)
                        .isEqualTo(expected);
            }
        }
    }

    private interface Appending {
        boolean append(ColumnBuilder target) throws SQLException, LoadException;
    }

    /** Returns the appended value, or the message of the refusal. */
    private static @Nullable Object one(DatabaseColumn found, Class<?> databaseClass, Appending appending)
            throws LoadException {
        Lease lease = new Lease();
        try (ColumnBuilder builder = builder(found, databaseClass)) {
            appending.append(builder);
            Object value = Columns.concat(List.of(builder), lease).get(0);
            return switch (value) {
                case byte[] bytes -> Arrays.toString(bytes);
                case Blob blob ->
                    Arrays.toString(blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length()));
                case null, default -> value;
            };
        } catch (SQLException | IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        } finally {
            lease.release();
        }
    }

    private static ColumnBuilder builder(DatabaseColumn found, Class<?> databaseClass) {
        return ColumnBuilder.of(
                found.type().orElseThrow(), found.precision(), found.scale(), databaseClass, databaseClass, null);
    }

    private static DatabaseColumn found(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT DATA_TYPE, COLUMN_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE,"
                                + " CHARACTER_SET_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '" + SCHEMA
                                + "' AND COLUMN_NAME = '" + name + "'")) {
            row.next();
            String set = row.getString(5);
            return new DatabaseColumn(
                    name,
                    row.getString(1),
                    row.getString(2),
                    row.getInt(3),
                    row.getInt(4),
                    set == null ? "" : set,
                    "",
                    true);
        }
    }

    private Connection connect(String settings) {
        String url = database.url(SCHEMA);
        String with = settings.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + settings;
        try {
            return DriverManager.getConnection(with, database.user(), database.password());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
