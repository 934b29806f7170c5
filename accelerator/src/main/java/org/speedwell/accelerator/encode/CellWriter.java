package org.speedwell.accelerator.encode;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;

/** A writer of one cell of a row: the prefix and the value. For one thread. */
abstract sealed class CellWriter {
    /** The span of cells that are not worth keeping. */
    static final int MANY = Integer.MAX_VALUE;

    /** The number of rows per different cell, or combination of cells, from which keeping the bytes pays off. */
    static final int MIN_ROWS_PER_KEPT = 4;

    /** The largest number of different cells of a column to keep. */
    static final int MAX_SPAN = 1 << 14;

    /** The number of bytes from which on long values end a block. */
    private static final int MAX_BLOCK = 1 << 20;

    private final Fragment prefix;
    private final Fragment whenNull;

    /**
     * Creates a writer.
     *
     * @param prefix the bytes before a value
     * @param whenNull the bytes of a NULL cell, including the prefix
     */
    CellWriter(Fragment prefix, Fragment whenNull) {
        this.prefix = prefix;
        this.whenNull = whenNull;
    }

    abstract void write(int row, Utf8Buffer out);

    /**
     * Writes the cells of several rows. Each kind of column has its own loop, so that the JIT compiler inlines the
     * writing of a value.
     *
     * @param places receives the {@linkplain RowPart#place place} of each cell
     */
    void write(int[] rows, int count, long[] places, Utf8Buffer out) {
        for (int i = 0; i < count; i++) {
            int from = out.size();
            write(rows[i], out);
            places[i] = RowPart.place(from, out.size());
        }
    }

    /** Returns the largest number of different cells, or {@link #MANY} if it is large or unknown. */
    int span() {
        return MANY;
    }

    /**
     * Multiplies each ordinal by {@link #span()}, and adds the number of the row's cell among all different cells. Only
     * for a writer with a span.
     *
     * @param scratch an array that this method may use
     */
    void addOrdinals(int[] rows, int count, long[] scratch, int[] ordinals) {
        throw new IllegalStateException("The cells have no ordinals.");
    }

    /**
     * Returns whether the size of each cell is small, or {@link #longSize} knows it in advance. Only such cells can be
     * written column by column.
     */
    boolean isBounded() {
        return true;
    }

    /** Returns whether a value may be long. {@link #longSize} returns its size. */
    boolean isLong() {
        return false;
    }

    /** Returns the number of bytes of a value that may be long. 0 for other values. */
    int longSize(int row) {
        return 0;
    }

    /** Prepares for a number of rows, like {@link RowWriter#expect}. */
    void expect(int rows) {}

    final void begin(Utf8Buffer out) {
        out.put(prefix);
    }

    final void writeNull(Utf8Buffer out) {
        out.put(whenNull);
    }

    /**
     * Returns the number of rows, from the first one on, whose long values together have at most
     * {@value #MAX_BLOCK} bytes; at least 1.
     */
    final int limit(int[] rows, int count) {
        if (!isLong()) {
            return count;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += longSize(rows[i]);
            if (sum > MAX_BLOCK) {
                return Math.max(1, i);
            }
        }
        return count;
    }

    /** A writer of the same bytes in every row. */
    static final class Constant extends CellWriter {
        Constant(Fragment bytes) {
            super(bytes, bytes);
        }

        @Override
        void write(int row, Utf8Buffer out) {
            begin(out);
        }

        @Override
        int span() {
            return 1;
        }

        @Override
        void addOrdinals(int[] rows, int count, long[] scratch, int[] ordinals) {
            // All cells have the ordinal 0.
        }
    }

    /** A writer of the values of a column. */
    abstract static sealed class OfColumn extends CellWriter {
        /** The column, if it has NULL. Otherwise null. */
        final @Nullable Column nullable;

        OfColumn(Fragment prefix, Fragment whenNull, Column column) {
            super(prefix, whenNull);
            this.nullable = column.nulls() == 0 ? null : column;
        }

        @Override
        final void write(int row, Utf8Buffer out) {
            if (nullable != null && nullable.isNull(row)) {
                writeNull(out);
            } else {
                begin(out);
                writeValue(row, out);
            }
        }

        /** Writes the value of a row that is not NULL. */
        abstract void writeValue(int row, Utf8Buffer out);
    }

    /** A writer of the value of a key. */
    @FunctionalInterface
    interface KeyWriter {
        void write(long key, Utf8Buffer out);
    }

    /** A writer of values that it can derive from their keys. */
    static final class OfKeys extends OfColumn {
        private final KeyColumn column;
        private final KeyWriter value;

        OfKeys(Fragment prefix, Fragment whenNull, KeyColumn column, KeyWriter value) {
            super(prefix, whenNull, column);
            this.column = column;
            this.value = value;
        }

        @Override
        void writeValue(int row, Utf8Buffer out) {
            value.write(column.key(row), out);
        }

        @Override
        void write(int[] rows, int count, long[] places, Utf8Buffer out) {
            column.keys(rows, count, places);
            for (int i = 0; i < count; i++) {
                int from = out.size();
                if (nullable != null && nullable.isNull(rows[i])) {
                    writeNull(out);
                } else {
                    begin(out);
                    value.write(places[i], out);
                }
                places[i] = RowPart.place(from, out.size());
            }
        }
    }

    /** A writer of whole numbers. The key is the number. */
    static final class OfWhole extends OfColumn {
        private final KeyColumn column;

        OfWhole(Fragment prefix, Fragment whenNull, KeyColumn column) {
            super(prefix, whenNull, column);
            this.column = column;
        }

        @Override
        void writeValue(int row, Utf8Buffer out) {
            out.putLong(column.key(row));
        }

        @Override
        void write(int[] rows, int count, long[] places, Utf8Buffer out) {
            column.keys(rows, count, places);
            for (int i = 0; i < count; i++) {
                int from = out.size();
                if (nullable != null && nullable.isNull(rows[i])) {
                    writeNull(out);
                } else {
                    begin(out);
                    out.putLong(places[i]);
                }
                places[i] = RowPart.place(from, out.size());
            }
        }
    }

    /**
     * A writer of values that many rows share. Another writer writes each distinct cell once; later rows copy its
     * bytes.
     */
    static final class Repeated extends CellWriter {
        private final KeyColumn column;
        private final @Nullable KeyColumn nullable;
        private final CellWriter once;
        private final long minKey;
        private @Nullable Fragment[] cells = {};

        static boolean isPossible(KeyColumn column) {
            long span = column.max() - column.min();
            return span >= 0 && span < MAX_SPAN && column.codec().bytes() <= MAX_BLOCK;
        }

        Repeated(CellWriter once, KeyColumn column) {
            super(once.prefix, once.whenNull);
            this.column = column;
            this.nullable = column.nulls() == 0 ? null : column;
            this.once = once;
            this.minKey = column.min();
        }

        @Override
        void expect(int rows) {
            int keys = keys();
            if (cells.length == 0 && keys <= rows / MIN_ROWS_PER_KEPT) {
                cells = new @Nullable Fragment[keys];
            }
        }

        private int keys() {
            return (int) (column.max() - minKey) + 1;
        }

        @Override
        int span() {
            return nullable == null ? keys() : keys() + 1; // NULL comes last
        }

        @Override
        void addOrdinals(int[] rows, int count, long[] scratch, int[] ordinals) {
            column.keys(rows, count, scratch);
            int span = span();
            for (int i = 0; i < count; i++) {
                boolean isNull = nullable != null && nullable.isNull(rows[i]);
                ordinals[i] = ordinals[i] * span + (isNull ? span - 1 : (int) (scratch[i] - minKey));
            }
        }

        @Override
        void write(int[] rows, int count, long[] places, Utf8Buffer out) {
            once.write(rows, count, places, out);
        }

        @Override
        void write(int row, Utf8Buffer out) {
            if (nullable != null && nullable.isNull(row)) {
                writeNull(out);
                return;
            }
            if (cells.length == 0) {
                once.write(row, out);
                return;
            }
            int place = (int) (column.key(row) - minKey);
            Fragment cell = cells[place];
            if (cell != null) {
                out.put(cell);
                return;
            }
            int from = out.size();
            once.write(row, out);
            cells[place] = Fragment.of(out.array(), from, out.size());
        }
    }

    /** A writer of texts and binary values. It copies the stored bytes of the column. */
    static final class OfRuns extends OfColumn {
        private final ByteRuns runs;
        private final Format format;
        private byte[] scratch = new byte[64];

        OfRuns(Fragment prefix, Fragment whenNull, Column column, ByteRuns runs, Format format) {
            super(prefix, whenNull, column);
            this.runs = runs;
            this.format = format;
        }

        @Override
        void writeValue(int row, Utf8Buffer out) {
            int length = runs.length(row);
            if (runs.isText()) {
                int from = out.size();
                out.reserve(length + Long.BYTES); // so that the search for escapes reads whole words
                runs.copy(row, out.array(), from);
                out.advance(length);
                format.finishText(from, out);
            } else {
                if (scratch.length < length) {
                    scratch = new byte[length];
                }
                runs.copy(row, scratch, 0);
                format.putBase64(scratch, length, out);
            }
        }

        @Override
        void write(int[] rows, int count, long[] places, Utf8Buffer out) {
            for (int i = 0; i < count; i++) {
                int from = out.size();
                if (nullable != null && nullable.isNull(rows[i])) {
                    writeNull(out);
                } else {
                    begin(out);
                    writeValue(rows[i], out);
                }
                places[i] = RowPart.place(from, out.size());
            }
        }

        @Override
        boolean isLong() {
            return true;
        }

        @Override
        int longSize(int row) {
            return nullable != null && nullable.isNull(row) ? 0 : runs.length(row);
        }
    }

    /** A writer of objects or null. */
    static final class OfObjects extends CellWriter {
        private final IntFunction<@Nullable Object> values;
        private final ValueWriter writer;

        OfObjects(Fragment prefix, Fragment whenNull, IntFunction<@Nullable Object> values, ValueWriter writer) {
            super(prefix, whenNull);
            this.values = values;
            this.writer = writer;
        }

        @Override
        void write(int row, Utf8Buffer out) {
            Object value = values.apply(row);
            if (value == null) {
                writeNull(out);
            } else {
                begin(out);
                writer.put(value, out);
            }
        }

        @Override
        boolean isBounded() {
            return false; // it may be a large object, or a result of a function, which runs once for each row in order
        }
    }

    /** A writer of the numbers of an expression. */
    static final class OfNumbers extends CellWriter {
        private final IntPredicate nulls;
        private final NumberWriter number;

        /** A writer of the number of a row. */
        @FunctionalInterface
        interface NumberWriter {
            void write(int row, Utf8Buffer out);
        }

        OfNumbers(Fragment prefix, Fragment whenNull, IntPredicate nulls, NumberWriter number) {
            super(prefix, whenNull);
            this.nulls = nulls;
            this.number = number;
        }

        @Override
        void write(int row, Utf8Buffer out) {
            if (nulls.test(row)) {
                writeNull(out);
            } else {
                begin(out);
                number.write(row, out);
            }
        }
    }

    /** A writer of a cell of a referenced row. Writes NULL if the row references none. */
    static final class Followed extends CellWriter {
        private final IntUnaryOperator to;
        private final CellWriter there;

        Followed(IntUnaryOperator to, CellWriter there) {
            super(there.prefix, there.whenNull);
            this.to = to;
            this.there = there;
        }

        @Override
        void expect(int rows) {
            there.expect(rows);
        }

        @Override
        boolean isBounded() {
            return there.isBounded();
        }

        @Override
        boolean isLong() {
            return there.isLong();
        }

        @Override
        int longSize(int row) {
            int other = to.applyAsInt(row);
            return other < 0 ? 0 : there.longSize(other);
        }

        @Override
        void write(int row, Utf8Buffer out) {
            int other = to.applyAsInt(row);
            if (other < 0) {
                writeNull(out);
            } else {
                there.write(other, out);
            }
        }
    }

    /** Returns a writer for the keys of a codec. Null if the values must be objects. */
    static @Nullable KeyWriter keyWriter(KeyCodec codec, ValueWriter writer) {
        if (codec.isUnscaled()) {
            int scale = ((BigDecimal) codec.value(0)).scale();
            return (key, out) -> out.putDecimal(key, scale);
        }
        if (codec.isTemporal()) {
            Class<?> of = codec.valueClass();
            if (of == Timestamp.class) {
                return (key, out) -> {
                    long micros = codec.time(key);
                    writer.putTimestamp(
                            Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1_000, out);
                };
            }
            return of == Date.class
                    ? (key, out) -> writer.putDate(codec.time(key), out)
                    : (key, out) -> writer.putTime(codec.time(key), out);
        }
        if (codec.isNumber()) {
            return codec.valueClass() == Float.class
                    ? (key, out) -> writer.putFloat((float) codec.doubleValue(key), out)
                    : (key, out) -> writer.putDouble(codec.doubleValue(key), out);
        }
        return null;
    }
}
