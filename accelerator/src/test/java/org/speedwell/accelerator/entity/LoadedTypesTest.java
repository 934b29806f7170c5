package org.speedwell.accelerator.entity;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Table;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.ColumnModel;

/** Loads a column of each type as each Java class, and compares the values with those that JDBC returns. */
@Tag("database")
class LoadedTypesTest {
    enum Color {
        RED,
        GREEN
    }

    /** The smallest and the greatest value of a column, in SQL. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Sample {
        String low();

        String high();
    }

    @Table(name = "samples")
    record Samples(
            @Column(columnDefinition = "INT PRIMARY KEY") @Sample(low = "1", high = "2")
            int id,

            @Column(columnDefinition = "TINYINT") @Sample(low = "-128", high = "127") @Nullable
            Byte tiny,

            @Column(columnDefinition = "TINYINT") @Sample(low = "-128", high = "127") @Nullable
            Short tinyShort,

            @Column(columnDefinition = "TINYINT") @Sample(low = "-128", high = "127") @Nullable
            BigDecimal tinyDecimal,

            @Column(columnDefinition = "TINYINT") @Sample(low = "0", high = "1") @Nullable
            Color tinyColor,

            @Column(columnDefinition = "TINYINT(1)") @Sample(low = "0", high = "1") @Nullable
            Boolean flag,

            @Column(columnDefinition = "TINYINT UNSIGNED") @Sample(low = "0", high = "255") @Nullable
            Short unsignedTiny,

            @Column(columnDefinition = "SMALLINT") @Sample(low = "-32768", high = "32767") @Nullable
            Short small,

            @Column(columnDefinition = "SMALLINT UNSIGNED") @Sample(low = "0", high = "65535") @Nullable
            Integer unsignedSmall,

            @Column(columnDefinition = "MEDIUMINT") @Sample(low = "-8388608", high = "8388607") @Nullable
            Integer medium,

            @Column(columnDefinition = "MEDIUMINT") @Sample(low = "-8388608", high = "8388607") @Nullable
            Float mediumFloat,

            @Column(columnDefinition = "INT") @Sample(low = "-2147483648", high = "2147483647") @Nullable
            Integer plain,

            @Column(columnDefinition = "INT") @Sample(low = "-2147483648", high = "2147483647") @Nullable
            Double plainDouble,

            @Column(columnDefinition = "INT") @Sample(low = "-2147483648", high = "2147483647")
            Optional<Integer> plainOptional,

            @Column(columnDefinition = "INT UNSIGNED") @Sample(low = "0", high = "4294967295") @Nullable
            Long unsignedInt,

            @Column(columnDefinition = "BIGINT")
            @Sample(low = "-9223372036854775808", high = "9223372036854775807")
            @Nullable
            Long big,

            @Column(columnDefinition = "BIGINT UNSIGNED") @Sample(low = "0", high = "18446744073709551615") @Nullable
            BigInteger unsignedBig,

            @Column(columnDefinition = "BIGINT UNSIGNED") @Sample(low = "0", high = "18446744073709551615") @Nullable
            BigDecimal unsignedDecimal,

            @Column(columnDefinition = "YEAR") @Sample(low = "1901", high = "2155") @Nullable
            Short shortYear,

            @Column(columnDefinition = "YEAR") @Sample(low = "1901", high = "2155") @Nullable
            Year someYear,

            @Column(columnDefinition = "YEAR") @Sample(low = "1901", high = "2155") @Nullable
            Long longYear,

            @Column(columnDefinition = "BIT(1)") @Sample(low = "b'0'", high = "b'1'") @Nullable
            Boolean bit1,

            @Column(columnDefinition = "BIT(12)") @Sample(low = "b'0'", high = "b'111111111111'") @Nullable
            Integer bit12,

            @Column(columnDefinition = "FLOAT") @Sample(low = "-3.4e38", high = "3.4e38") @Nullable
            Float single,

            @Column(columnDefinition = "DOUBLE") @Sample(low = "-1.7e308", high = "1.7e308") @Nullable
            Double twofold,

            @Column(columnDefinition = "DECIMAL(10, 2)") @Sample(low = "-99999999.99", high = "99999999.99") @Nullable
            BigDecimal money,

            @Column(columnDefinition = "DECIMAL(10, 2)") @Sample(low = "-99999999.99", high = "99999999.99") @Nullable
            Double moneyDouble,

            @Column(columnDefinition = "DECIMAL(65, 30)")
            @Sample(
                    low = "-99999999999999999999999999999999999.999999999999999999999999999999",
                    high = "99999999999999999999999999999999999.999999999999999999999999999999")
            @Nullable
            BigDecimal huge,

            @Column(columnDefinition = "DECIMAL(18, 0)")
            @Sample(low = "-999999999999999999", high = "999999999999999999")
            @Nullable
            Long whole,

            @Column(columnDefinition = "DECIMAL(40, 0)")
            @Sample(
                    low = "-9999999999999999999999999999999999999999",
                    high = "9999999999999999999999999999999999999999")
            @Nullable
            BigInteger wholeBig,

            @Column(columnDefinition = "CHAR(5)") @Sample(low = "''", high = "'abcde'") @Nullable
            String fixed,

            @Column(columnDefinition = "CHAR(1)") @Sample(low = "' '", high = "'ü'") @Nullable
            Character letter,

            @Column(columnDefinition = "VARCHAR(50)") @Sample(low = "''", high = "'ß😀'") @Nullable
            String varying,

            @Column(columnDefinition = "VARCHAR(50)") @Sample(low = "''", high = "'ß😀'")
            Optional<String> varyingOptional,

            @Column(columnDefinition = "TEXT") @Sample(low = "''", high = "'text'") @Nullable
            String words,

            @Column(columnDefinition = "JSON") @Sample(low = "'{}'", high = "'{\\\"a\\\": 1}'") @Nullable
            String document,

            @Column(columnDefinition = "ENUM('RED', 'GREEN')") @Sample(low = "'RED'", high = "'GREEN'") @Nullable
            String label,

            @Column(columnDefinition = "ENUM('RED', 'GREEN')") @Sample(low = "'RED'", high = "'GREEN'") @Nullable
            Color color,

            @Column(columnDefinition = "VARCHAR(10)") @Sample(low = "'RED'", high = "'GREEN'") @Nullable
            Color colorName,

            @Column(columnDefinition = "SET('a', 'b')") @Sample(low = "''", high = "'a,b'") @Nullable
            String labels,

            @Column(columnDefinition = "CHAR(36)")
            @Sample(low = "'00000000-0000-0000-0000-000000000000'", high = "'ffffffff-ffff-ffff-ffff-ffffffffffff'")
            @Nullable
            UUID textUuid,

            @Column(columnDefinition = "BINARY(16)")
            @Sample(low = "UNHEX(REPEAT('00', 16))", high = "UNHEX('00112233445566778899AABBCCDDEEFF')")
            @Nullable
            UUID binaryUuid,

            @Column(columnDefinition = "VARBINARY(8)") @Sample(low = "''", high = "'ab'")
            byte @Nullable [] bytes,

            @Column(columnDefinition = "BLOB") @Sample(low = "''", high = "'blob'")
            byte @Nullable [] blobBytes,

            @Column(columnDefinition = "DATE") @Sample(low = "'1000-01-01'", high = "'9999-12-31'") @Nullable
            LocalDate day,

            @Column(columnDefinition = "DATE") @Sample(low = "'1000-01-01'", high = "'9999-12-31'")
            java.sql.@Nullable Date sqlDay,

            @Column(columnDefinition = "DATE") @Sample(low = "'1000-01-01'", high = "'9999-12-31'")
            java.util.@Nullable Date utilDay,

            @Column(columnDefinition = "TIME(6)") @Sample(low = "'00:00:00'", high = "'23:59:59.999999'") @Nullable
            LocalTime clock,

            @Column(columnDefinition = "TIME(3)") @Sample(low = "'-838:59:58.5'", high = "'838:59:58.999'") @Nullable
            Duration span,

            @Column(columnDefinition = "TIME") @Sample(low = "'00:00:00'", high = "'23:59:59'")
            java.sql.@Nullable Time seconds,

            @Column(columnDefinition = "DATETIME(6)")
            @Sample(low = "'1000-01-01 00:00:00'", high = "'9999-12-31 23:59:59.999999'")
            @Nullable
            LocalDateTime moment,

            @Column(columnDefinition = "DATETIME(6)")
            @Sample(low = "'1000-01-01 00:00:00'", high = "'9999-12-31 23:59:59.999999'")
            @Nullable
            Timestamp sqlMoment,

            @Column(columnDefinition = "DATETIME")
            @Sample(low = "'1000-01-01 00:00:00'", high = "'9999-12-31 23:59:59'")
            java.util.@Nullable Date utilMoment,

            @Column(columnDefinition = "DATETIME(6)")
            @Sample(low = "'1000-01-01 00:00:00'", high = "'9999-12-31 23:59:59.999999'")
            @Nullable
            Instant momentInstant,

            @Column(columnDefinition = "TIMESTAMP(3) NULL")
            @Sample(low = "'1970-01-02 00:00:01'", high = "'2037-12-31 23:59:59.999'")
            @Nullable
            Instant stamp,

            @Column(columnDefinition = "TIMESTAMP(3) NULL")
            @Sample(low = "'1970-01-02 00:00:01'", high = "'2037-12-31 23:59:59.999'")
            @Nullable
            OffsetDateTime stampOffset,

            @Column(columnDefinition = "TIMESTAMP(3) NULL")
            @Sample(low = "'1970-01-02 00:00:01'", high = "'2037-12-31 23:59:59.999'")
            @Nullable
            ZonedDateTime stampZoned,

            @Column(columnDefinition = "TIMESTAMP(3) NULL")
            @Sample(low = "'1970-01-02 00:00:01'", high = "'2037-12-31 23:59:59.999'")
            @Nullable
            LocalDateTime stampLocal) {}

    @Test
    void everyClassHoldsTheValuesOfJdbc() throws Exception {
        try (MappedSchema schema = new MappedSchema(
                "speedwell_test_mapped_types",
                "CREATE TABLE samples (" + sql(column -> "`" + column.getName() + "` " + type(column)) + ")",
                "INSERT INTO samples VALUES (" + sql(column -> sample(column).low()) + ")",
                "INSERT INTO samples VALUES (" + sql(column -> sample(column).high()) + ")",
                "INSERT INTO samples (id) VALUES (3)")) {
            EntityModels models = schema.models(Samples.class);
            List<Samples> rows = schema.rows(models, Samples.class);
            assertThat(rows).hasSize(3);
            try (Connection connection = schema.connect();
                    Statement statement = connection.createStatement();
                    ResultSet expected = statement.executeQuery("SELECT * FROM samples ORDER BY id")) {
                for (Samples row : rows) {
                    expected.next();
                    compare(row, expected, models.of(Samples.class).table().columns());
                }
            }
        }
    }

    private static String sql(Function<RecordComponent, String> column) {
        return Arrays.stream(Samples.class.getRecordComponents()).map(column).collect(Collectors.joining(", "));
    }

    private static Sample sample(RecordComponent component) {
        return component.getAnnotation(Sample.class);
    }

    private static String type(RecordComponent component) {
        return component.getAccessor().getAnnotation(Column.class).columnDefinition();
    }

    private static void compare(Samples row, ResultSet expected, List<ColumnModel<Samples>> columns) throws Exception {
        for (RecordComponent component : Samples.class.getRecordComponents()) {
            String column = component.getName();
            Object actual = component.getAccessor().invoke(row);
            Object plain = actual instanceof Optional<?> optional ? optional.orElse(null) : actual;
            assertThat(plain).as(column).isEqualTo(expected(component, expected));
            ColumnModel<Samples> model = columns.stream()
                    .filter(candidate -> candidate.name().equals(column))
                    .findFirst()
                    .orElseThrow();
            assertThat(model.reader().apply(row)).as(column).isEqualTo(plain);
            // the value of the database leads back to the same value of the entity
            assertThat(model.value(model.databaseValue(plain))).as(column).isEqualTo(plain);
        }
    }

    /** Returns a value that only JDBC and this method convert. */
    private static @Nullable Object expected(RecordComponent component, ResultSet row) throws SQLException {
        String column = component.getName();
        if (row.getString(column) == null) {
            return null;
        }
        Class<?> type = component.getType();
        if (type == Optional.class) {
            return row.getObject(column);
        }
        if (type == Color.class) {
            return type(component).equals("TINYINT")
                    ? Color.values()[row.getInt(column)]
                    : Color.valueOf(row.getString(column));
        }
        if (type == Character.class) {
            return row.getString(column).isEmpty() ? ' ' : row.getString(column).charAt(0);
        }
        if (type == Year.class) {
            return Year.of(row.getInt(column));
        }
        if (type == UUID.class) {
            if (type(component).equals("CHAR(36)")) {
                return UUID.fromString(row.getString(column));
            }
            ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(column));
            return new UUID(bytes.getLong(), bytes.getLong());
        }
        if (type == Duration.class) {
            String[] parts = row.getString(column).replace("-", "").split(":");
            Duration size = Duration.ofHours(Long.parseLong(parts[0]))
                    .plusMinutes(Long.parseLong(parts[1]))
                    .plusNanos(new BigDecimal(parts[2]).movePointRight(9).longValueExact());
            return row.getString(column).startsWith("-") ? size.negated() : size;
        }
        if (type == java.util.Date.class) {
            return type(component).equals("DATE") ? row.getDate(column) : row.getTimestamp(column);
        }
        if (type == Instant.class) {
            return row.getTimestamp(column).toInstant();
        }
        if (type == OffsetDateTime.class) {
            return row.getTimestamp(column)
                    .toInstant()
                    .atZone(ZoneId.systemDefault())
                    .toOffsetDateTime();
        }
        if (type == ZonedDateTime.class) {
            return row.getTimestamp(column).toInstant().atZone(ZoneId.systemDefault());
        }
        if (type == BigInteger.class) {
            return new BigInteger(row.getString(column));
        }
        return type == int.class ? (Object) row.getInt(column) : row.getObject(column, type);
    }
}
