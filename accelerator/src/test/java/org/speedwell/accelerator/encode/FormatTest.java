package org.speedwell.accelerator.encode;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares single encoded values with the JDK and with parsers of other projects. {@code -Dspeedwell.seed=S} sets the
 * random seed.
 */
@Tag("oracle")
class FormatTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);
    private static final Format CSV = Format.csv(',');

    private static final Pattern ALONE =
            Pattern.compile("[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]");

    private static String written(Format format, @Nullable Object value) {
        Utf8Buffer out = new Utf8Buffer(1);
        new ValueWriter(format).put(value, out);
        return EncodedText.decoded(out.copy());
    }

    @Test
    void integersKeepAllDigits() {
        SplittableRandom random = new SplittableRandom(SEED);
        LongStream powers = IntStream.range(0, 19).mapToLong(i -> (long) Math.pow(10, i));
        LongStream around = powers.flatMap(power -> LongStream.of(power - 1, power, power + 1, -power, 1 - power));
        LongStream extremes = LongStream.of(0, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE);
        LongStream any = random.longs(20_000).map(number -> number >> random.nextInt(64));
        LongStream.concat(LongStream.concat(around, extremes), any).forEach(number -> {
            assertThat(written(Format.json(), number)).as("seed %d", SEED).isEqualTo(Long.toString(number));
            int scale = random.nextInt(25);
            Utf8Buffer out = new Utf8Buffer(1);
            out.putDecimal(number, scale);
            assertThat(EncodedText.decoded(out.copy()))
                    .as("seed %d", SEED)
                    .isEqualTo(BigDecimal.valueOf(number, scale).toPlainString());
        });
    }

    @Test
    void decimalsAreExactAndPlain() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            BigInteger unscaled = new BigInteger(1 + random.nextInt(216), new java.util.Random(random.nextLong()));
            BigDecimal number =
                    new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), random.nextInt(-5, 70));
            assertThat(written(Format.json(), number)).as("seed %d", SEED).isEqualTo(number.toPlainString());
        }
    }

    @Test
    void floatingPointNumbersRoundTrip() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            float small = Float.intBitsToFloat(random.nextInt());
            if (Double.isFinite(number)) {
                assertThat(Double.parseDouble(written(Format.json(), number))).isEqualTo(number);
            }
            if (Float.isFinite(small)) {
                assertThat(written(CSV, small)).isEqualTo(Float.toString(small));
            }
        }
        assertThat(written(Format.json(), -0d)).isEqualTo("-0.0");
        assertThat(written(Format.json(), Double.NaN)).isEqualTo("null");
        assertThat(written(Format.json(), Float.NEGATIVE_INFINITY)).isEqualTo("null");
        assertThat(written(CSV, Double.NaN)).isEqualTo("NaN");
        assertThat(written(CSV, Float.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
    }

    /** Covers zones with and without summer time, with half hours, and with skipped days. */
    @Test
    void timesEqualThoseOfJava() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of(
                    "UTC",
                    "Europe/Berlin",
                    "America/New_York",
                    "Asia/Kolkata",
                    "Pacific/Apia",
                    "Australia/Lord_Howe",
                    "Africa/Casablanca")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                ValueWriter writer = new ValueWriter(CSV);
                SplittableRandom random = new SplittableRandom(SEED);
                for (int i = 0; i < 4_000; i++) {
                    // mostly within about 95 years of 1970, otherwise from year 1000 to 9999
                    long millis = random.nextInt(3) == 0
                            ? random.nextLong(-30_610_224_000_000L, 253_402_214_400_000L)
                            : random.nextLong(-3_000_000_000_000L, 3_000_000_000_000L);
                    Timestamp timestamp = new Timestamp(millis);
                    timestamp.setNanos(random.nextInt(1_000_000) * (random.nextBoolean() ? 1_000 : 0));
                    String what = "seed %d, %s, %d".formatted(SEED, zone, millis);
                    assertThat(written(writer, timestamp))
                            .as(what)
                            .isEqualTo(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(timestamp.toLocalDateTime()));
                    Date date = new Date(millis);
                    assertThat(written(writer, date))
                            .as(what)
                            .isEqualTo(date.toLocalDate().toString());
                    Time time = new Time(millis / 1_000 * 1_000);
                    assertThat(written(writer, time))
                            .as(what)
                            .isEqualTo(DateTimeFormatter.ISO_LOCAL_TIME.format(time.toLocalTime()));
                    LocalDateTime local = timestamp.toLocalDateTime();
                    assertThat(written(writer, local)).isEqualTo(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local));
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static String written(ValueWriter writer, Object value) {
        Utf8Buffer out = new Utf8Buffer(1);
        writer.put(value, out);
        return EncodedText.decoded(out.copy());
    }

    /**
     * Encodes every code unit, alone and among others. JSON restores all of them, CSV all except unpaired surrogates.
     */
    @Test
    void textsRoundTrip() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> texts = new ArrayList<>(List.of("", "\"", "a\r\nb,\"c\""));
        for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append((char) (' ' + random.nextInt(90)));
            }
            text.insert(random.nextInt(text.length() + 1), (char) unit);
            if (random.nextInt(4) == 0) {
                text.appendCodePoint(random.nextInt(0x10000, 0x110000));
                text.append((char) random.nextInt(Character.MIN_SURROGATE, Character.MAX_SURROGATE + 1));
            }
            texts.add(text.toString());
        }
        List<String> json = texts(EncodedText.json(("["
                        + texts.stream()
                                .map(text -> "{\"a\":" + written(Format.json(), text) + "}")
                                .collect(Collectors.joining(","))
                        + "]")
                .getBytes(StandardCharsets.UTF_8)));
        assertThat(json).as("seed %d", SEED).isEqualTo(texts);
        List<String> csv = texts(EncodedText.csv(
                ("a\r\n"
                                + texts.stream()
                                        .map(text -> written(CSV, text) + "\r\n")
                                        .collect(Collectors.joining()))
                        .getBytes(StandardCharsets.UTF_8),
                ','));
        assertThat(csv)
                .as("seed %d", SEED)
                .isEqualTo(texts.stream()
                        .map(text -> ALONE.matcher(text).replaceAll("\uFFFD"))
                        .toList());
    }

    private static List<String> texts(List<Map<String, EncodedText.Value>> rows) {
        return rows.stream()
                .map(row -> requireNonNull(requireNonNull(row.get("a")).text()))
                .toList();
    }

    @Test
    void escapesAreTheShortest() {
        assertThat(written(Format.json(), "\"\\\b\t\n\f\r\u0001\u007F/é€\uD83D\uDE00\uD83Dx"))
                .isEqualTo("\"\\\"\\\\\\b\\t\\n\\f\\r\\u0001\u007F/é€\uD83D\uDE00\\ud83dx\"");
    }

    @Test
    void csvQuotesOnlyWhereNeeded() {
        assertThat(written(CSV, "a b;'c'")).isEqualTo("a b;'c'");
        assertThat(written(CSV, "a,b")).isEqualTo("\"a,b\"");
        assertThat(written(Format.csv(';'), "a,b")).isEqualTo("a,b");
        assertThat(written(Format.csv(';'), "a;b")).isEqualTo("\"a;b\"");
        assertThat(written(CSV, "say \"a\"")).isEqualTo("\"say \"\"a\"\"\"");
        assertThat(written(CSV, "")).isEqualTo("\"\"");
        assertThat(written(CSV, new byte[0])).isEqualTo("\"\"");
        assertThat(written(CSV, null)).isEmpty();
    }

    @Test
    void bytesAreBase64() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            assertThat(written(Format.json(), bytes))
                    .isEqualTo('"' + Base64.getEncoder().encodeToString(bytes) + '"');
        }
    }

    @Test
    void separatorThatValuesContainIsRefused() {
        for (char separator : "\"\r\n5e+-.:=/é".toCharArray()) {
            assertThatThrownBy(() -> Format.csv(separator))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("U+%04X", (int) separator);
        }
    }
}
