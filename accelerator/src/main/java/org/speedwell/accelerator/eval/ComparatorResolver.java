package org.speedwell.accelerator.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression.Decimal;
import org.speedwell.accelerator.eval.RowExpression.Real;
import org.speedwell.accelerator.eval.RowExpression.Reference;
import org.speedwell.accelerator.eval.RowExpression.Whole;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.ExpressionOrder;
import org.speedwell.accelerator.expression.ReferencedOrder;
import org.speedwell.accelerator.lambda.AnalyzedOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** A compiler of expressions that Speedment uses as comparators. They compare rows by their values, with null last. */
public final class ComparatorResolver {
    private ComparatorResolver() {}

    /**
     * Returns the comparison of two rows. Returns null if the comparator is not an order that this class can read.
     */
    public static @Nullable IntBinaryOperator resolve(Scope scope, Comparator<?> of) {
        if (of instanceof AnalyzedOrder<?> known) {
            return analyzed(scope, known);
        }
        if (of instanceof ReferencedOrder<?> referenced) {
            IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, referenced.value());
            return value == null ? null : (a, b) -> referenced.compareValues(value.apply(a), value.apply(b));
        }
        ExpressionOrder order = ExpressionOrder.of(of);
        if (order == null) {
            return null;
        }
        RowExpression expression = ExpressionResolver.resolve(scope, of);
        if (expression == null) {
            return null;
        }
        if (ExpressionResolver.readsReferenced(scope, of)) {
            return referred(scope.table(), of, expression);
        }
        IntPredicate nulls = expression.nulls();
        boolean isNullable = order != ExpressionOrder.NATURAL;
        return switch (expression) {
            case Whole whole -> {
                IntToLongFunction value = whole.value();
                yield nullsLast(isNullable, nulls, (a, b) -> Long.compare(value.applyAsLong(a), value.applyAsLong(b)));
            }
            case Real real -> {
                IntToDoubleFunction value = real.value();
                yield nullsLast(
                        isNullable, nulls, (a, b) -> Double.compare(value.applyAsDouble(a), value.applyAsDouble(b)));
            }
            case Decimal decimal -> {
                RowLongs value = decimal.unscaled();
                yield nullsLast(isNullable, nulls, (a, b) -> Long.compare(value.applyAsLong(a), value.applyAsLong(b)));
            }
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield order == ExpressionOrder.ENUMS
                        ? (a, b) -> compareEnums(value.apply(a), value.apply(b))
                        : nullsLast(isNullable, nulls, (a, b) -> compare(value.apply(a), value.apply(b)));
            }
        };
    }

    /**
     * Returns the order of a comparator that also reads referenced rows. Calls the comparator itself for values that it
     * cannot compare. Returns null if the comparator reads columns that are not in memory.
     */
    @SuppressWarnings("unchecked") // the comparator takes the table's entities
    private static @Nullable IntBinaryOperator analyzed(Scope scope, AnalyzedOrder<?> of) {
        List<IntBinaryOperator> orders = new ArrayList<>();
        for (AnalyzedOrder.By by : of.fields()) {
            if (!scope.hasAll(by.key())) {
                return null;
            }
            IntBinaryOperator order = order(scope, by.key());
            orders.add(by.descending() ? (a, b) -> -order.applyAsInt(a, b) : order);
        }
        TableStore<?> table = scope.table();
        Comparator<Object> given = (Comparator<Object>) of;
        return (a, b) -> {
            try {
                int compared = 0;
                for (int i = 0; compared == 0 && i < orders.size(); i++) {
                    compared = orders.get(i).applyAsInt(a, b);
                }
                return compared;
            } catch (RuntimeException e) {
                return given.compare(table.entity(a), table.entity(b));
            }
        };
    }

    /** Returns the natural order of the values of an expression, which throws for null. */
    private static IntBinaryOperator order(Scope scope, Expr key) {
        if (key instanceof Expr.Column column
                && column.row() instanceof Row.Referenced row
                && scope.path(row) instanceof RowPath path
                && path.referred().ref(path.referred().placeOf(column.id())) instanceof ColumnRef.Ordered ordered) {
            KeyColumn keys = ordered.column(); // the order of the keys is that of the values
            return (a, b) -> Long.compare(present(keys, path.applyAsInt(a)), present(keys, path.applyAsInt(b)));
        }
        IntFunction<@Nullable Object> value =
                new ExprCompiler(scope).compile(key).boxed();
        return (a, b) -> compare(value.apply(a), value.apply(b));
    }

    private static long present(KeyColumn keys, int row) {
        if (row < 0 || keys.isNull(row)) {
            throw new NullPointerException("The value is null.");
        }
        return keys.key(row);
    }

    /**
     * Returns an order that calls Speedment's composed comparator if a value is null or missing, or cannot be computed.
     */
    @SuppressWarnings("unchecked") // the comparator takes the table's entities
    private static IntBinaryOperator referred(TableStore<?> table, Comparator<?> of, RowExpression expression) {
        IntPredicate nulls = expression.nulls();
        IntFunction<@Nullable Object> value = expression.boxed();
        Comparator<Object> given = (Comparator<Object>) of;
        return (a, b) -> {
            if (!nulls.test(a) && !nulls.test(b)) {
                try {
                    return compare(value.apply(a), value.apply(b));
                } catch (RuntimeException e) {
                    // the comparator itself throws, or does not
                }
            }
            return given.compare(table.entity(a), table.entity(b));
        };
    }

    private static IntBinaryOperator nullsLast(boolean isNullable, IntPredicate nulls, IntBinaryOperator comparison) {
        if (!isNullable) {
            return comparison;
        }
        return (a, b) -> {
            if (nulls.test(a)) {
                return nulls.test(b) ? 0 : 1;
            }
            return nulls.test(b) ? -1 : comparison.applyAsInt(a, b);
        };
    }

    /** Compares two values. It throws for null, like Speedment's comparison of values that are not nullable. */
    @SuppressWarnings({"unchecked", "NullAway"}) // both values have the expression's type
    private static int compare(@Nullable Object a, @Nullable Object b) {
        return ((Comparable<@Nullable Object>) a).compareTo(b);
    }

    /**
     * Compares nullable enums with the same results as Speedment. Its comparison is inconsistent if values are null.
     */
    @SuppressWarnings("EnumOrdinal")
    private static int compareEnums(@Nullable Object a, @Nullable Object b) {
        if (a == null) {
            return b == null ? -1 : 0;
        }
        return compare(a, b);
    }
}
