package org.speedwell.accelerator.expression;

import com.speedment.common.function.BooleanToDoubleFunction;
import com.speedment.common.function.BooleanUnaryOperator;
import com.speedment.common.function.ByteToDoubleFunction;
import com.speedment.common.function.ByteUnaryOperator;
import com.speedment.common.function.CharUnaryOperator;
import com.speedment.common.function.FloatToDoubleFunction;
import com.speedment.common.function.FloatUnaryOperator;
import com.speedment.common.function.ShortToDoubleFunction;
import com.speedment.common.function.ShortUnaryOperator;
import com.speedment.common.function.ToBooleanFunction;
import com.speedment.common.function.ToByteFunction;
import com.speedment.common.function.ToCharFunction;
import com.speedment.common.function.ToFloatFunction;
import com.speedment.common.function.ToShortFunction;
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
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.method.GetDouble;
import com.speedment.runtime.field.method.GetInt;
import com.speedment.runtime.field.method.GetLong;
import com.speedment.runtime.field.method.GetReference;
import com.speedment.runtime.field.method.Getter;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.RowExpression.Real;
import org.speedwell.accelerator.expression.RowExpression.Reference;
import org.speedwell.accelerator.expression.RowExpression.Whole;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.generator.runtime.DirectEnumField;

/**
 * Reads Speedment's compute expressions as functions of a row. Functions of the user's on values ({@code map},
 * {@code mapToIntIfPresent}) are called with the values of the column; a function of the whole entity cannot be read.
 */
public final class ExpressionResolver {
    private static final String SPEEDMENT = "com.speedment.runtime.";

    private ExpressionResolver() {}

    /** What a field, a field's getter or an expression gives for a row, or null where a part of it cannot be read. */
    public static @Nullable RowExpression resolve(TableStore<?> table, Object function) {
        if (function instanceof Known<?, ?> known) {
            return KnownResolver.resolve(table, known);
        }
        if (function instanceof ResolvedValue<?, ?> resolved) {
            return resolved.expression();
        }
        if (!isKnown(function)) {
            return null; // what claims to be an expression and is none of Speedment's may do what it likes
        }
        return switch (function) {
            case GetInt<?, ?> getter -> resolve(table, getter.getField());
            case GetLong<?, ?> getter -> resolve(table, getter.getField());
            case GetDouble<?, ?> getter -> resolve(table, getter.getField());
            case Field<?> field -> field instanceof Expression<?> expression ? field(table, field, expression) : null;
            case FieldMapper<?, ?, ?, ?, ?> mapper -> fieldMapper(table, mapper);
            case Predicate<?> predicate
            when !isCompound(predicate) -> {
                IntPredicate test = PredicateResolver.resolve(table, predicate);
                yield test == null ? null : Arithmetic.whole(ExpressionType.BOOLEAN, row -> test.test(row) ? 1 : 0);
            }
            case UnaryExpression<?, ?> unary -> {
                RowExpression inner = resolve(table, unary.inner());
                yield inner == null ? null : Arithmetic.unary(unary.operator(), inner, unary.expressionType());
            }
            case BinaryExpression<?, ?, ?> binary -> {
                RowExpression first = resolve(table, binary.first());
                RowExpression second = resolve(table, binary.second());
                yield first == null || second == null
                        ? null
                        : Arithmetic.binary(binary.operator(), first, second, binary.expressionType());
            }
            case BinaryObjExpression<?, ?, ?> binary -> withConstant(table, binary);
            case MapperExpression<?, ?, ?> mapper -> {
                RowExpression inner = resolve(table, mapper.inner());
                yield inner == null ? null : mapped(inner, mapper);
            }
            case NonNullableExpression<?, ?> nonNullable -> nonNullable(table, nonNullable);
            case NullableExpression<?, ?> nullable -> nullable(table, nullable);
            case ConstantExpression<?, ?> constant -> constant(constant.value());
            case JoiningExpression<?> joining -> joining(table, joining);
            default -> null;
        };
    }

    /** Whether it is of a class of Speedment's, or the one that our generator puts in the place of such a class. */
    private static boolean isKnown(Object function) {
        return function instanceof DirectEnumField<?, ?, ?>
                || function.getClass().getName().startsWith(SPEEDMENT);
    }

    /** What a field, a field's getter or an expression gives for a row as an object, or null where it cannot be read. */
    public static @Nullable IntFunction<@Nullable Object> value(TableStore<?> table, Object function) {
        int index = column(table, function);
        if (index >= 0) {
            return table.column(index)::get;
        }
        if (function instanceof Known<?, ?> known) {
            return KnownResolver.value(table, known);
        }
        RowExpression expression = resolve(table, function);
        return expression == null ? null : expression.boxed();
    }

    /** The column whose values a function gives as they are, or −1: that of a field, or of a field's getter. */
    public static int column(TableStore<?> table, Object function) {
        return switch (function) {
            case FieldValue<?, ?> value -> table.indexOf(value.field().identifier());
            case GetReference<?, ?, ?> getter -> column(table, getter.getField());
            case Field<?> field when isKnown(field) -> table.indexOf(field.identifier());
            case Getter<?> getter -> table.entities().columnOf(getter);
            case Known<?, ?> known -> KnownResolver.column(table, known);
            default -> -1;
        };
    }

    /**
     * The column whose keys are equal where the values of a function are, and in their natural order; NULL is null. Null
     * where there is none: of a field there is, and of its cast to a whole number that holds all values.
     */
    public static ColumnRef.@Nullable Ordered keyColumn(TableStore<?> table, Object function) {
        if (function instanceof FieldMapper<?, ?, ?, ?, ?> mapper && isOwn(mapper)) {
            return castColumn(table, mapper);
        }
        int index = column(table, function);
        return index >= 0 && table.ref(index) instanceof ColumnRef.Ordered ordered ? ordered : null;
    }

    private static ColumnRef.@Nullable Ordered castColumn(TableStore<?> table, FieldMapper<?, ?, ?, ?, ?> cast) {
        if (!(table.ref(cast.getField().identifier()) instanceof ColumnRef.Ordered ordered)
                || !ordered.column().codec().isWhole()) {
            return null;
        }
        KeyColumn keys = ordered.column();
        boolean holdsAll = switch (cast.expressionType()) {
            case INT_NULLABLE -> keys.min() >= Integer.MIN_VALUE && keys.max() <= Integer.MAX_VALUE;
            case LONG_NULLABLE -> true;
            default -> false;
        };
        return holdsAll ? ordered : null;
    }

    /** Whether the function is one of Speedment's, which converts a number as Java does. */
    private static boolean isOwn(FieldMapper<?, ?, ?, ?, ?> mapper) {
        return mapper.getMapper().getClass().getName().startsWith(ReferenceField.class.getName());
    }

    /** Expressions of booleans are predicates too; these are made of others. */
    static boolean isCompound(Predicate<?> predicate) {
        return predicate instanceof UnaryExpression<?, ?>
                || predicate instanceof MapperExpression<?, ?, ?>
                || predicate instanceof NonNullableExpression<?, ?>
                || predicate instanceof NullableExpression<?, ?>;
    }

    private static @Nullable RowExpression field(TableStore<?> table, Field<?> field, Expression<?> expression) {
        int index = table.indexOf(field.identifier());
        if (index < 0) {
            return null;
        }
        ExpressionType type = expression.expressionType();
        Column column = table.column(index);
        return switch (type) {
            case BYTE, SHORT, INT, LONG ->
                column instanceof KeyColumn keys && keys.codec().isWhole()
                        ? Arithmetic.whole(type, new KeyLongs(keys))
                        : Arithmetic.whole(type, row -> number(column, row).longValue());
            case FLOAT, DOUBLE ->
                column instanceof KeyColumn keys && keys.codec().isNumber()
                        ? Arithmetic.real(type, row -> keys.codec().doubleValue(keys.key(row)))
                        : Arithmetic.real(type, row -> number(column, row).doubleValue());
            case BOOLEAN -> Arithmetic.whole(type, row -> Boolean.TRUE.equals(column.get(row)) ? 1 : 0);
            case STRING_NULLABLE, ENUM_NULLABLE -> new Reference(type, column::get);
            default -> null;
        };
    }

    private static Number number(Column column, int row) {
        return (Number) Objects.requireNonNull(column.get(row));
    }

    /** A nullable field and a function of its value, Speedment's or the user's; it is called for null too, as there. */
    @SuppressWarnings("unchecked") // the function takes what the field holds
    private static @Nullable RowExpression fieldMapper(TableStore<?> table, FieldMapper<?, ?, ?, ?, ?> of) {
        ReferenceField<?, ?, ?> field = of.getField();
        int index = table.indexOf(field.identifier());
        if (index < 0) {
            return null;
        }
        Column column = table.column(index);
        ExpressionType type = of.expressionType();
        Object function = of.getMapper();
        RowExpression mapped = switch (function) {
            case ToByteFunction<?> f ->
                nullable(type, row -> ((ToByteFunction<Object>) f).applyAsByte(get(column, row)), column);
            case ToShortFunction<?> f ->
                nullable(type, row -> ((ToShortFunction<Object>) f).applyAsShort(get(column, row)), column);
            case ToIntFunction<?> f ->
                nullable(type, row -> ((ToIntFunction<Object>) f).applyAsInt(get(column, row)), column);
            case ToLongFunction<?> f ->
                nullable(type, row -> ((ToLongFunction<Object>) f).applyAsLong(get(column, row)), column);
            case ToCharFunction<?> f ->
                nullable(type, row -> ((ToCharFunction<Object>) f).applyAsChar(get(column, row)), column);
            case ToBooleanFunction<?> f ->
                nullable(type, row -> ((ToBooleanFunction<Object>) f).applyAsBoolean(get(column, row)) ? 1 : 0, column);
            case ToFloatFunction<?> f ->
                new Real(type, row -> ((ToFloatFunction<Object>) f).applyAsFloat(get(column, row)), column::isNull);
            case ToDoubleFunction<?> f ->
                new Real(type, row -> ((ToDoubleFunction<Object>) f).applyAsDouble(get(column, row)), column::isNull);
            case Function<?, ?> f ->
                new Reference(type, row -> {
                    Object value = column.get(row);
                    return value == null ? null : ((Function<Object, Object>) f).apply(value);
                });
            default -> null;
        };
        return isOwn(of) && column instanceof KeyColumn keys && keys.codec().isWhole() && mapped != null
                ? unboxed(mapped, keys)
                : mapped;
    }

    private static Whole nullable(ExpressionType type, RowLongs value, Column column) {
        return new Whole(type, value, column::isNull);
    }

    /** The field's value as a function of Speedment's or the user's gets it: it may be null, and they know. */
    @SuppressWarnings("NullAway")
    private static Object get(Column column, int row) {
        return column.get(row);
    }

    /** Speedment's own casts of a nullable whole number, without a box in between. */
    private static RowExpression unboxed(RowExpression cast, KeyColumn keys) {
        return switch (cast) {
            case Whole whole -> {
                RowLongs number = new KeyLongs(keys);
                RowLongs present = switch (whole.type()) {
                    case BYTE_NULLABLE -> NarrowLongs.of(ExpressionType.BYTE, number);
                    case SHORT_NULLABLE -> NarrowLongs.of(ExpressionType.SHORT, number);
                    case INT_NULLABLE -> NarrowLongs.of(ExpressionType.INT, number);
                    case LONG_NULLABLE -> number;
                    default -> whole.value();
                };
                IntPredicate nulls = keys.nulls() == 0 ? RowExpression.NEVER_NULL : whole.nulls();
                yield new Whole(whole.type(), NullableLongs.of(present, nulls, whole.value()), nulls);
            }
            case Real real -> {
                IntToDoubleFunction value = real.value();
                IntToDoubleFunction unboxed = Arithmetic.isFloat(real.type())
                        ? row -> keys.isNull(row) ? value.applyAsDouble(row) : (float) keys.key(row)
                        : row -> keys.isNull(row) ? value.applyAsDouble(row) : keys.key(row);
                yield new Real(real.type(), unboxed, real.nulls());
            }
            case Reference reference -> reference;
        };
    }

    private static @Nullable RowExpression withConstant(TableStore<?> table, BinaryObjExpression<?, ?, ?> binary) {
        RowExpression first = resolve(table, binary.first());
        RowExpression second = constant(binary.second());
        if (first == null || second == null || first instanceof Reference) {
            return null;
        }
        BinaryExpression.Operator operator =
                BinaryExpression.Operator.valueOf(binary.operator().name());
        return operator == BinaryExpression.Operator.POW && binary.second() instanceof Integer power
                ? Arithmetic.constantPower(first, power)
                : Arithmetic.binary(operator, first, second, binary.expressionType());
    }

    private static @Nullable RowExpression constant(@Nullable Object value) {
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

    @SuppressWarnings("unchecked") // the operator takes what the inner expression gives
    private static RowExpression mapped(RowExpression inner, MapperExpression<?, ?, ?> mapper) {
        ExpressionType type = mapper.expressionType();
        Object operator = mapper.mapper();
        return switch (mapper.mapperType()) {
            case BOOLEAN_TO_BOOLEAN ->
                whole(type, inner, v -> ((BooleanUnaryOperator) operator).applyAsBoolean(v != 0) ? 1 : 0);
            case BOOLEAN_TO_DOUBLE ->
                toDouble(type, inner, v -> ((BooleanToDoubleFunction) operator).applyAsDouble(v != 0));
            case CHAR_TO_CHAR -> whole(type, inner, v -> ((CharUnaryOperator) operator).applyAsChar((char) v));
            case BYTE_TO_BYTE -> whole(type, inner, v -> ((ByteUnaryOperator) operator).applyAsByte((byte) v));
            case BYTE_TO_DOUBLE ->
                toDouble(type, inner, v -> ((ByteToDoubleFunction) operator).applyAsDouble((byte) v));
            case SHORT_TO_SHORT -> whole(type, inner, v -> ((ShortUnaryOperator) operator).applyAsShort((short) v));
            case SHORT_TO_DOUBLE ->
                toDouble(type, inner, v -> ((ShortToDoubleFunction) operator).applyAsDouble((short) v));
            case INT_TO_INT -> whole(type, inner, v -> ((IntUnaryOperator) operator).applyAsInt((int) v));
            case INT_TO_DOUBLE -> toDouble(type, inner, v -> ((IntToDoubleFunction) operator).applyAsDouble((int) v));
            case LONG_TO_LONG -> whole(type, inner, (LongUnaryOperator) operator);
            case LONG_TO_DOUBLE -> toDouble(type, inner, (LongToDoubleFunction) operator);
            case FLOAT_TO_FLOAT -> real(type, inner, v -> ((FloatUnaryOperator) operator).applyAsFloat((float) v));
            case FLOAT_TO_DOUBLE -> real(type, inner, v -> ((FloatToDoubleFunction) operator).applyAsDouble((float) v));
            case DOUBLE_TO_DOUBLE -> real(type, inner, (DoubleUnaryOperator) operator);
            case BIG_DECIMAL_TO_DOUBLE -> {
                IntFunction<@Nullable Object> value = inner.boxed();
                ToDoubleFunction<@Nullable Object> function = (ToDoubleFunction<@Nullable Object>) operator;
                yield Arithmetic.real(type, row -> function.applyAsDouble(value.apply(row)));
            }
            case ENUM_TO_ENUM, STRING_TO_STRING, BIG_DECIMAL_TO_BIG_DECIMAL -> {
                IntFunction<@Nullable Object> value = inner.boxed();
                Function<@Nullable Object, @Nullable Object> function =
                        (Function<@Nullable Object, @Nullable Object>) operator;
                yield new Reference(type, row -> function.apply(value.apply(row)));
            }
        };
    }

    private static RowExpression whole(ExpressionType type, RowExpression inner, LongUnaryOperator operator) {
        return Arithmetic.whole(type, inner.whole(), operator);
    }

    private static RowExpression toDouble(ExpressionType type, RowExpression inner, LongToDoubleFunction operator) {
        RowLongs value = inner.whole();
        return Arithmetic.real(type, row -> operator.applyAsDouble(value.applyAsLong(row)));
    }

    private static RowExpression real(ExpressionType type, RowExpression inner, DoubleUnaryOperator operator) {
        return Arithmetic.real(type, inner.real(), operator);
    }

    /** {@code orElse}, {@code orElseGet} and {@code orThrow} of a nullable expression. */
    private static @Nullable RowExpression nonNullable(TableStore<?> table, NonNullableExpression<?, ?> of) {
        RowExpression inner = resolve(table, of.innerNullable());
        if (inner == null) {
            return null;
        }
        ExpressionType type = of.expressionType();
        if (of instanceof OrElseThrowExpression<?, ?>) {
            return switch (inner) {
                case Whole whole -> Arithmetic.whole(type, whole.value());
                case Real real -> Arithmetic.real(type, real.value());
                case Reference reference ->
                    new Reference(
                            type,
                            row -> Objects.requireNonNull(reference.value().apply(row)));
            };
        }
        RowExpression otherwise = of instanceof OrElseGetExpression<?, ?, ?> getter
                ? resolve(table, getter.defaultValueGetter())
                : defaultOf(of, type);
        if (otherwise == null) {
            return null;
        }
        IntPredicate nulls = inner.nulls();
        return switch (inner) {
            case Whole whole -> {
                RowLongs value = whole.value();
                RowLongs other = otherwise.whole();
                yield Arithmetic.whole(type, NullableLongs.of(value, nulls, other));
            }
            case Real real -> {
                IntToDoubleFunction value = real.value();
                IntToDoubleFunction other = otherwise.real();
                yield Arithmetic.real(
                        type, row -> nulls.test(row) ? other.applyAsDouble(row) : value.applyAsDouble(row));
            }
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                IntFunction<@Nullable Object> other = otherwise.boxed();
                yield new Reference(type, row -> nulls.test(row) ? other.apply(row) : value.apply(row));
            }
        };
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
            case ToBigDecimalOrElse<?> to -> new Reference(type, _ -> to.defaultValue());
            case ToEnumOrElse<?, ?> to -> new Reference(type, _ -> to.defaultValue());
            default -> null;
        };
    }

    /** An expression of a nullable one: null where a predicate says so. */
    private static @Nullable RowExpression nullable(TableStore<?> table, NullableExpression<?, ?> of) {
        RowExpression inner = resolve(table, of.inner());
        IntPredicate nulls = PredicateResolver.resolve(table, of.isNullPredicate());
        if (inner == null || nulls == null) {
            return null;
        }
        ExpressionType type = of.expressionType();
        return switch (inner) {
            case Whole whole -> new Whole(type, whole.value(), nulls);
            case Real real -> new Real(type, real.value(), nulls);
            case Reference _ -> null;
        };
    }

    private static @Nullable RowExpression joining(TableStore<?> table, JoiningExpression<?> of) {
        List<@Nullable RowExpression> parts = of.expressions().stream()
                .<@Nullable RowExpression>map(part -> resolve(table, part))
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
}
