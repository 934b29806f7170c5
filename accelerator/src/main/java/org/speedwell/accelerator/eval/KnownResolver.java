package org.speedwell.accelerator.eval;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.store.TableStore;

/**
 * A compiler of functions whose bytecode has been analysed. If the computation fails for a row, the compiled code calls
 * the function itself with that row's element. The exception then comes from the function.
 */
final class KnownResolver {
    private KnownResolver() {}

    /**
     * Returns the place of the column whose values a function returns unchanged, boxed if they are primitive. Returns
     * −1 if there is none.
     */
    static int column(TableStore<?> table, AnalyzedFunction<?, ?> known) {
        if (!(known.code() instanceof Expr.Column read)) {
            return -1;
        }
        int place = table.place(read);
        if (place < 0) {
            return -1;
        }
        Column column = table.column(place);
        boolean hasDefault = read.type().isPrimitive() && column.nulls() > 0;
        boolean isOtherNumber = read.id() instanceof ColumnId // a foreign key may be wider than the key
                && !(column instanceof KeyColumn keys && Kind.of(keys.codec().valueClass()) == read.kind());
        return hasDefault || isOtherNumber ? -1 : place;
    }

    /** Returns the value of a row as an object. Returns null if a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the elements
    static @Nullable IntFunction<@Nullable Object> value(
            RowScope scope, IntFunction<?> elements, AnalyzedFunction<?, ?> known) {
        RowExpression compiled = compiled(scope, known);
        if (compiled == null) {
            return null;
        }
        IntFunction<@Nullable Object> value = compiled.boxed();
        return row -> {
            try {
                return value.apply(row);
            } catch (RuntimeException e) {
                return ((AnalyzedFunction<Object, @Nullable Object>) known).apply(elements.apply(row));
            }
        };
    }

    /**
     * Returns the whole numbers that a function returns, boxed or not. Returns null if it returns other values, or may
     * return null.
     */
    static RowExpression.@Nullable Whole whole(RowScope scope, IntFunction<?> elements, AnalyzedFunction<?, ?> known) {
        if (!(compiled(scope, known) instanceof RowExpression.Whole whole)
                || whole.nulls() != RowExpression.NEVER_NULL) {
            return null;
        }
        IntFunction<@Nullable Object> value = Objects.requireNonNull(value(scope, elements, known));
        return whole.value().cannotThrow()
                ? whole
                : new RowExpression.Whole(
                        whole.kind(),
                        new GuardedLongs(
                                whole.value(), row -> Interpreter.whole(Objects.requireNonNull(value.apply(row)))),
                        RowExpression.NEVER_NULL);
    }

    private static @Nullable RowExpression compiled(RowScope scope, AnalyzedFunction<?, ?> known) {
        return scope.hasAll(known.code()) ? new ExprCompiler(scope).compile(known.expr()) : null;
    }

    /** Returns the test of a row. Returns null if a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable RowTest test(Scope scope, AnalyzedFunction<?, ?> known) {
        TableStore<?> table = scope.table();
        Filter filter = FilterResolver.resolve((TableStore<Object>) table, (Predicate<Object>) known);
        if (filter != null) {
            return new SelectorBuilder(table).build(filter);
        }
        return test(scope, table::entity, known);
    }

    /** Returns the test of a row or tuple. Returns null if a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the elements
    static @Nullable RowTest test(RowScope scope, IntFunction<?> elements, AnalyzedFunction<?, ?> known) {
        if (!scope.hasAll(known.code())) {
            return null;
        }
        RowTest test = new ExprCompiler(scope).test(known.expr());
        return row -> {
            try {
                return test.test(row);
            } catch (RuntimeException e) {
                return ((Predicate<Object>) known).test(elements.apply(row));
            }
        };
    }

    /**
     * Returns the number or decimal that a function returns for a row. Returns null if its result is neither, or a column
     * is not in memory.
     */
    @SuppressWarnings("unchecked") // the function takes the elements
    static @Nullable RowExpression resolve(RowScope scope, IntFunction<?> elements, AnalyzedFunction<?, ?> known) {
        boolean isNumber = known.result() == int.class
                || known.result() == long.class
                || known.result() == double.class
                || known.result() == BigDecimal.class;
        RowExpression compiled = isNumber ? compiled(scope, known) : null;
        return switch (compiled) {
            case RowExpression.Whole whole when whole.value().cannotThrow() -> whole;
            case RowExpression.Whole whole -> {
                boolean isInt = known.result() == int.class;
                yield new RowExpression.Whole(
                        whole.kind(),
                        new GuardedLongs(
                                whole.value(),
                                row -> isInt
                                        ? ((ToIntFunction<Object>) known).applyAsInt(elements.apply(row))
                                        : ((ToLongFunction<Object>) known).applyAsLong(elements.apply(row))),
                        RowExpression.NEVER_NULL);
            }
            case RowExpression.Real real -> {
                RowDoubles value = real.value();
                yield new RowExpression.Real(
                        real.kind(),
                        row -> {
                            try {
                                return value.applyAsDouble(row);
                            } catch (RuntimeException e) {
                                return ((ToDoubleFunction<Object>) known).applyAsDouble(elements.apply(row));
                            }
                        },
                        RowExpression.NEVER_NULL);
            }
            case RowExpression.Decimal decimal
            when decimal.nulls() == RowExpression.NEVER_NULL -> guarded(decimal, elements, known);
            case RowExpression.Decimal _, RowExpression.Reference _ ->
                new RowExpression.Reference(Objects.requireNonNull(value(scope, elements, known)));
            case null -> null;
        };
    }

    /** Returns the same decimals. If their computation fails, the function itself throws the exception. */
    @SuppressWarnings("unchecked") // the function takes the elements
    private static RowExpression.Decimal guarded(
            RowExpression.Decimal decimal, IntFunction<?> elements, AnalyzedFunction<?, ?> known) {
        if (decimal.unscaled().cannotThrow()) {
            return decimal;
        }
        int scale = decimal.scale();
        return new RowExpression.Decimal(
                scale,
                new GuardedLongs(
                        decimal.unscaled(),
                        row -> ((AnalyzedFunction<Object, BigDecimal>) known)
                                .apply(elements.apply(row))
                                .setScale(scale)
                                .unscaledValue()
                                .longValueExact()),
                decimal.least(),
                decimal.greatest(),
                RowExpression.NEVER_NULL);
    }
}
