package org.speedwell.accelerator.encode;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.expr.Kind;

/** A factory of writers for the cells of a row. The factory and its writers are for one thread. */
public final class CellWriters {
    private final ValueWriter writer;

    public CellWriters(Format format) {
        this.writer = new ValueWriter(format);
    }

    /** A writer of one cell. */
    public static final class Cell {
        final CellWriter writer;

        private Cell(CellWriter writer) {
            this.writer = writer;
        }

        /**
         * Returns a writer of the same cell for rows that reference others. A negative row number is a missing
         * reference.
         */
        public Cell followed(IntUnaryOperator to) {
            return new Cell(new CellWriter.Followed(to, writer));
        }
    }

    /**
     * Returns a writer of the values of a column.
     *
     * @param written converts a value of the column to the value that is written; null if both are the same
     * @throws org.speedwell.accelerator.column.AbsentColumnException if the column is not loaded
     */
    public Cell column(CellPlace at, Column column, @Nullable Function<Object, ?> written) {
        if (column.rows() > 0 && column.nulls() == column.rows()) {
            return new Cell(new CellWriter.Constant(at.whenNull()));
        }
        return new Cell(
                switch (column) {
                    case AbsentColumn absent -> throw absent.columnNotLoadedException();
                    case KeyColumn keys -> repeated(keys(at, keys, written), keys);
                    case BytesColumn bytes -> {
                        ByteRuns runs = bytes.runs();
                        yield runs == null ? objects(at, bytes, written) : runs(at, bytes, runs);
                    }
                });
    }

    private CellWriter keys(CellPlace at, KeyColumn column, @Nullable Function<Object, ?> written) {
        if (column.codec().isWhole()) {
            return new CellWriter.OfWhole(at.prefix(), at.whenNull(), column);
        }
        CellWriter.KeyWriter keys = CellWriter.keyWriter(column.codec(), writer);
        if (keys != null) {
            return new CellWriter.OfKeys(at.prefix(), at.whenNull(), column, keys);
        }
        ByteRuns runs = column.runs();
        if (runs != null) {
            return runs(at, column, runs);
        }
        return objects(at, column, written);
    }

    private CellWriter objects(CellPlace at, Column column, @Nullable Function<Object, ?> written) {
        return objects(
                at,
                written == null
                        ? column::get
                        : row -> {
                            Object value = column.get(row);
                            return value == null ? null : written.apply(value);
                        });
    }

    private CellWriter runs(CellPlace at, Column column, ByteRuns runs) {
        Fragment prefix = runs.isText() ? at.textPrefix() : at.prefix();
        return new CellWriter.OfRuns(prefix, at.whenNull(), column, runs, writer.format());
    }

    private static CellWriter repeated(CellWriter cell, KeyColumn column) {
        return CellWriter.Repeated.isPossible(column) ? new CellWriter.Repeated(cell, column) : cell;
    }

    /** Returns a writer of the results of an expression. */
    public Cell expression(CellPlace at, RowExpression expression) {
        if (expression instanceof RowExpression.Whole whole && isNumber(whole.kind())) {
            IntToLongFunction value = whole.value();
            return numbers(at, expression, (row, out) -> out.putLong(value.applyAsLong(row)));
        }
        if (expression instanceof RowExpression.Real real) {
            IntToDoubleFunction value = real.value();
            boolean isFloat = real.kind() == Kind.FLOAT;
            return numbers(
                    at,
                    expression,
                    isFloat
                            ? (row, out) -> writer.putFloat((float) value.applyAsDouble(row), out)
                            : (row, out) -> writer.putDouble(value.applyAsDouble(row), out));
        }
        if (expression instanceof RowExpression.Whole bool && bool.kind() == Kind.BOOLEAN) {
            IntToLongFunction value = bool.value();
            return numbers(at, expression, (row, out) -> writer.putBoolean(value.applyAsLong(row) != 0, out));
        }
        return values(at, expression.boxed());
    }

    private static boolean isNumber(Kind kind) {
        return kind != Kind.BOOLEAN && kind != Kind.CHAR;
    }

    private Cell numbers(CellPlace at, RowExpression expression, CellWriter.OfNumbers.NumberWriter number) {
        return new Cell(new CellWriter.OfNumbers(at.prefix(), at.whenNull(), expression.nulls(), number));
    }

    /** Returns a writer of objects or null. */
    public Cell values(CellPlace at, IntFunction<@Nullable Object> values) {
        return new Cell(objects(at, values));
    }

    private CellWriter objects(CellPlace at, IntFunction<@Nullable Object> values) {
        return new CellWriter.OfObjects(at.prefix(), at.whenNull(), values, writer);
    }
}
