package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.BinaryObjExpression;
import com.speedment.runtime.compute.expression.ConstantExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.expression.JoiningExpression;
import com.speedment.runtime.compute.expression.MapperExpression;
import com.speedment.runtime.compute.expression.NonNullableExpression;
import com.speedment.runtime.compute.expression.NullableExpression;
import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.compute.expression.orelse.OrElseGetExpression;
import com.speedment.runtime.compute.expression.orelse.OrElseThrowExpression;
import com.speedment.runtime.compute.expression.orelse.ToBigDecimalOrElse;
import com.speedment.runtime.compute.expression.orelse.ToBooleanOrElse;
import com.speedment.runtime.compute.expression.orelse.ToByteOrElse;
import com.speedment.runtime.compute.expression.orelse.ToCharOrElse;
import com.speedment.runtime.compute.expression.orelse.ToDoubleOrElse;
import com.speedment.runtime.compute.expression.orelse.ToEnumOrElse;
import com.speedment.runtime.compute.expression.orelse.ToFloatOrElse;
import com.speedment.runtime.compute.expression.orelse.ToIntOrElse;
import com.speedment.runtime.compute.expression.orelse.ToLongOrElse;
import com.speedment.runtime.compute.expression.orelse.ToShortOrElse;
import com.speedment.runtime.compute.expression.orelse.ToStringOrElse;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.method.GetDouble;
import com.speedment.runtime.field.method.GetInt;
import com.speedment.runtime.field.method.GetLong;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.RowExpression.Decimal;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.TableStore;

/**
 * Reads expressions as functions of a row of one table.
 *
 * @param known gives what is read in the place of a part of an expression, or that part
 */
record ExpressionReader(TableStore<?> table, UnaryOperator<Object> known) {

    /** What it gives for a row, or null where a part of it cannot be read. */
    @Nullable
    RowExpression read(Object given) {
        Object function = known.apply(given);
        if (function instanceof Known<?, ?> known) {
            return KnownResolver.resolve(table, known);
        }
        if (function instanceof ResolvedValue<?, ?> resolved) {
            return resolved.expression();
        }
        if (function instanceof Computed<?> computed) {
            return computed.computation().on(this);
        }
        if (!(function instanceof Compared<?, ?>) && !ExpressionResolver.isKnown(function)) {
            return null; // what claims to be an expression and is none of Speedment's may do what it likes
        }
        return switch (function) {
            case GetInt<?, ?> getter -> read(getter.getField());
            case GetLong<?, ?> getter -> read(getter.getField());
            case GetDouble<?, ?> getter -> read(getter.getField());
            case Field<?> field ->
                field instanceof Expression<?> expression ? FieldExpressions.field(table, field, expression) : null;
            case FieldMapper<?, ?, ?, ?, ?> mapper -> FieldExpressions.mapped(table, mapper);
            case Predicate<?> predicate
            when !ExpressionResolver.isCompound(predicate) -> {
                IntPredicate test = test(predicate);
                yield test == null ? null : Arithmetic.whole(ExpressionType.BOOLEAN, row -> test.test(row) ? 1 : 0);
            }
            case UnaryExpression<?, ?> unary -> {
                RowExpression inner = read(unary.inner());
                yield inner == null ? null : Arithmetic.unary(unary.operator(), inner, unary.expressionType());
            }
            case BinaryExpression<?, ?, ?> binary -> {
                RowExpression first = read(binary.first());
                RowExpression second = read(binary.second());
                yield first == null || second == null
                        ? null
                        : Arithmetic.binary(binary.operator(), first, second, binary.expressionType());
            }
            case BinaryObjExpression<?, ?, ?> binary -> withConstant(binary);
            case MapperExpression<?, ?, ?> mapper -> {
                RowExpression inner = read(mapper.inner());
                yield inner == null ? null : MappedExpressions.of(inner, mapper);
            }
            case NonNullableExpression<?, ?> nonNullable -> nonNullable(nonNullable);
            case NullableExpression<?, ?> nullable -> nullable(nullable);
            case ConstantExpression<?, ?> constant -> constant(constant.value());
            case JoiningExpression<?> joining -> joining(joining);
            default -> null;
        };
    }

    /** The test of a row that a predicate is, or null where a part of it is opaque. */
    @Nullable
    IntPredicate test(Predicate<?> predicate) {
        return PredicateResolver.resolve(table, predicate, known);
    }

    private @Nullable RowExpression withConstant(BinaryObjExpression<?, ?, ?> binary) {
        RowExpression first = read(binary.first());
        RowExpression second = constant(binary.second());
        if (first == null || second == null || !Arithmetic.isNumber(first)) {
            return null;
        }
        BinaryExpression.Operator operator =
                BinaryExpression.Operator.valueOf(binary.operator().name());
        return operator == BinaryExpression.Operator.POW && binary.second() instanceof Integer power
                ? Arithmetic.constantPower(first, power)
                : Arithmetic.binary(operator, first, second, binary.expressionType());
    }

    static @Nullable RowExpression constant(@Nullable Object value) {
        return switch (value) {
            case Byte number -> Arithmetic.whole(ExpressionType.BYTE, new ConstantLong(number));
            case Short number -> Arithmetic.whole(ExpressionType.SHORT, new ConstantLong(number));
            case Integer number -> Arithmetic.whole(ExpressionType.INT, new ConstantLong(number));
            case Long number -> Arithmetic.whole(ExpressionType.LONG, new ConstantLong(number));
            case Float number -> Arithmetic.real(ExpressionType.FLOAT, _ -> number);
            case Double number -> Arithmetic.real(ExpressionType.DOUBLE, _ -> number);
            case null, default -> null;
        };
    }

    private @Nullable RowExpression joining(JoiningExpression<?> of) {
        List<@Nullable RowExpression> parts = of.expressions().stream()
                .<@Nullable RowExpression>map(part -> read(part))
                .toList();
        if (parts.contains(null)) {
            return null;
        }
        List<IntFunction<@Nullable Object>> values =
                parts.stream().map(part -> Objects.requireNonNull(part).boxed()).toList();
        return new Reference(ExpressionType.STRING, row -> {
            StringJoiner joined = new StringJoiner(of.separator(), of.prefix(), of.suffix());
            for (IntFunction<@Nullable Object> value : values) {
                joined.add((String) value.apply(row));
            }
            return joined.toString();
        });
    }

    /** {@code orElse}, {@code orElseGet} and {@code orThrow} of a nullable expression. */
    private @Nullable RowExpression nonNullable(NonNullableExpression<?, ?> of) {
        RowExpression inner = read(of.innerNullable());
        if (inner == null) {
            return null;
        }
        ExpressionType type = of.expressionType();
        if (of instanceof OrElseThrowExpression<?, ?>) {
            return Nulls.refused(type, inner);
        }
        RowExpression otherwise = of instanceof OrElseGetExpression<?, ?, ?> getter
                ? read(getter.defaultValueGetter())
                : defaultOf(of, type);
        if (otherwise == null) {
            return null;
        }
        return Nulls.replaced(type, inner, otherwise);
    }

    private static @Nullable RowExpression defaultOf(NonNullableExpression<?, ?> of, ExpressionType type) {
        return switch (of) {
            case ToByteOrElse<?> to -> constant(to.defaultValue());
            case ToShortOrElse<?> to -> constant(to.defaultValue());
            case ToIntOrElse<?> to -> constant(to.defaultValue());
            case ToLongOrElse<?> to -> constant(to.defaultValue());
            case ToFloatOrElse<?> to -> constant(to.defaultValue());
            case ToDoubleOrElse<?> to -> constant(to.defaultValue());
            case ToCharOrElse<?> to -> Arithmetic.whole(type, _ -> to.defaultValue());
            case ToBooleanOrElse<?> to -> Arithmetic.whole(type, _ -> to.defaultValue() ? 1 : 0);
            case ToStringOrElse<?> to -> new Reference(type, _ -> to.defaultValue());
            case ToBigDecimalOrElse<?> to -> DecimalArithmetic.constant(type, to.defaultValue());
            case ToEnumOrElse<?, ?> to -> new Reference(type, _ -> to.defaultValue());
            default -> null;
        };
    }

    /** An expression of a nullable one: null where a predicate says so. */
    private @Nullable RowExpression nullable(NullableExpression<?, ?> of) {
        RowExpression inner = read(of.inner());
        IntPredicate nulls = test(of.isNullPredicate());
        if (inner == null || nulls == null) {
            return null;
        }
        ExpressionType type = of.expressionType();
        return switch (inner) {
            case Whole whole -> new Whole(type, whole.value(), nulls);
            case Real real -> new Real(type, real.value(), nulls);
            case Reference _, Decimal _ -> null;
        };
    }
}
