package org.speedwell.accelerator.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A reader of encoded rows that uses parsers of other projects and compares their values with Java's. */
public final class EncodedText {
    private static final JsonFactory JSON = new JsonFactory();

    private EncodedText() {}

    /**
     * An encoded value.
     *
     * @param token the JSON token; null in CSV
     * @param text null if the value is NULL
     */
    public record Value(@Nullable JsonToken token, @Nullable String text) {}

    /** Returns the objects of a JSON array. Each maps labels to values in the written order. */
    public static List<Map<String, Value>> json(byte[] utf8) {
        List<Map<String, Value>> rows = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), utf8)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                rows.add(object(parser));
            }
            assertThat(parser.nextToken()).isNull();
        }
        return rows;
    }

    /** Returns the objects of JSON lines, one per line. */
    public static List<Map<String, Value>> lines(byte[] utf8) {
        String text = decoded(utf8);
        assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
        return text.lines()
                .map(line -> {
                    try (JsonParser parser =
                            JSON.createParser(ObjectReadContext.empty(), line.getBytes(StandardCharsets.UTF_8))) {
                        parser.nextToken();
                        Map<String, Value> object = object(parser);
                        assertThat(parser.nextToken()).isNull();
                        return object;
                    }
                })
                .toList();
    }

    private static Map<String, Value> object(JsonParser parser) {
        assertThat(parser.currentToken()).isEqualTo(JsonToken.START_OBJECT);
        Map<String, Value> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String label = parser.currentName();
            JsonToken token = parser.nextToken();
            Value before =
                    object.put(label, new Value(token, token == JsonToken.VALUE_NULL ? null : parser.getString()));
            assertThat(before).as("two of %s", label).isNull();
        }
        return object;
    }

    /** Returns the records after the header, each by label. */
    public static List<Map<String, Value>> csv(byte[] utf8, char separator) {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setDelimiter(separator)
                .setHeader()
                .setNullString("")
                .setQuoteMode(QuoteMode.ALL_NON_NULL) // with this mode, only a quoted empty field is an empty text
                .get();
        try (CSVParser parser = CSVParser.parse(new StringReader(decoded(utf8)), format)) {
            List<Map<String, Value>> rows = new ArrayList<>();
            for (CSVRecord record : parser) {
                assertThat(record.isConsistent()).isTrue();
                Map<String, Value> row = new LinkedHashMap<>();
                for (String label : parser.getHeaderNames()) {
                    row.put(label, new Value(null, record.get(label)));
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Decodes the bytes, and fails if they are not valid UTF-8. */
    public static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("no UTF-8", e);
        }
    }

    /** Fails unless {@code written} is the encoding of a field's value. */
    public static void assertValue(Supplier<String> what, Value written, Field<?> field, @Nullable Object value) {
        assertValue(what, written, value != null && field instanceof EnumField<?, ?, ?> of ? name(of, value) : value);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the value belongs to the field
    private static String name(EnumField field, Object value) {
        return ((Function<Object, String>) field.enumToString()).apply(value);
    }

    /** Fails unless {@code written} is the encoding of a value. */
    public static void assertValue(Supplier<String> what, Value written, @Nullable Object value) {
        String text = written.text;
        if (value == null || text == null) {
            assertThat(text).as(what).isEqualTo(value);
            return;
        }
        Object back = switch (value) {
            case Boolean _ -> {
                assertThat(text).as(what).isIn("true", "false");
                yield Boolean.valueOf(text);
            }
            case Byte _ -> Byte.valueOf(text);
            case Short _ -> Short.valueOf(text);
            case Integer _ -> Integer.valueOf(text);
            case Long _ -> Long.valueOf(text);
            case BigInteger _ -> new BigInteger(text);
            case BigDecimal _ -> {
                assertThat(text).as(what).doesNotContain("E");
                yield new BigDecimal(text);
            }
            case Float _ -> Float.valueOf(text);
            case Double _ -> Double.valueOf(text);
            case Timestamp time -> LocalDateTime.parse(text).equals(time.toLocalDateTime()) ? time : text;
            case Date date -> LocalDate.parse(text).equals(date.toLocalDate()) ? date : text;
            case Time time ->
                LocalTime.parse(text)
                                .equals(time.toLocalTime().plusNanos(Math.floorMod(time.getTime(), 1_000) * 1_000_000L))
                        ? time
                        : text;
            case LocalDateTime _ -> LocalDateTime.parse(text);
            case LocalDate _ -> LocalDate.parse(text);
            case LocalTime _ -> LocalTime.parse(text);
            case byte[] bytes -> same(Base64.getDecoder().decode(text), bytes) ? value : text;
            case Blob blob -> same(Base64.getDecoder().decode(text), bytes(blob)) ? value : text;
            default -> text;
        };
        Object expected = back instanceof String ? value.toString() : value;
        assertThat(back).as(what).isEqualTo(expected);
        if (written.token != null) {
            boolean isNumber = value instanceof Number;
            assertThat(written.token.isNumeric()).as(what).isEqualTo(isNumber);
            assertThat(written.token.isBoolean()).as(what).isEqualTo(value instanceof Boolean);
        }
    }

    private static boolean same(byte[] one, byte[] other) {
        return Arrays.equals(one, other);
    }

    private static byte[] bytes(Blob blob) {
        try {
            return blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
