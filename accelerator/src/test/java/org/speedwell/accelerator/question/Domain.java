package org.speedwell.accelerator.question;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.speedwell.accelerator.builder.MySqlType;

/**
 * The values that a column of one database type can have as objects of one Java class.
 *
 * @param isUnsigned true if the type is unsigned
 * @param precision the number of all digits of a decimal
 * @param scale the number of digits of a decimal after the point
 */
record Domain(Type type, MySqlType sql, boolean isUnsigned, int precision, int scale) {
    private static final List<int[]> DECIMALS = List.of(
            new int[] {10, 2}, new int[] {18, 0}, new int[] {18, 18}, new int[] {5, 1}, new int[] {38, 10}, new int[] {
                65, 30
            });

    /** Returns a random database type that a model may read as the class. */
    static Domain random(Type type, RandomGenerator random) {
        List<MySqlType> types = Arrays.stream(MySqlType.values())
                .filter(sql -> sql.isReadAs(type.box))
                // an enum is mapped from its name
                .toList();
        MySqlType sql = type == Type.SHADE ? MySqlType.ENUM : types.get(random.nextInt(types.size()));
        int[] digits = DECIMALS.get(random.nextInt(DECIMALS.size()));
        return new Domain(
                type,
                sql,
                random.nextBoolean() || type == Type.BIG_INTEGER && sql != MySqlType.DECIMAL,
                digits[0],
                sql == MySqlType.DECIMAL && type == Type.DECIMAL ? digits[1] : 0);
    }

    /** Returns the ends of the type and the values next to them and next to zero. */
    List<Object> extremes() {
        return switch (type) {
            case BOOLEAN -> List.of(true, false);
            case BYTE, SHORT, INT, LONG, BIG_INTEGER -> wholeNumbers();
            case FLOAT ->
                List.of(
                        -Float.MAX_VALUE,
                        -Float.MIN_VALUE,
                        -0f,
                        0f,
                        Float.MIN_VALUE,
                        0.1f,
                        16_777_217f,
                        Float.MAX_VALUE);
            case DOUBLE ->
                List.of(
                        -Double.MAX_VALUE,
                        -Double.MIN_VALUE,
                        -0d,
                        0d,
                        Double.MIN_VALUE,
                        0.1,
                        1e15 + 0.5,
                        Double.MAX_VALUE);
            case DECIMAL -> decimals();
            case TEXT ->
                List.of(
                        "",
                        " ",
                        "a",
                        "A",
                        "b",
                        "ab",
                        "AB",
                        "é",
                        "ß",
                        "SS",
                        "\0",
                        "\uFFFD",
                        "\uD83D\uDE00",
                        "%_",
                        "a\\b\"c");
            case SHADE -> List.of((Object[]) Shade.values());
            case TIMESTAMP ->
                List.of(
                        Timestamp.valueOf(LocalDateTime.of(1000, 1, 1, 0, 0)),
                        Timestamp.valueOf(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000)),
                        Timestamp.valueOf(LocalDateTime.of(1970, 1, 1, 0, 0)),
                        Timestamp.valueOf(LocalDateTime.of(2024, 2, 29, 12, 0, 0, 1_000)),
                        Timestamp.valueOf(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000)));
            case DATE ->
                List.of(
                        Date.valueOf(LocalDate.of(1000, 1, 1)),
                        Date.valueOf(LocalDate.of(1970, 1, 1)),
                        Date.valueOf(LocalDate.of(2024, 2, 29)),
                        Date.valueOf(LocalDate.of(9999, 12, 31)));
            case TIME -> List.of(Time.valueOf("00:00:00"), Time.valueOf("12:00:00"), Time.valueOf("23:59:59"));
            case BYTES -> List.of(new byte[0], new byte[] {0}, new byte[] {-1, 0, 127, -128});
        };
    }

    private BigInteger least() {
        int bits = switch (sql) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            case BIGINT -> 64;
            default -> 0;
        };
        return switch (sql) {
            case YEAR -> BigInteger.valueOf(1901);
            case DECIMAL -> BigInteger.TEN.pow(20).negate();
            case BIT -> BigInteger.ZERO;
            default ->
                isUnsigned ? BigInteger.ZERO : BigInteger.TWO.pow(bits - 1).negate();
        };
    }

    private BigInteger greatest() {
        return switch (sql) {
            case YEAR -> BigInteger.valueOf(2155);
            case DECIMAL -> BigInteger.TEN.pow(20);
            case BIT -> BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> {
                int bits = sql == MySqlType.TINYINT
                        ? 8
                        : sql == MySqlType.SMALLINT
                                ? 16
                                : sql == MySqlType.MEDIUMINT ? 24 : sql == MySqlType.INT ? 32 : 64;
                yield BigInteger.TWO.pow(isUnsigned ? bits : bits - 1).subtract(BigInteger.ONE);
            }
            default -> BigInteger.TWO.pow(62);
        };
    }

    private BigInteger low() {
        return switch (type) {
            case BYTE -> least().max(BigInteger.valueOf(Byte.MIN_VALUE));
            case SHORT -> least().max(BigInteger.valueOf(Short.MIN_VALUE));
            case INT -> least().max(BigInteger.valueOf(Integer.MIN_VALUE));
            case LONG -> least().max(BigInteger.valueOf(Long.MIN_VALUE));
            default -> least();
        };
    }

    private BigInteger high() {
        return switch (type) {
            case BYTE -> greatest().min(BigInteger.valueOf(Byte.MAX_VALUE));
            case SHORT -> greatest().min(BigInteger.valueOf(Short.MAX_VALUE));
            case INT -> greatest().min(BigInteger.valueOf(Integer.MAX_VALUE));
            case LONG -> greatest().min(BigInteger.valueOf(Long.MAX_VALUE));
            default -> greatest();
        };
    }

    private List<Object> wholeNumbers() {
        List<Object> all = new ArrayList<>();
        for (int step = -1; step <= 1; step++) {
            BigInteger by = BigInteger.valueOf(step);
            for (BigInteger near : List.of(low(), BigInteger.ZERO, high())) {
                BigInteger value = near.add(by);
                if (value.compareTo(low()) >= 0 && value.compareTo(high()) <= 0) {
                    all.add(whole(value));
                }
            }
        }
        return all;
    }

    private Object whole(BigInteger value) {
        return switch (type) {
            case BYTE -> value.byteValueExact();
            case SHORT -> value.shortValueExact();
            case INT -> value.intValueExact();
            case LONG -> value.longValueExact();
            default -> value;
        };
    }

    private List<Object> decimals() {
        int digits = sql == MySqlType.DECIMAL ? precision : 19;
        BigDecimal most = new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), scale);
        BigDecimal unit = new BigDecimal(BigInteger.ONE, scale);
        return List.of(most.negate(), unit.negate(), unit.subtract(unit), unit, most.subtract(unit), most);
    }

    /** Returns a value near zero, so that many are equal or close to each other, or any other value. */
    Object value(boolean isWide, RandomGenerator random) {
        int near = random.nextInt(-20, 100);
        long number = isWide ? random.nextLong() : near;
        return switch (type) {
            case BOOLEAN -> random.nextBoolean();
            case BYTE, SHORT, INT, LONG, BIG_INTEGER -> {
                BigInteger size = high().subtract(low()).add(BigInteger.ONE);
                BigInteger value = BigInteger.valueOf(number);
                boolean isIn = value.compareTo(low()) >= 0 && value.compareTo(high()) <= 0;
                yield whole(isIn ? value : low().add(value.mod(size)));
            }
            case FLOAT -> number / 8f;
            case DOUBLE -> number / 8d;
            case DECIMAL ->
                isWide && sql == MySqlType.DECIMAL
                        ? new BigDecimal(
                                BigInteger.valueOf(number).mod(BigInteger.TEN.pow(Math.min(precision, 18))), scale)
                        : BigDecimal.valueOf(near)
                                .movePointLeft(Math.max(0, scale - precision + 3))
                                .setScale(scale, RoundingMode.HALF_UP);
            case TEXT -> text(random);
            case SHADE -> Shade.values()[random.nextInt(Shade.values().length)];
            case TIMESTAMP -> {
                Timestamp stamp = new Timestamp(number % 4_000_000_000L * 1_000);
                stamp.setNanos(isWide ? random.nextInt(1_000_000) * 1_000 : 0);
                yield stamp;
            }
            case DATE -> new Date(number % 20_000 * 86_400_000L);
            case TIME -> new Time(Math.floorMod(number, 86_400) * 1_000L);
            case BYTES -> new byte[] {(byte) near};
        };
    }

    private static String text(RandomGenerator random) {
        String letters = "aAbBzZ 1_%ßé";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return sql
                + (sql == MySqlType.DECIMAL && type == Type.DECIMAL ? "(%d,%d)".formatted(precision, scale) : "")
                + (isUnsigned ? " unsigned" : "");
    }
}
