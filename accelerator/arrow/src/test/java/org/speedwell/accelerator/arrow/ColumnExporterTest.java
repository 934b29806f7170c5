package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MappedValues;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.AbsentColumnException;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** The buffers of single columns, also of those whose values a mapper of the application makes. */
@Tag("unit")
class ColumnExporterTest {
    private static final int ROWS = 300;

    private final SplittableRandom random = new SplittableRandom(20_261_129L);
    private final Lease lease = new Lease();

    private Column column(
            MySqlType type,
            Class<?> database,
            Class<?> entity,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            List<@Nullable Object> values) {
        try (ColumnBuilder builder = ColumnBuilder.of(type, 40, 3, entity, database, mapper)) {
            values.forEach(builder::append);
            Column column = builder.build(lease);
            return builder.onRead() != null && column instanceof KeyColumn keys
                    ? mapped(keys, builder.onRead())
                    : column;
        }
    }

    /** Returns the column of the mapped values, as a load does. */
    private Column mapped(KeyColumn stored, Function<@Nullable Object, @Nullable Object> mapper) {
        int[] byKey = IntStream.range(0, stored.rows())
                .boxed()
                .sorted(Comparator.comparing(stored::isNull).thenComparing(stored::key))
                .mapToInt(Integer::intValue)
                .toArray();
        return MappedValues.of(
                stored, mapper, stored.rows() - stored.nulls(), place -> byKey[place], lease, new Lease());
    }

    private List<@Nullable Object> values(Function<SplittableRandom, Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            values.add(random.nextInt(5) == 0 ? null : value.apply(random));
        }
        return values;
    }

    private static ExportedColumn export(Column column, boolean isCopied, int maxTexts) {
        return new ColumnExporter("column", true, Map.of(), isCopied, maxTexts).export(column);
    }

    private static void assertValues(Column column, List<? extends @Nullable Object> expected) {
        for (boolean isCopied : new boolean[] {false, true}) {
            for (int maxTexts : new int[] {0, 10_000}) {
                ExportedColumn exported = export(column, isCopied, maxTexts);
                int[] some =
                        IntStream.range(64, ROWS).filter(row -> row % 3 > 0).toArray();
                assertThat(read(exported, new Batch(0, ROWS, null))).isEqualTo(expected);
                assertThat(read(exported, new Batch(64, 200, null))).isEqualTo(expected.subList(64, 264));
                assertThat(read(exported, new Batch(64, some.length, some)))
                        .isEqualTo(IntStream.of(some).mapToObj(expected::get).toList());
            }
        }
    }

    private static List<@Nullable Object> read(ExportedColumn column, Batch batch) {
        ArrayData data = column.data(batch);
        List<@Nullable Object> values = new ArrayList<>();
        int nulls = 0;
        for (int i = 0; i < data.length(); i++) {
            boolean isNull =
                    data.nulls() > 0 && (data.buffers().getFirst().get(ValueLayout.JAVA_BYTE, i / 8) >> i % 8 & 1) == 0;
            nulls += isNull ? 1 : 0;
            values.add(isNull ? null : value(column.field(), data, i));
        }
        assertThat(data.nulls()).isEqualTo(nulls);
        data.release();
        return values;
    }

    private static Object value(ArrowField field, ArrayData data, int at) {
        MemorySegment values = data.buffers().get(1);
        if (field.index() != null) {
            ArrayData texts = Objects.requireNonNull(data.dictionary());
            return text(texts, ((Number) whole(field.index(), values, at)).intValue());
        }
        return switch (field.type()) {
            case ArrowType.Whole whole -> whole(whole, values, at);
            case ArrowType.Decimal decimal -> {
                byte[] bytes = new byte[decimal.bytes()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[bytes.length - 1 - i] = values.get(ValueLayout.JAVA_BYTE, (long) at * decimal.bytes() + i);
                }
                yield new BigDecimal(new BigInteger(bytes), decimal.scale());
            }
            case ArrowType.Plain plain ->
                switch (plain) {
                    case BOOLEAN -> (values.get(ValueLayout.JAVA_BYTE, at / 8) >> at % 8 & 1) != 0;
                    case FLOAT -> values.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * at);
                    case DOUBLE -> values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * at);
                    case DATE, TIME -> values.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * at);
                    case TIMESTAMP -> values.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * at);
                    case TEXT, BINARY -> text(data, at);
                };
        };
    }

    private static Object whole(ArrowType.Whole type, MemorySegment values, long at) {
        return switch (type.bytes()) {
            case 1 -> values.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> values.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2 * at);
            case 4 -> values.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * at);
            default -> values.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * at);
        };
    }

    private static String text(ArrayData texts, long at) {
        long from = texts.buffers().get(1).get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * at);
        long to = texts.buffers().get(1).get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * at + 8);
        byte[] bytes = texts.buffers().get(2).asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void numbersOfEachWidthAreRight() {
        List<@Nullable Object> narrow = values(next -> next.nextInt(-100, 100));
        assertValues(column(MySqlType.INT, Integer.class, Integer.class, null, narrow), narrow);
        List<@Nullable Object> wide = values(next -> next.nextInt());
        assertValues(column(MySqlType.INT, Integer.class, Integer.class, null, wide), wide);
        List<@Nullable Object> positive = values(next -> next.nextInt(0, Integer.MAX_VALUE));
        positive.set(0, 0);
        assertValues(column(MySqlType.INT, Integer.class, Integer.class, null, positive), positive);
        List<@Nullable Object> one = values(_ -> 7L);
        assertValues(column(MySqlType.BIGINT, Long.class, Long.class, null, one), one);
        List<@Nullable Object> longs = values(SplittableRandom::nextLong);
        assertValues(column(MySqlType.BIGINT, Long.class, Long.class, null, longs), longs);
        List<@Nullable Object> none = values(_ -> 0L);
        none.replaceAll(_ -> null);
        assertValues(column(MySqlType.BIGINT, Long.class, Long.class, null, none), none);
        List<@Nullable Object> floats = values(next -> next.nextFloat() - 0.5f);
        assertValues(column(MySqlType.FLOAT, Float.class, Float.class, null, floats), floats);
        List<@Nullable Object> positiveFloats = values(SplittableRandom::nextFloat);
        positiveFloats.set(0, 0f);
        assertValues(column(MySqlType.FLOAT, Float.class, Float.class, null, positiveFloats), positiveFloats);
        List<@Nullable Object> doubles = values(next -> next.nextDouble() - 0.5);
        assertValues(column(MySqlType.DOUBLE, Double.class, Double.class, null, doubles), doubles);
        List<@Nullable Object> booleans = values(next -> next.nextBoolean());
        assertValues(column(MySqlType.BIT, Boolean.class, Boolean.class, null, booleans), booleans);
    }

    @Test
    void mappedColumnsHaveTheValuesOfTheDatabase() {
        List<@Nullable Object> numbers = values(next -> next.nextInt(-40, 40));
        assertValues(
                column(MySqlType.INT, Integer.class, StringBuilder.class, ColumnExporterTest::reversed, numbers),
                numbers);
        List<@Nullable Object> texts = values(next -> "text 😀 " + next.nextInt(30));
        for (MySqlType type : List.of(MySqlType.VARCHAR, MySqlType.TEXT)) {
            assertValues(column(type, String.class, StringBuilder.class, ColumnExporterTest::reversed, texts), texts);
        }
        List<@Nullable Object> decimals = values(next -> BigDecimal.valueOf(next.nextLong(), 3));
        assertValues(
                column(
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        StringBuilder.class,
                        ColumnExporterTest::reversed,
                        decimals),
                decimals);
    }

    private static @Nullable Object reversed(@Nullable Object value) {
        return value == null ? null : new StringBuilder(value.toString()).reverse();
    }

    @Test
    void nullOfTheDatabaseIsNullEvenIfTheMapperReturnsAValue() {
        List<@Nullable Object> numbers = values(next -> next.nextInt(1_000));
        Column column = column(
                MySqlType.INT,
                Integer.class,
                StringBuilder.class,
                number -> new StringBuilder(number == null ? "no number" : "number " + number),
                numbers);
        assertThat(column.nulls()).isZero();
        assertValues(column, numbers);
    }

    @Test
    void decimalsOfMoreThan38DigitsTake32Bytes() {
        for (int digits : new int[] {37, 38, 39, 60}) {
            List<@Nullable Object> values = values(next -> {
                BigDecimal number = new BigDecimal(BigInteger.valueOf(next.nextInt(1, 1_000)), 3);
                return next.nextBoolean() ? number.negate() : number;
            });
            BigDecimal extreme = new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), 3);
            values.set(3, extreme);
            values.set(4, extreme.negate());
            Column column = column(MySqlType.DECIMAL, BigDecimal.class, BigDecimal.class, null, values);
            assertThat(export(column, false, 0).field().type())
                    .isEqualTo(digits <= 38 ? new ArrowType.Decimal(38, 3, 16) : new ArrowType.Decimal(76, 3, 32));
            assertValues(column, values);
        }
    }

    @Test
    void indicesOfDictionaryAreAsNarrowAsPossibleAndSigned() {
        for (Map.Entry<Integer, Integer> size :
                Map.of(1, 1, 128, 1, 129, 2, 300, 2).entrySet()) {
            List<@Nullable Object> texts = new ArrayList<>();
            IntStream.range(0, ROWS).forEach(row -> texts.add("text " + row % size.getKey()));
            Column column = column(MySqlType.VARCHAR, String.class, String.class, null, texts);
            assertThat(export(column, false, 1_000).field().index())
                    .as(size.toString())
                    .isEqualTo(new ArrowType.Whole(size.getValue(), true));
            assertValues(column, texts);
        }
    }

    @Test
    void dictionaryWithGapsBetweenItsKeysIsRight() {
        TestTable table = TestTable.of(TestTable.rows(ROWS, 1));
        List<@Nullable Object> expected = new ArrayList<>();
        IntStream.range(0, ROWS)
                .forEach(row -> expected.add(table.store().entity(row).text()));
        List<TestTable.Row> added = new ArrayList<>();
        int[] changed = {5, 77, 200};
        for (int row : changed) {
            added.add(new TestTable.Row(1L, 2, "text 1" + (char) ('a' + row % 20), 3));
            expected.set(row, added.getLast().text());
        }
        KeyColumn texts =
                (KeyColumn) table.edited(changed, added, new int[0]).store().column(2);
        assertThat(texts.codec().count(texts.min(), texts.max())).isLessThan(texts.max() - texts.min() + 1);
        assertValues(texts, expected);
    }

    @Test
    void absentColumnIsRefused() {
        assertThatThrownBy(() -> export(new AbsentColumn(ROWS, "length"), false, 0))
                .isInstanceOf(AbsentColumnException.class)
                .hasMessageContaining("length");
    }
}
