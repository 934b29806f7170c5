package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Extreme values of a class, values of a higher precision than columns store, and values that are equal only in some
 * respect.
 */
public final class AwkwardValues {
    private AwkwardValues() {}

    /** Returns awkward values of a class; no values if the class is not comparable. */
    public static List<Object> of(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.asList(type.getEnumConstants());
        }
        return switch (type.getSimpleName()) {
            case "Boolean" -> List.of(true, false);
            case "Byte" -> List.of(Byte.MIN_VALUE, (byte) (Byte.MIN_VALUE + 1), (byte) -1, (byte) 0, Byte.MAX_VALUE);
            case "Short" -> List.of(Short.MIN_VALUE, (short) -1, (short) 0, (short) 256, Short.MAX_VALUE);
            case "Integer" ->
                List.of(
                        Integer.MIN_VALUE,
                        Integer.MIN_VALUE + 1,
                        -1,
                        0,
                        65_536,
                        Integer.MAX_VALUE - 1,
                        Integer.MAX_VALUE);
            case "Long" ->
                List.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, -1L, 0L, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE);
            case "Character" -> List.of('\0', 'a', '\uD800', Character.MAX_VALUE);
            case "Float" ->
                List.of(
                        Float.NEGATIVE_INFINITY,
                        -Float.MAX_VALUE,
                        -Float.MIN_VALUE,
                        -0f,
                        0f,
                        Float.MIN_VALUE,
                        Float.NaN,
                        Float.POSITIVE_INFINITY);
            case "Double" ->
                List.of(
                        Double.NEGATIVE_INFINITY,
                        -Double.MAX_VALUE,
                        -Double.MIN_VALUE,
                        -0d,
                        0d,
                        0.1,
                        Double.MAX_VALUE,
                        Double.NaN,
                        Double.POSITIVE_INFINITY);
            case "BigInteger" -> wholeNumbers();
            case "BigDecimal" -> decimals();
            case "Timestamp" -> timestamps();
            case "Date" -> millis().stream().<Object>map(Date::new).toList();
            case "Time" -> millis().stream().<Object>map(Time::new).toList();
            case "String" ->
                List.of(
                        "",
                        "\0",
                        " ",
                        "a\0",
                        "\uFFFF",
                        "a\uFFFF",
                        "\uD800",
                        "a\uDFFF",
                        "\uDC00\uD800",
                        "\uDBFF\uDFFF",
                        "\uFFFD",
                        "x".repeat(70_000));
            case "LocalDate" ->
                List.of(
                        LocalDate.MIN,
                        LocalDate.of(-44, 3, 15),
                        LocalDate.of(1582, 10, 10),
                        LocalDate.EPOCH,
                        LocalDate.MAX);
            case "LocalDateTime" ->
                List.of(
                        LocalDateTime.MIN,
                        LocalDateTime.of(1, 1, 1, 0, 0),
                        LocalDateTime.of(2021, 3, 28, 2, 30),
                        LocalDateTime.of(2021, 10, 31, 2, 30, 0, 1),
                        LocalDateTime.MAX);
            case "LocalTime" -> List.of(LocalTime.MIN, LocalTime.NOON.plusNanos(1), LocalTime.MAX);
            case "UUID" -> List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(Long.MIN_VALUE, 0), new UUID(5, -5));
            default -> List.of();
        };
    }

    private static List<Object> wholeNumbers() {
        BigInteger big = BigInteger.ONE.shiftLeft(64);
        return List.of(
                BigInteger.ZERO,
                BigInteger.ONE.negate(),
                BigInteger.ONE.shiftLeft(63),
                big.subtract(BigInteger.ONE),
                big,
                big.negate(),
                BigInteger.TEN.pow(65).subtract(BigInteger.ONE),
                BigInteger.ONE.shiftLeft(3_000),
                BigInteger.ONE.shiftLeft(3_000).negate());
    }

    private static List<Object> decimals() {
        int far = 1_000_000_000;
        return List.of(
                BigDecimal.ZERO,
                new BigDecimal(BigInteger.ZERO, far),
                new BigDecimal(BigInteger.ZERO, -far),
                new BigDecimal(BigInteger.ONE, far),
                new BigDecimal(BigInteger.ONE.negate(), far),
                new BigDecimal(BigInteger.ONE, -far),
                new BigDecimal(BigInteger.ONE.negate(), -far),
                new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
                new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
                new BigDecimal("2"),
                new BigDecimal("2.000"),
                new BigDecimal("0.0000005"),
                new BigDecimal("-0.0000005"),
                new BigDecimal("0.01"),
                new BigDecimal("-0.1"),
                new BigDecimal(Long.MAX_VALUE),
                new BigDecimal(BigInteger.valueOf(Long.MIN_VALUE), 2),
                new BigDecimal("9".repeat(65)),
                new BigDecimal("-" + "9".repeat(65) + ".5"));
    }

    private static List<Long> millis() {
        return List.of(
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                -62_135_596_800_001L,
                -1L,
                0L,
                1L,
                253_402_300_799_999L,
                Long.MAX_VALUE / 1_000,
                Long.MAX_VALUE - 1,
                Long.MAX_VALUE);
    }

    private static List<Object> timestamps() {
        List<Object> timestamps = new java.util.ArrayList<>();
        for (long millis : millis()) {
            timestamps.add(new Timestamp(millis));
            Timestamp fine = new Timestamp(millis);
            fine.setNanos(999_999_999);
            timestamps.add(fine);
        }
        Timestamp fine = new Timestamp(0);
        fine.setNanos(1);
        timestamps.add(fine);
        return timestamps;
    }
}
