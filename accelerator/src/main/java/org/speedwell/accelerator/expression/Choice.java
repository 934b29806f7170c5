package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;

/**
 * The value of the first predicate that holds. Decimals get the greatest scale of all the values that can be computed.
 *
 * @param type that of the values: INT, LONG, DOUBLE, STRING or BIG_DECIMAL
 * @param values one for each test, and behind them that where none holds
 */
public record Choice<T>(
        ExpressionType type, List<Predicate<? super T>> tests, List<? extends Expression<? super T>> values)
        implements Computation<T> {

    @Override
    public @Nullable Object of(T entity) {
        int chosen = 0;
        while (chosen < tests.size() && !tests.get(chosen).test(entity)) {
            chosen++;
        }
        Object value = value(chosen, entity);
        return type == ExpressionType.BIG_DECIMAL
                ? rescaled(requireNonNull(value), values.size(), chosen, place -> value(place, entity))
                : value;
    }

    @SuppressWarnings("unchecked") // a value of more general entities is one of these
    private @Nullable Object value(int place, T entity) {
        return new ExpressionValue<>((Expression<T>) values.get(place)).apply(entity);
    }

    /** The decimal by the greatest scale of all; those that are null or throw have none. */
    private static BigDecimal rescaled(Object value, int values, int chosen, IntFunction<@Nullable Object> others) {
        BigDecimal decimal = (BigDecimal) value;
        int scale = decimal.scale();
        for (int place = 0; place < values; place++) {
            if (place != chosen) {
                try {
                    scale = others.apply(place) instanceof BigDecimal other ? Math.max(scale, other.scale()) : scale;
                } catch (RuntimeException e) {
                    // it is not the one that was asked for
                }
            }
        }
        return decimal.setScale(scale);
    }

    @Override
    public @Nullable RowExpression on(ExpressionReader reader) {
        IntPredicate[] read = new IntPredicate[tests.size()];
        for (int i = 0; i < read.length; i++) {
            IntPredicate test = reader.test(tests.get(i));
            if (test == null) {
                return null;
            }
            read[i] = test;
        }
        List<RowExpression> all = new ArrayList<>();
        for (Expression<?> value : values) {
            RowExpression expression = reader.read(value);
            if (expression == null) {
                return null;
            }
            all.add(expression);
        }
        return switch (type) {
            case INT, LONG -> new Whole(type, wholes(read, all), RowExpression.NEVER_NULL);
            case DOUBLE -> {
                IntToDoubleFunction[] reals =
                        all.stream().map(RowExpression::real).toArray(IntToDoubleFunction[]::new);
                yield new Real(type, row -> reals[first(read, row)].applyAsDouble(row), RowExpression.NEVER_NULL);
            }
            case BIG_DECIMAL -> decimals(read, all);
            default -> new Reference(type, objects(read, all));
        };
    }

    private static RowLongs wholes(IntPredicate[] tests, List<RowExpression> values) {
        return new ChosenLongs(tests, values.stream().map(RowExpression::whole).toArray(RowLongs[]::new));
    }

    private static IntFunction<@Nullable Object> objects(IntPredicate[] tests, List<RowExpression> values) {
        List<IntFunction<@Nullable Object>> objects =
                values.stream().map(RowExpression::boxed).toList();
        return row -> objects.get(first(tests, row)).apply(row);
    }

    private static RowExpression decimals(IntPredicate[] tests, List<RowExpression> values) {
        Decimal exact = exact(tests, values);
        if (exact != null) {
            return exact;
        }
        List<IntFunction<@Nullable Object>> objects =
                values.stream().map(RowExpression::boxed).toList();
        return new Reference(ExpressionType.BIG_DECIMAL, row -> {
            int chosen = first(tests, row);
            Object value = requireNonNull(objects.get(chosen).apply(row));
            return rescaled(
                    value, values.size(), chosen, place -> objects.get(place).apply(row));
        });
    }

    /** On longs, where each row has all values and they fit by one scale; else null. */
    private static @Nullable Decimal exact(IntPredicate[] tests, List<RowExpression> values) {
        int scale = Integer.MIN_VALUE;
        for (RowExpression value : values) {
            if (!(value instanceof Decimal decimal)
                    || decimal.nulls() != RowExpression.NEVER_NULL
                    || !decimal.unscaled().isTotal()) {
                return null;
            }
            scale = Math.max(scale, decimal.scale());
        }
        RowLongs[] unscaled = new RowLongs[values.size()];
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < unscaled.length; i++) {
            Decimal rescaled = DecimalArithmetic.rescaled((Decimal) values.get(i), scale);
            if (rescaled == null) {
                return null;
            }
            unscaled[i] = rescaled.unscaled();
            least = Math.min(least, rescaled.least());
            greatest = Math.max(greatest, rescaled.greatest());
        }
        return new Decimal(
                ExpressionType.BIG_DECIMAL,
                scale,
                new ChosenLongs(tests, unscaled),
                least,
                greatest,
                RowExpression.NEVER_NULL);
    }

    /** The place of the value that a row has. */
    static int first(IntPredicate[] tests, int row) {
        int place = 0;
        while (place < tests.length && !tests[place].test(row)) {
            place++;
        }
        return place;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tests.size(); i++) {
            text.append("when ")
                    .append(tests.get(i))
                    .append(" ")
                    .append(values.get(i))
                    .append(" ");
        }
        return text.append("else ").append(values.getLast()).toString();
    }
}
