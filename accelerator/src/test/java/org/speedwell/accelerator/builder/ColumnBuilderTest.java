package org.speedwell.accelerator.builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.rowset.serial.SerialBlob;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.codec.DecimalCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.stream.AwkwardValues;
import org.speedwell.accelerator.stream.RandomEntities;

/**
 * Verifies that appended values come back, or that the column refuses values that it cannot hold. The test covers every
 * database type in combination with every class that reads it. The values include extremes and NULLs, in one part and
 * in several.
 */
@Tag("oracle")
class ColumnBuilderTest {
    private static final int SCALE = 2;

    /**
     * The maximum bits of an integer in a dictionary. They hold slightly more than the 65 digits of a database decimal.
     */
    private static final int MAX_BITS = 231;

    private static final List<Class<?>> CLASSES = List.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            BigInteger.class,
            BigDecimal.class,
            Float.class,
            Double.class,
            String.class,
            byte[].class,
            Object.class,
            Blob.class,
            Date.class,
            Time.class,
            Timestamp.class,
            MySqlType.class);

    @ParameterizedTest
    @EnumSource
    void appendedValuesComeBackOrAreRefused(MySqlType type) {
        List<Class<?>> read = CLASSES.stream()
                .filter(any -> type.isReadAs(any) || type == MySqlType.ENUM && any == MySqlType.class)
                .toList();
        assertThat(read).isNotEmpty();
        for (Class<?> of : read) {
            for (int precision : List.of(18, 65)) {
                SplittableRandom random = new SplittableRandom(type.ordinal());
                check(type, precision, of, List.of(), random);
                check(type, precision, of, List.of(values(of).getFirst()), random);
                check(type, precision, of, values(of), random);
            }
        }
    }

    private static void check(
            MySqlType type, int precision, Class<?> of, List<Object> values, SplittableRandom random) {
        String what = type + " of " + precision + " digits as " + of.getSimpleName();
        List<@Nullable Object> kept = new ArrayList<>();
        List<ColumnBuilder> parts = new ArrayList<>();
        Lease lease = new Lease();
        try {
            for (int part = random.nextInt(1, 4); part > 0; part--) {
                ColumnBuilder builder = ColumnBuilder.of(type, precision, SCALE, of, of, null);
                parts.add(builder);
                for (int i = random.nextInt(3 * values.size() + 2); i > 0; i--) {
                    boolean isNull = values.isEmpty() || random.nextInt(4) == 0;
                    Object value = isNull ? null : values.get(random.nextInt(values.size()));
                    if (value != null && isRefused(value, type, precision)) {
                        assertThatIllegalArgumentException()
                                .as("%s: %s", what, value)
                                .isThrownBy(() -> builder.append(value));
                    } else {
                        assertThat(builder.append(value)).as(what).isEqualTo(value != null);
                        kept.add(value);
                    }
                }
            }
            check(what, ColumnBuilder.concat(parts, lease, lease), kept);
        } finally {
            parts.forEach(ColumnBuilder::close);
        }
    }

    /** Returns whether the column refuses a value. The database type never returns such a value. */
    private static boolean isRefused(Object value, MySqlType type, int precision) {
        return switch (value) {
            case BigDecimal decimal
            when type == MySqlType.DECIMAL && precision <= DecimalCodec.MAX_PRECISION ->
                decimal.scale() != SCALE || decimal.precision() > DecimalCodec.MAX_PRECISION;
            case BigDecimal decimal ->
                decimal.setScale(SCALE, RoundingMode.FLOOR).compareTo(decimal) != 0;
            case BigInteger whole ->
                type == MySqlType.DECIMAL
                        ? whole.bitLength() > MAX_BITS
                        : whole.signum() < 0 || whole.bitLength() > Long.SIZE;
            case Timestamp time ->
                time.getNanos() % 1_000 != 0 || Math.abs(time.getTime() / 1_000) > 9_223_372_036_853L;
            default -> false;
        };
    }

    private static void check(String what, Column column, List<@Nullable Object> values) {
        int nulls = (int) values.stream().filter(Objects::isNull).count();
        assertThat(column.rows()).as(what).isEqualTo(values.size());
        assertThat(column.nulls()).as(what).isEqualTo(nulls);
        assertThat(column.validity() == null).as(what).isEqualTo(nulls == 0);
        for (int row = 0; row < values.size(); row++) {
            assertThat(column.isNull(row)).as(what).isEqualTo(values.get(row) == null);
            assertThat(RandomEntities.plain(column.get(row)))
                    .as("%s, row %d", what, row)
                    .isEqualTo(RandomEntities.plain(values.get(row)));
        }
        if (column instanceof KeyColumn keys && nulls < values.size()) {
            checkKeys(what, keys, values);
        }
    }

    /**
     * Checks that keys have the order of the values, lie between the smallest and the largest key, and fit the code
     * width.
     */
    @SuppressWarnings("unchecked") // values of one class
    private static void checkKeys(String what, KeyColumn column, List<@Nullable Object> values) {
        int[] rows = IntStream.range(0, values.size())
                .filter(row -> !column.isNull(row))
                .toArray();
        assertThat(column.min()).as(what).isEqualTo(keys(column, rows).min().orElseThrow());
        assertThat(column.max()).as(what).isEqualTo(keys(column, rows).max().orElseThrow());
        for (int a : rows) {
            Object value = Objects.requireNonNull(values.get(a));
            assertThat(column.codec().encode(value)).as("%s: %s", what, value).isEqualTo(column.key(a));
            assertThat(column.codes().get(a)).as(what).isEqualTo(column.code(column.key(a)));
            for (int b : rows) {
                int order = ((Comparable<Object>) value).compareTo(Objects.requireNonNull(values.get(b)));
                assertThat(Long.signum(Long.compare(column.key(a), column.key(b))))
                        .as("%s: %s to %s", what, value, values.get(b))
                        .isEqualTo(Integer.signum(order));
            }
        }
    }

    private static LongStream keys(KeyColumn column, int[] rows) {
        return Arrays.stream(rows).mapToLong(column::key);
    }

    private static List<Object> values(Class<?> of) {
        if (of == byte[].class || of == Object.class || of == Blob.class) {
            return Stream.of(new byte[0], new byte[] {0}, new byte[] {-1, 0, 1}, new byte[70_000])
                    .<Object>map(bytes -> of == Blob.class ? blob(bytes) : bytes)
                    .toList();
        }
        List<Object> values = new ArrayList<>(AwkwardValues.of(of));
        if (of == BigDecimal.class) {
            values.removeIf(value -> Math.abs((long) ((BigDecimal) value).scale()) > 100);
            // the database returns all values with the scale of the column
            values.replaceAll(value -> rescaled((BigDecimal) value));
        }
        return values.stream().distinct().toList();
    }

    /** Returns the value with the scale of the column, or unchanged if that would lose digits. */
    private static BigDecimal rescaled(BigDecimal decimal) {
        BigDecimal rescaled = decimal.setScale(SCALE, RoundingMode.DOWN);
        return rescaled.compareTo(decimal) == 0 ? rescaled : decimal;
    }

    private static Blob blob(byte[] bytes) {
        try {
            return new SerialBlob(bytes);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "7, 7, 0",
        "-1, 0, 1",
        "0, 255, 1",
        "-9223372036854775808, -9223372036854775553, 1",
        "0, 256, 2",
        "-32768, 32767, 2",
        "100, 65635, 2",
        "0, 65536, 4",
        "-2147483648, 2147483647, 4",
        "9223372032559808512, 9223372036854775807, 4",
        "0, 4294967296, 8",
        "-9223372036854775808, 9223372036854775807, 8"
    })
    void keysTakeNoMoreBytesThanTheyNeed(long low, long high, int width) {
        Lease lease = new Lease();
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            builder.append(null);
            builder.append(high);
            builder.append(low);
            KeyColumn column = (KeyColumn) builder.build(lease);
            assertThat(column.codes().width()).isEqualTo(width);
            assertThat(column.codes().bytes()).isEqualTo(3L * width);
            assertThat(column.get(0)).isNull();
            assertThat(List.of(column.key(1), column.key(2))).isEqualTo(List.of(high, low));
            assertThat(List.of(column.min(), column.max())).isEqualTo(List.of(low, high));
        }
    }

    @Test
    void classWithoutAColumnIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ColumnBuilder.of(MySqlType.TEXT, 0, 0, Clob.class, Clob.class, null))
                .withMessageContaining("java.sql.Clob");
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.VARCHAR, 0, 0, String.class, String.class, null)) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.append(1));
        }
    }
}
