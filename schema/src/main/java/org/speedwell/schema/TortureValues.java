package org.speedwell.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The values of a type, as SQL literals. The first rows of a column have the extremes, in order. Other rows have an
 * extreme or a result of {@code other}.
 *
 * @param extremes values that each occur at least once
 * @param other returns any value of the type
 */
record TortureValues(List<String> extremes, Function<SplittableRandom, String> other) {

    private static final int NEAR = 20;
    private static final List<String> SYLLABLES = List.of("ka", "lo", "mi", "ren", "sul", "Ta", "Vo", "zé", "ñu", "ü");

    /** Returns these literals as the only values. */
    static TortureValues literals(String... literals) {
        return new TortureValues(List.of(literals), random -> literals[random.nextInt(literals.length)]);
    }

    /** Returns these texts as the only values. */
    static TortureValues texts(String... values) {
        return literals(Stream.of(values).map(Insert::quoted).toArray(String[]::new));
    }

    /**
     * Returns whole numbers below 2^63. Half of them are near zero, so that there are duplicates. The others are in the
     * entire range.
     */
    static TortureValues range(long min, long max) {
        return literals("" + min, "" + (min + 1), "0", "1", "" + (max - 1), "" + max)
                .or(random -> random.nextBoolean()
                        ? "" + random.nextLong(Math.max(min, -NEAR), Math.min(max, NEAR) + 1)
                        : "" + (max == Long.MAX_VALUE ? random.nextLong() : random.nextLong(min, max + 1)));
    }

    /** Returns whole numbers below 2^64. */
    static TortureValues unsignedLongs() {
        return literals("0", "1", "9223372036854775807", "9223372036854775808", "18446744073709551615")
                .or(random ->
                        random.nextBoolean() ? "" + random.nextInt(NEAR) : Long.toUnsignedString(random.nextLong()));
    }

    /**
     * Returns decimals.
     *
     * @param precision the number of digits
     * @param scale the number of digits after the point
     */
    static TortureValues decimal(int precision, int scale, boolean signed) {
        BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
        String nines = new BigDecimal(most, scale).toPlainString();
        String least = new BigDecimal(BigInteger.ONE, scale).toPlainString();
        String sign = signed ? "-" : "";
        return literals(sign + nines, sign + least, "0", least, nines).or(random -> {
            StringBuilder unscaled = new StringBuilder(signed && random.nextBoolean() ? "-" : "");
            random.ints(random.nextInt(1, precision + 1), 0, 10).forEach(unscaled::append);
            return new BigDecimal(new BigInteger(unscaled.toString()), scale).toPlainString();
        });
    }

    /** Returns the same extremes with another generator. */
    TortureValues or(Function<SplittableRandom, String> others) {
        return new TortureValues(extremes, others);
    }

    String at(int row, SplittableRandom random) {
        if (row < extremes.size()) {
            return extremes.get(row);
        }
        return random.nextInt(3) == 0 ? extremes.get(random.nextInt(extremes.size())) : other.apply(random);
    }

    /** Returns a date. In half of the cases it is one of sixty days. */
    static String date(SplittableRandom random) {
        LocalDate day = random.nextBoolean()
                ? LocalDate.of(2024, 1, 1).plusDays(random.nextInt(60))
                : LocalDate.ofEpochDay(random.nextLong(-140_000, 2_900_000));
        return Insert.quoted(day.toString());
    }

    static String time(SplittableRandom random, int fraction) {
        return Insert.quoted(format(LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)), "HH:mm:ss", fraction));
    }

    static String dateTime(SplittableRandom random, int fraction) {
        return moment(random, -4_000_000_000L, 250_000_000_000L, fraction);
    }

    static String stamp(SplittableRandom random, int fraction) {
        return moment(random, 1, Integer.MAX_VALUE, fraction);
    }

    /**
     * Returns a date and time. In half of the cases it is one of the minutes of an hour, so that there are duplicates.
     */
    private static String moment(SplittableRandom random, long minSecond, long maxSecond, int fraction) {
        LocalDateTime moment = random.nextBoolean()
                ? LocalDateTime.of(2024, 3, 1, 10, random.nextInt(60))
                : LocalDateTime.ofEpochSecond(
                        random.nextLong(minSecond, maxSecond), random.nextInt(1_000_000_000), ZoneOffset.UTC);
        return Insert.quoted(format(moment, "yyyy-MM-dd HH:mm:ss", fraction));
    }

    private static String format(TemporalAccessor value, String pattern, int fraction) {
        return DateTimeFormatter.ofPattern(fraction == 0 ? pattern : pattern + "." + "S".repeat(fraction))
                .format(value);
    }

    /** Returns one of a hundred short words. */
    static String word(SplittableRandom random) {
        return Insert.quoted(syllable(random) + syllable(random));
    }

    private static String syllable(SplittableRandom random) {
        return SYLLABLES.get(random.nextInt(SYLLABLES.size()));
    }

    /** Returns texts that differ in case, accents, blanks and Unicode planes, and one text of the maximum length. */
    static TortureValues sentences(int length) {
        return texts(
                        "",
                        " ",
                        "a",
                        "A",
                        "a ",
                        "a  ",
                        " a",
                        "aa",
                        "B",
                        "b",
                        "Zebra",
                        "zebra",
                        "0",
                        "10",
                        "9",
                        "-1",
                        "null",
                        "NULL",
                        "'",
                        "''",
                        "\"",
                        "\\",
                        "\\n",
                        "%",
                        "_",
                        "a%",
                        "\t",
                        "\n",
                        "\r\n",
                        "é",
                        "É",
                        "e\u0301",
                        "ß",
                        "ss",
                        "İ",
                        "ı",
                        "ﬁ",
                        "ö",
                        "Ω",
                        "Жук",
                        "日本語",
                        "\uFFFD",
                        "\uFFFF",
                        "\uD83D\uDE00",
                        "\uD83D\uDE01",
                        "\uD835\uDD04",
                        "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
                        "x".repeat(length))
                .or(random -> random.nextBoolean()
                        ? word(random)
                        : Insert.quoted(syllable(random) + " " + syllable(random) + syllable(random)));
    }

    /**
     * Returns byte arrays.
     *
     * @param min the smallest length
     * @param max the largest length
     */
    static TortureValues bytes(int min, int max) {
        byte[] ones = new byte[max];
        Arrays.fill(ones, (byte) 0xff);
        return literals(
                        Insert.quoted(new byte[min]),
                        Insert.quoted(new byte[8]),
                        Insert.quoted("ASCII  \0".getBytes(UTF_8)),
                        Insert.quoted(ones))
                .or(random -> {
                    byte[] some = new byte[min == max ? max : random.nextInt(12)];
                    random.nextBytes(some);
                    return Insert.quoted(some);
                });
    }

    static TortureValues points() {
        return literals(point(0, 0), point(-180, 90), point(12.5, -0.25));
    }

    /** Returns a point without a reference system, in the bytes that the server stores. */
    private static String point(double x, double y) {
        ByteBuffer wkb = ByteBuffer.allocate(25).order(ByteOrder.LITTLE_ENDIAN);
        wkb.putInt(0).put((byte) 1).putInt(1).putDouble(x).putDouble(y);
        return Insert.quoted(wkb.array());
    }
}
