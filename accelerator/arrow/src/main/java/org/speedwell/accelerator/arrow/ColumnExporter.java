package org.speedwell.accelerator.arrow;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.DecimalCodec;
import org.speedwell.accelerator.codec.Dictionary;
import org.speedwell.accelerator.codec.EnumCodec;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.LocalDateCodec;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.codec.TextCodec;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A choice of the type of Arrow for a column. The type depends on the class of the values, not on the values. So it is
 * the same in each version, except for dictionaries and for decimals of more than 38 digits.
 *
 * @param name the name of the column
 * @param isNullable true if another version may have NULL
 * @param constants the constants of an enum by their texts
 * @param isCopied true if batches must not share memory with the table
 * @param maxTexts the largest number of texts in a dictionary; 0 allows none
 */
record ColumnExporter(String name, boolean isNullable, Map<String, Object> constants, boolean isCopied, int maxTexts) {
    private static final int MAX_DIGITS_OF_16_BYTES = 38;
    private static final int MAX_DIGITS_OF_32_BYTES = 76;
    private static final BigInteger LIMIT_OF_16_BYTES = BigInteger.TEN.pow(MAX_DIGITS_OF_16_BYTES);

    ExportedColumn export(Column column) {
        return switch (column) {
            case AbsentColumn absent -> throw absent.columnNotLoadedException();
            case BytesColumn bytes -> variable(bytes.storedRuns(), new Nulls(bytes, -1, isCopied));
            case KeyColumn keys -> keys(KeySource.of(keys));
        };
    }

    private ExportedColumn keys(KeySource source) {
        return switch (source.codec()) {
            case IntegralCodec integral -> integral(source, integral);
            case FloatingCodec floating -> floating(source, floating);
            case TemporalCodec temporal -> temporal(source, temporal);
            case LocalDateCodec _ -> fixed(source, ArrowType.Plain.DATE, 4, null, true);
            case DecimalCodec decimal ->
                fixed(source, new ArrowType.Decimal(DecimalCodec.MAX_PRECISION, decimal.scale(), 16), 16, null, false);
            case EnumCodec codec -> constants(source, codec);
            case TextCodec texts -> texts(source, texts);
            default -> throw new IllegalStateException("Column " + name + " has the unknown codec " + source.codec());
        };
    }

    private ExportedColumn integral(KeySource source, IntegralCodec codec) {
        return switch (codec) {
            case BOOLEAN -> new BooleanColumn(field(ArrowType.Plain.BOOLEAN), source, nulls(source));
            case BYTE -> whole(source, 1);
            case SHORT -> whole(source, 2);
            case INT -> whole(source, 4);
            case LONG -> whole(source, 8);
            case UNSIGNED_LONG ->
                fixed(source, new ArrowType.Whole(8, false), 8, () -> key -> key ^ Long.MIN_VALUE, false);
        };
    }

    private ExportedColumn whole(KeySource source, int bytes) {
        return fixed(source, new ArrowType.Whole(bytes, true), bytes, null, true);
    }

    private ExportedColumn floating(KeySource source, FloatingCodec codec) {
        boolean areBits = source.column().min() >= 0; // the keys of other numbers have inverted bits
        return switch (codec) {
            case FLOAT ->
                fixed(
                        source,
                        ArrowType.Plain.FLOAT,
                        4,
                        () -> key -> key ^ ((int) key >> 31 & Integer.MAX_VALUE),
                        areBits);
            case DOUBLE ->
                fixed(source, ArrowType.Plain.DOUBLE, 8, () -> key -> key ^ (key >> 63 & Long.MAX_VALUE), areBits);
        };
    }

    private ExportedColumn temporal(KeySource source, TemporalCodec codec) {
        return switch (codec) {
            case TIMESTAMP ->
                fixed(
                        source,
                        ArrowType.Plain.TIMESTAMP,
                        8,
                        () -> new JvmZone()::timestamp,
                        new JvmZone().isUtc() && source.column().min() >= JvmZone.GREGORIAN_MICROS);
            case DATE -> fixed(source, ArrowType.Plain.DATE, 4, () -> new JvmZone()::date, false);
            case TIME -> fixed(source, ArrowType.Plain.TIME, 4, () -> new JvmZone()::time, false);
        };
    }

    /** @param isShared true if keys that fit the width are the values */
    private FixedColumn fixed(
            KeySource source,
            ArrowType type,
            int width,
            @Nullable Supplier<LongUnaryOperator> conversion,
            boolean isShared) {
        boolean fits = width >= Long.BYTES || source.column().max() < 1L << Byte.SIZE * width - 1;
        return new FixedColumn(
                field(type),
                source,
                nulls(source),
                width,
                conversion,
                isShared && fits && !isCopied && source.entries() == null);
    }

    private ExportedColumn constants(KeySource source, EnumCodec codec) {
        Map<Object, String> texts = new LinkedHashMap<>();
        constants.forEach((text, constant) -> texts.put(constant, text));
        List<byte[]> runs = LongStream.range(0, codec.keys())
                .mapToObj(codec::value)
                .map(constant -> texts.getOrDefault(constant, ((Enum<?>) constant).name()))
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        return maxTexts == 0
                ? variable(new Runs.Listed(source, runs), nulls(source))
                : dictionary(source, runs.size(), 0, null, new Runs.Listed(null, runs));
    }

    private ExportedColumn texts(KeySource source, TextCodec codec) {
        Dictionary dictionary = codec.dictionary();
        return switch (codec.form()) {
            case ByteForm.Decimal decimal -> largeDecimal(source, codec, decimal.scale());
            case ByteForm.Whole _ -> largeDecimal(source, codec, 0);
            case ByteForm.Text _ -> {
                int size = size(source);
                yield size == 0 || size > maxTexts
                        ? variable(new Runs.OfRows(source, dictionary, true), nulls(source))
                        : texts(source, codec, size);
            }
            case ByteForm.Binary _, ByteForm.LargeObject _ ->
                variable(new Runs.OfRows(source, dictionary, false), nulls(source));
        };
    }

    /** Returns the number of texts from the smallest key to the greatest; 0 if the column is empty. */
    private static int size(KeySource source) {
        KeyColumn column = source.column();
        KeyCodec codec = column.codec();
        return column.isEmpty() ? 0 : (int) Math.clamp(codec.count(column.min(), column.max()), 0L, Integer.MAX_VALUE);
    }

    private ExportedColumn texts(KeySource source, TextCodec codec, int size) {
        KeyColumn column = source.column();
        long first = column.min();
        long[] keys =
                column.codec().keys(first, column.max()).map(source::stored).toArray();
        boolean hasGaps = column.max() - first + 1 != size;
        Dictionary dictionary = codec.dictionary();
        LongUnaryOperator placeOf = hasGaps ? key -> dictionary.rank(key) - (long) dictionary.rank(first) : null;
        return dictionary(source, size, first, placeOf, new Runs.OfKeys(dictionary, keys));
    }

    private DictionaryColumn dictionary(
            KeySource source, int size, long first, @Nullable LongUnaryOperator placeOf, ByteRuns texts) {
        return new DictionaryColumn(
                new ArrowField(name, ArrowType.Plain.TEXT, isNullable, DictionaryColumn.index(size)),
                source,
                nulls(source),
                size,
                first,
                placeOf,
                () -> variable(texts, Nulls.NONE).data(new Batch(0, size, null)));
    }

    private ExportedColumn largeDecimal(KeySource source, TextCodec codec, int scale) {
        KeyColumn column = source.column();
        LongStream extremes = source.entries() == null
                ? LongStream.of(column.min(), column.max())
                : LongStream.rangeClosed(column.min(), column.max());
        boolean isSmall = column.isEmpty()
                || extremes.mapToObj(key -> unscaled(codec.value(source.stored(key))))
                        .allMatch(number -> number.abs().compareTo(LIMIT_OF_16_BYTES) < 0);
        int bytes = isSmall ? 16 : 32;
        ArrowType type = new ArrowType.Decimal(isSmall ? MAX_DIGITS_OF_16_BYTES : MAX_DIGITS_OF_32_BYTES, scale, bytes);
        return new LargeDecimalColumn(field(type), source, nulls(source), codec.dictionary(), bytes);
    }

    private static BigInteger unscaled(Object number) {
        return number instanceof BigDecimal decimal ? decimal.unscaledValue() : (BigInteger) number;
    }

    private VariableColumn variable(ByteRuns runs, Nulls nulls) {
        return new VariableColumn(field(runs.isText() ? ArrowType.Plain.TEXT : ArrowType.Plain.BINARY), nulls, runs);
    }

    private Nulls nulls(KeySource source) {
        return new Nulls(source.column(), source.nullKey(), isCopied);
    }

    private ArrowField field(ArrowType type) {
        return new ArrowField(name, type, isNullable, null);
    }
}
