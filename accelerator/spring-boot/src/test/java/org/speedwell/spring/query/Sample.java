package org.speedwell.spring.query;

import jakarta.persistence.Column;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A row with a value of each Java class that a column can have. */
record Sample(
        @Column(columnDefinition = "INT PRIMARY KEY") int id,
        @Column(columnDefinition = "TINYINT(1) NOT NULL") boolean flag,
        @Column(columnDefinition = "TINYINT(1)") Optional<Boolean> maybe,
        @Column(columnDefinition = "TINYINT NOT NULL") byte tiny,
        @Column(columnDefinition = "SMALLINT") @Nullable Short small,
        @Column(columnDefinition = "BIGINT") @Nullable Long big,

        @Column(columnDefinition = "BIGINT UNSIGNED") @Nullable
        BigInteger huge,

        @Column(columnDefinition = "DECIMAL(12, 3)") @Nullable
        BigDecimal price,

        @Column(columnDefinition = "FLOAT") @Nullable Float narrow,
        @Column(columnDefinition = "DOUBLE NOT NULL") double wide,
        @Column(columnDefinition = "YEAR") @Nullable Year vintage,
        @Column(columnDefinition = "CHAR(1)") @Nullable Character mark,
        @Column(columnDefinition = "VARCHAR(40)") Optional<String> note,
        @Column(columnDefinition = "CHAR(36)") @Nullable UUID textual,
        @Column(columnDefinition = "BINARY(16)") @Nullable UUID binary,
        @Column(columnDefinition = "VARBINARY(9)") byte @Nullable [] bytes,
        @Column(columnDefinition = "JSON") @Nullable String document,
        @Column(columnDefinition = "DATE") @Nullable LocalDate day,
        @Column(columnDefinition = "TIME(3)") @Nullable LocalTime clock,
        @Column(columnDefinition = "DATETIME(6)") @Nullable LocalDateTime at,
        @Column(columnDefinition = "DATETIME") @Nullable Instant moment,
        @Column(columnDefinition = "DATETIME") @Nullable OffsetDateTime shifted,
        @Column(columnDefinition = "DATETIME") @Nullable ZonedDateTime zoned,
        @Column(columnDefinition = "TIME") @Nullable Duration lap,
        @Column(columnDefinition = "DATETIME") java.util.@Nullable Date legacy,
        @Column(columnDefinition = "DATETIME(3)") @Nullable Timestamp stamp,

        @Column(columnDefinition = "VARCHAR(9)") @Enumerated(EnumType.STRING) @Nullable
        Color color,

        @Column(columnDefinition = "TINYINT") @Enumerated(EnumType.ORDINAL) @Nullable
        Color shade) {

    enum Color {
        BLUE,
        GREEN,
        RED
    }

    /** Creates and fills the table. Each value is NULL in some rows, and many occur in several rows. */
    static void fill(Connection connection, Random random, int rows) throws SQLException {
        RecordComponent[] columns = Sample.class.getRecordComponents();
        try (Statement statement = connection.createStatement()) {
            statement.execute(Arrays.stream(columns)
                    .map(column -> "`" + column.getName() + "` "
                            + Objects.requireNonNull(column.getAccessor().getAnnotation(Column.class))
                                    .columnDefinition())
                    .collect(Collectors.joining(", ", "CREATE TABLE sample (", ")")));
        }
        String insert = Arrays.stream(columns).map(_ -> "?").collect(Collectors.joining(", "));
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO sample VALUES (" + insert + ")")) {
            for (int id = 1; id <= rows; id++) {
                for (int i = 0; i < columns.length; i++) {
                    String type = Objects.requireNonNull(
                                    columns[i].getAccessor().getAnnotation(Column.class))
                            .columnDefinition();
                    boolean isNull = i > 0 && !type.contains("NOT NULL") && random.nextInt(5) == 0;
                    statement.setObject(i + 1, i == 0 ? id : isNull ? null : value(columns[i].getName(), random));
                }
                statement.executeUpdate();
            }
        }
    }

    private static Object value(String column, Random random) {
        LocalDateTime time = LocalDateTime.of(2024, 1, 1, 0, 0).plusSeconds(random.nextInt(60_000_000));
        return switch (column) {
            case "flag", "maybe" -> random.nextBoolean();
            case "tiny" -> random.nextInt(-128, 128);
            case "small" -> random.nextInt(-4, 5);
            case "big" -> random.nextBoolean() ? random.nextLong() : random.nextInt(5);
            case "huge" -> new BigInteger(64, random);
            case "price" -> BigDecimal.valueOf(random.nextInt(-999_999, 999_999), 3);
            case "narrow" -> random.nextInt(1_000) / 8f;
            case "wide" -> random.nextInt(3) == 0 ? 0.0 : random.nextGaussian();
            case "vintage" -> random.nextInt(1990, 2030);
            case "mark" -> String.valueOf((char) ('a' + random.nextInt(26)));
            case "note" -> random.nextInt(8) == 0 ? "" : Long.toString(random.nextLong(), 36);
            case "textual" -> new UUID(random.nextInt(3), random.nextInt(9)).toString();
            case "binary", "bytes" -> bytes(column.equals("binary") ? 16 : random.nextInt(10), random);
            case "document" -> "{\"a\": " + random.nextInt(9) + "}";
            case "day" -> time.toLocalDate().toString();
            case "clock" ->
                time.toLocalTime().withNano(random.nextInt(1_000) * 1_000_000).toString();
            case "lap" -> "%02d:%02d:00".formatted(random.nextInt(-200, 200), random.nextInt(60));
            case "at" -> Timestamp.valueOf(time.plusNanos(random.nextInt(1_000_000) * 1_000L));
            case "stamp" -> Timestamp.valueOf(time.plusNanos(random.nextInt(1_000) * 1_000_000L));
            case "moment", "shifted", "zoned", "legacy" -> Timestamp.valueOf(time);
            case "color" -> Color.values()[random.nextInt(3)].name();
            case "shade" -> random.nextInt(3);
            default -> throw new AssertionError(column);
        };
    }

    private static byte[] bytes(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
