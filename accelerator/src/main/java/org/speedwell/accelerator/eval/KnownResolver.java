package org.speedwell.accelerator.eval;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.TableStore;

/**
 * Compiles functions that have been read from their bytecode. Where computing one fails for a row, the function itself is called with
 * the entity of that row, so that the exception is its own.
 */
final class KnownResolver {
    private KnownResolver() {}

    /** Returns the column whose values a function gives as they are, boxed if they are primitive; −1 if it is none. */
    static int column(TableStore<?> table, Known<?, ?> known) {
        if (!(known.code() instanceof Expr.Column read)) {
            return -1;
        }
        int place = Scope.of(table).place(read);
        boolean hasDefault =
                place >= 0 && read.type().isPrimitive() && table.column(place).nulls() > 0;
        return hasDefault ? -1 : place;
    }

    /** Returns the value of a row as an object; null if a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable IntFunction<@Nullable Object> value(TableStore<?> table, Known<?, ?> known) {
        RowExpression compiled = compiled(table, known);
        if (compiled == null) {
            return null;
        }
        IntFunction<@Nullable Object> value = compiled.boxed();
        return row -> {
            try {
                return value.apply(row);
            } catch (RuntimeException e) {
                return ((Known<Object, Object>) known).apply(table.entity(row));
            }
        };
    }

    private static @Nullable RowExpression compiled(TableStore<?> table, Known<?, ?> known) {
        return Scope.of(table).hasAll(known.code()) ? new ExprCompiler(Scope.of(table)).compile(known.expr()) : null;
    }

    /** Returns the test of a row; null if a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable IntPredicate test(TableStore<?> table, Known<?, ?> known) {
        Filter filter = FilterResolver.resolve((TableStore<Object>) table, (Predicate<Object>) known);
        if (filter != null) {
            return new SelectorBuilder(table).build(filter)::test;
        }
        if (!Scope.of(table).hasAll(known.code())) {
            return null;
        }
        IntPredicate test = new ExprCompiler(Scope.of(table)).test(known.expr());
        return row -> {
            try {
                return test.test(row);
            } catch (RuntimeException e) {
                return ((Predicate<Object>) known).test(table.entity(row));
            }
        };
    }

    /** Returns the number of a row; null if the function gives none, or a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable RowExpression resolve(TableStore<?> table, Known<?, ?> known) {
        boolean isNumber =
                known.result() == int.class || known.result() == long.class || known.result() == double.class;
        RowExpression compiled = isNumber ? compiled(table, known) : null;
        return switch (compiled) {
            case RowExpression.Whole whole when whole.value().isTotal() -> whole;
            case RowExpression.Whole whole -> {
                boolean isInt = known.result() == int.class;
                yield new RowExpression.Whole(
                        whole.kind(),
                        new GuardedLongs(
                                whole.value(),
                                row -> isInt
                                        ? ((ToIntFunction<Object>) known).applyAsInt(table.entity(row))
                                        : ((ToLongFunction<Object>) known).applyAsLong(table.entity(row))),
                        RowExpression.NEVER_NULL);
            }
            case RowExpression.Real real -> {
                IntToDoubleFunction value = real.value();
                yield new RowExpression.Real(
                        real.kind(),
                        row -> {
                            try {
                                return value.applyAsDouble(row);
                            } catch (RuntimeException e) {
                                return ((ToDoubleFunction<Object>) known).applyAsDouble(table.entity(row));
                            }
                        },
                        RowExpression.NEVER_NULL);
            }
            case RowExpression.Decimal _, RowExpression.Reference _ ->
                throw new IllegalStateException("A number is compiled to one: " + known.code());
            case null -> null;
        };
    }
}
