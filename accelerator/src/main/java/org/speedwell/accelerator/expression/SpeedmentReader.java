package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.BinaryObjExpression;
import com.speedment.runtime.compute.expression.ComposedExpression;
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
import com.speedment.runtime.compute.expression.predicate.NullPredicate;
import com.speedment.runtime.compute.expression.predicate.NullPredicateType;
import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.method.GetDouble;
import com.speedment.runtime.field.method.GetInt;
import com.speedment.runtime.field.method.GetLong;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expr.Totality;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.generator.runtime.DirectEnumField;

/**
 * A reader that translates expressions and predicates, of Speedment or Speedwell, to expression trees. It cannot read
 * opaque functions of the whole entity, or classes that only claim to be such expressions.
 */
public final class SpeedmentReader {
    private static final String SPEEDMENT = "com.speedment.runtime.";

    /** The check of expressions of unknown tables, in which each column of objects may have nulls. */
    private static final Totality TOTALITY = new Totality(
            (column, known) -> column.type().isPrimitive()
                    && (!(column.row() instanceof Row.Referenced) || known.contains(column.row())),
            _ -> false);

    /**
     * A function from the first step of a composed function to the row that the second step reads. The first step is
     * not a reference. The result is null if the function does not know the step.
     */
    private final Function<Object, ? extends @Nullable Row> rows;

    private final LambdaReader lambdas;

    private SpeedmentReader(Function<Object, ? extends @Nullable Row> rows, LambdaReader lambdas) {
        this.rows = rows;
        this.lambdas = lambdas;
    }

    /** The signal that the reader cannot read an expression. */
    private static final class UnreadException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UnreadException() {
            super(null, null, false, false);
        }
    }

    /**
     * Returns the expression tree of a field, a field's getter, an expression or a predicate; null if the reader cannot
     * read a part of it.
     *
     * @param lambdas the reader of lambdas in the function
     */
    public static @Nullable Expr read(Object function, LambdaReader lambdas) {
        return readTuple(function, _ -> null, lambdas);
    }

    /**
     * Returns the expression tree of a function of a join's tuples. The function is an expression or predicate composed
     * with tuple getters, or a combination of such functions.
     *
     * @param entities returns the row whose entity a getter returns, always a present one; null for any other function
     * @param lambdas the reader of lambdas in the function
     * @return null if the reader cannot read a part of the function
     */
    public static @Nullable Expr readTuple(
            Object function, Function<Object, ? extends @Nullable Row> entities, LambdaReader lambdas) {
        try {
            return new SpeedmentReader(entities, lambdas).expr(function);
        } catch (UnreadException e) {
            return null;
        }
    }

    private Expr expr(Object function) {
        return switch (function) {
            case Expr read -> read;
            case AnalyzedFunction<?, ?> lambda -> lambda.expr();
            case ReferencedValue<?, ?, ?> value -> referenced(value);
            case ReferencePath.ReferencePredicate<?, ?> referencePredicate -> referencePredicate(referencePredicate);
            case Computed<?> computed -> resolved(computed.expr());
            case Compared<?, ?> compared -> compared(compared);
            case ComparedPair<?> pair -> compared(pair);
            case PredicateOfTable<?> _, Like<?> _ -> new Expr.Given(Row.FIRST, function, Kind.BOOLEAN);
            default -> {
                yield isKnown(function) ? ofSpeedment(function) : lambda(function);
            }
        };
    }

    private Expr ofSpeedment(Object function) {
        return switch (function) {
            case GetInt<?, ?> getter -> expr(getter.getField());
            case GetLong<?, ?> getter -> expr(getter.getField());
            case GetDouble<?, ?> getter -> expr(getter.getField());
            case Field<?> field -> field(field);
            case FieldMapper<?, ?, ?, ?, ?> mapper -> mapped(mapper);
            case ComposedPredicate<?, ?> composed ->
                of(start(composed.firstStep()), reader -> reader.condition((Predicate<?>) composed.secondStep()));
            case FieldPredicate<?> predicate -> new Expr.Given(Row.FIRST, predicate, Kind.BOOLEAN);
            case CombinedPredicate<?> combined -> combined(combined);
            case NullPredicate<?, ?> predicate -> {
                Expr isNull = new Expr.IsNull(expr(predicate.expression()));
                yield predicate.nullPredicateType() == NullPredicateType.IS_NULL ? isNull : Logic.not(isNull);
            }
            case UnaryExpression<?, ?> unary -> unary(unary);
            case ComposedExpression<?, ?> composed -> composed(composed);
            case BinaryExpression<?, ?, ?> binary ->
                binary(binary.operator(), expr(binary.first()), expr(binary.second()), kind(binary.expressionType()));
            case BinaryObjExpression<?, ?, ?> binary -> withConstant(binary);
            case MapperExpression<?, ?, ?> mapper ->
                new Expr.Call(
                        new Callees.Mapper(mapper.mapperType(), mapper.mapper(), kind(mapper.expressionType())),
                        List.of(strict(expr(mapper.inner()))));
            case NonNullableExpression<?, ?> nonNullable -> nonNullable(nonNullable);
            case NullableExpression<?, ?> nullable ->
                Logic.choice(expr(nullable.isNullPredicate()), Expr.NULL, strict(expr(nullable.inner())));
            case ConstantExpression<?, ?> constant -> constant(constant.value());
            case JoiningExpression<?> joining ->
                new Expr.Call(
                        new Callees.Joining(joining.separator(), joining.prefix(), joining.suffix()),
                        joining.expressions().stream().map(this::expr).toList());
            default -> throw new UnreadException();
        };
    }

    /** Returns an expression of Speedwell after reading its given functions. */
    private Expr resolved(Expr of) {
        if (of instanceof Expr.Given given) {
            return expr(given.function());
        }
        List<Expr> operands = of.operands();
        return operands.isEmpty()
                ? of
                : of.with(operands.stream().map(this::resolved).toList());
    }

    /** Returns the row at the end of a reference path. */
    public static Row.Referenced row(Object reference) {
        if (!(reference instanceof ReferencePath<?, ?> path)) {
            throw new UnreadException();
        }
        Row row = Row.FIRST;
        for (ReferencePath.Hop hop : path.hops()) {
            row = new Row.Referenced(
                    row, identifiers(hop.foreignKey()), identifiers(hop.key()), SpeedmentIds.of(hop.table()));
        }
        return (Row.Referenced) row;
    }

    private static List<?> identifiers(List<Field<?>> fields) {
        return fields.stream().map(Field::identifier).toList();
    }

    /** Returns an expression of an entity as an expression of another row. */
    private Expr of(Row row, Function<SpeedmentReader, Expr> reading) {
        return reading.apply(new SpeedmentReader(rows, lambdas.of(row))).of(own -> own.from(row));
    }

    private Row start(Object firstStep) {
        Row row = firstStep instanceof ReferencePath<?, ?> ? row(firstStep) : rows.apply(firstStep);
        if (row == null) {
            throw new UnreadException();
        }
        return row;
    }

    private static Expr isMissing(Row.Referenced row) {
        return new Expr.IsNull(new Expr.Column(row, row.key().getFirst(), Object.class));
    }

    /**
     * Returns an expression of an element of a tuple, or of a referenced row. For an element, Speedment calls the
     * primitive getter, so that null is an error. For a reference without a row, Speedment's expressions return null,
     * or throw if the result is a primitive number. If an object of an existing row is null, the tree calls the
     * function with the entity.
     */
    private Expr composed(ComposedExpression<?, ?> of) {
        Row start = start(of.firstStep());
        Expr value = of(start, reader -> reader.expr(of.secondStep()));
        if (!(start instanceof Row.Referenced row)) {
            return isPrimitive(kind(of.expressionType())) ? new Expr.Require(value) : value;
        }
        Kind kind = kind(of.expressionType());
        if (isPrimitive(kind)) {
            return of.expressionType().isNullable()
                    ? new Expr.Choice(isMissing(row), Expr.NULL, value)
                    : new Expr.Require(value);
        }
        Expr asked = new Expr.Given(Row.FIRST, new EntityCall<>((Function<?, ?>) of), kind);
        return new Expr.Choice(isMissing(row), Expr.NULL, Logic.choice(Logic.isNull(value), asked, value));
    }

    /**
     * Returns the value of the referenced row that an expression reads, without the test for a missing row. Returns
     * null for any other expression.
     */
    public static @Nullable Expr referredValue(Expr of) {
        return switch (of) {
            case Expr.Choice outer
            when outer.then() == Expr.NULL ->
                outer.otherwise() instanceof Expr.Choice inner && isCalledForNull(inner)
                        ? inner.otherwise()
                        : outer.otherwise();
            case Expr.Column column -> column;
            case Expr.Given _, Expr.Exists _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                null;
        };
    }

    /**
     * Returns whether an expression calls a function with the entity if a value is null, as {@link #composed} creates
     * it.
     */
    private static boolean isCalledForNull(Expr.Choice of) {
        return of.then() instanceof Expr.Given given && given.function() instanceof EntityCall<?>;
    }

    private Expr referenced(ReferencedValue<?, ?, ?> of) {
        Row.Referenced row = row(of.path());
        Object function = of.function();
        if (function instanceof FieldValue<?, ?>(Field<?> field)) {
            return new Expr.Column(row, field.identifier(), Object.class);
        }
        return new Expr.Choice(isMissing(row), Expr.NULL, of(row, reader -> reader.expr(function)));
    }

    private static boolean isLambda(Object function) {
        return function.getClass().isHidden();
    }

    private Expr lambda(Object function) {
        Expr value = isLambda(function) ? lambdas.read(function) : null;
        if (value == null) {
            throw new UnreadException(); // the function is opaque
        }
        return value;
    }

    private Expr referencePredicate(ReferencePath.ReferencePredicate<?, ?> of) {
        Row.Referenced row = row(of.path());
        RowKeys keys = of.keys();
        Predicate<?> predicate = of.predicate();
        List<Expr> conditions = new ArrayList<>(List.of(Logic.not(isMissing(row))));
        if (predicate != null) {
            conditions.add(of(row, reader -> reader.condition(predicate)));
        }
        if (keys != null) {
            List<Expr> key = row.key().stream()
                    .<Expr>map(id -> new Expr.Column(row, id, Object.class))
                    .toList();
            conditions.add(new Expr.Call(new Callees.AmongRows(keys), key));
        }
        Expr holds = Logic.and(conditions);
        return of.negated() ? Logic.not(holds) : holds;
    }

    /** Returns whether a function is an expression of Speedment or Speedwell. */
    public static boolean isExpression(Object function) {
        return function instanceof Expression<?>;
    }

    /** Returns whether a function has a class of Speedment, or the class that Speedwell's generator uses instead. */
    public static boolean isKnown(Object function) {
        return function instanceof DirectEnumField<?, ?, ?>
                || function.getClass().getName().startsWith(SPEEDMENT);
    }

    static Kind kind(ExpressionType type) {
        return switch (type) {
            case BYTE, BYTE_NULLABLE -> Kind.BYTE;
            case SHORT, SHORT_NULLABLE -> Kind.SHORT;
            case INT, INT_NULLABLE -> Kind.INT;
            case LONG, LONG_NULLABLE -> Kind.LONG;
            case FLOAT, FLOAT_NULLABLE -> Kind.FLOAT;
            case DOUBLE, DOUBLE_NULLABLE -> Kind.DOUBLE;
            case CHAR, CHAR_NULLABLE -> Kind.CHAR;
            case BOOLEAN, BOOLEAN_NULLABLE -> Kind.BOOLEAN;
            case BIG_DECIMAL, BIG_DECIMAL_NULLABLE -> Kind.DECIMAL;
            case STRING, STRING_NULLABLE, ENUM, ENUM_NULLABLE -> Kind.OBJECT;
        };
    }

    private Expr field(Field<?> field) {
        Class<?> type = field instanceof Expression<?> expression
                ? switch (expression.expressionType()) {
                    case BYTE -> byte.class;
                    case SHORT -> short.class;
                    case INT -> int.class;
                    case LONG -> long.class;
                    case FLOAT -> float.class;
                    case DOUBLE -> double.class;
                    case CHAR -> char.class;
                    case BOOLEAN -> boolean.class;
                    default -> Object.class;
                }
                : Object.class;
        return new Expr.Column(Row.FIRST, field.identifier(), type);
    }

    /**
     * Returns the tree of a function of a nullable field. The function belongs to Speedment or the user. The tree does
     * not call it for null.
     */
    private Expr mapped(FieldMapper<?, ?, ?, ?, ?> of) {
        Expr column = field(of.getField());
        Callees.FieldFunction function =
                new Callees.FieldFunction(of.getMapper(), kind(of.expressionType()), FieldFunctions.isOwn(of));
        return new Expr.Choice(new Expr.IsNull(column), Expr.NULL, new Expr.Call(function, List.of(column)));
    }

    private Expr combined(CombinedPredicate<?> combined) {
        List<Expr> parts = new ArrayList<>();
        combined.stream().forEachOrdered(part -> parts.add(condition((Predicate<?>) part)));
        return combined.getType() == CombinedPredicate.Type.AND ? Logic.and(parts) : Logic.or(parts);
    }

    /** Reads a predicate. It rejects expressions that count as predicates only because they return booleans. */
    private Expr condition(Predicate<?> predicate) {
        boolean isRead = isLambda(predicate)
                || predicate instanceof FieldPredicate<?>
                || predicate instanceof CombinedPredicate<?>
                || predicate instanceof AnalyzedFunction<?, ?>
                || predicate instanceof PredicateOfTable<?>
                || predicate instanceof ReferencePath.ReferencePredicate<?, ?>
                || predicate instanceof ComposedPredicate<?, ?>
                || predicate instanceof Like<?>
                || predicate instanceof Compared<?, ?>
                || predicate instanceof ComparedPair<?>
                || predicate instanceof NullPredicate<?, ?>
                || predicate instanceof BooleanField<?, ?>
                || predicate instanceof ToBoolean<?>;
        if (!isRead) {
            throw new UnreadException();
        }
        return expr(predicate);
    }

    private Expr compared(Compared<?, ?> of) {
        Expr value = expr(of.value());
        if (!(of.values() instanceof Compared.Range<?> range) || !isPure(value)) {
            return new Expr.Call(new Callees.Among(of), List.of(value));
        }
        List<Expr> limits = new ArrayList<>();
        Expr present = Logic.ifPresent(value);
        limits.add(limit(present, range.low(), range.hasLow(), ComparisonOperator.GREATER_THAN));
        limits.add(limit(present, range.high(), range.hasHigh(), ComparisonOperator.LESS_THAN));
        Expr inside = Logic.and(limits);
        return Logic.and(List.of(Logic.not(Logic.isNull(value)), of.negated() ? Logic.not(inside) : inside));
    }

    private Expr compared(ComparedPair<?> of) {
        Expr first = expr(of.first());
        Expr second = expr(of.second());
        if (!isPure(first) || !isPure(second) || mayThrowBesideNull(first, second)) {
            return new Expr.Call(new Callees.Pair(of), List.of(first, second)); // it computes both
        }
        return Logic.and(List.of(
                Logic.not(Logic.isNull(first)),
                Logic.not(Logic.isNull(second)),
                new Expr.Compare(of.operator(), Expr.Order.NATURAL, Logic.ifPresent(first), Logic.ifPresent(second))));
    }

    /** Returns whether one value may be null when computing the other throws. */
    private static boolean mayThrowBesideNull(Expr first, Expr second) {
        return mayBeNull(first) && !TOTALITY.cannotThrow(second) || mayBeNull(second) && !TOTALITY.cannotThrow(first);
    }

    private static boolean mayBeNull(Expr of) {
        return !Logic.isNull(of).equals(Expr.FALSE);
    }

    private static Expr limit(Expr value, @Nullable Object limit, boolean orEqual, ComparisonOperator operator) {
        ComparisonOperator open = orEqual ? operator.mirrored().negated() : operator;
        return limit == null ? Expr.TRUE : new Expr.Compare(open, Expr.Order.NATURAL, value, new Expr.Constant(limit));
    }

    /** Returns whether the number of evaluations of an expression has no visible effect. */
    private static boolean isPure(Expr of) {
        return !(of instanceof Expr.Given)
                && (!(of instanceof Expr.Call call) || call.callee().isPure())
                && of.operands().stream().allMatch(SpeedmentReader::isPure);
    }

    private Expr unary(UnaryExpression<?, ?> of) {
        Expr value = strict(expr(of.inner()));
        Kind kind = kind(of.expressionType());
        return switch (of.operator()) {
            case ABS -> new Expr.Unary(Expr.UnaryOperation.ABS, kind, value);
            case NEGATE -> new Expr.Unary(Expr.UnaryOperation.NEGATE, kind, value);
            case SIGN -> new Expr.Unary(Expr.UnaryOperation.SIGN, kind, value);
            case CAST -> new Expr.Convert(kind, value);
            case SQRT -> new Expr.Unary(Expr.UnaryOperation.SQRT, kind, value);
        };
    }

    /**
     * Returns an arithmetic operation. Whole numbers wrap at the width of the result. A float operand makes it a float
     * operation; a double operand makes it a double operation.
     */
    private Expr binary(BinaryExpression.Operator operator, Expr first, Expr second, Kind result) {
        Expr a = strict(first);
        Expr b = strict(second);
        Kind kind = a.kind().isWhole() && b.kind().isWhole()
                ? result
                : a.kind() == Kind.DOUBLE || b.kind() == Kind.DOUBLE ? Kind.DOUBLE : Kind.FLOAT;
        return switch (operator) {
            case PLUS -> converted(result, new Expr.Binary(Expr.BinaryOperation.ADD, kind, a, b));
            case MINUS -> converted(result, new Expr.Binary(Expr.BinaryOperation.SUBTRACT, kind, a, b));
            case MULTIPLY -> converted(result, new Expr.Binary(Expr.BinaryOperation.MULTIPLY, kind, a, b));
            case DIVIDE -> new Expr.Binary(Expr.BinaryOperation.DIVIDE, Kind.DOUBLE, a, b);
            case POW ->
                new Expr.Call(new Callees.Power(a.kind() == Kind.FLOAT, b.kind().isWhole(), false), List.of(a, b));
        };
    }

    private static Expr converted(Kind kind, Expr value) {
        return value.kind() == kind ? value : new Expr.Convert(kind, value);
    }

    private Expr withConstant(BinaryObjExpression<?, ?, ?> binary) {
        Expr first = expr(binary.first());
        Expr second = constant(binary.second());
        BinaryExpression.Operator operator =
                BinaryExpression.Operator.valueOf(binary.operator().name());
        return operator == BinaryExpression.Operator.POW && binary.second() instanceof Integer
                ? new Expr.Call(
                        new Callees.Power(first.kind() == Kind.FLOAT, true, true), List.of(strict(first), second))
                : binary(operator, first, second, kind(binary.expressionType()));
    }

    private static Expr constant(@Nullable Object value) {
        return new Expr.Constant(value);
    }

    /** Returns the value of a nullable expression for a place that requires a value. Reading a null there may throw. */
    private Expr strict(Expr nullable) {
        return nullable instanceof Expr.Choice choice && choice.then() == Expr.NULL ? choice.otherwise() : nullable;
    }

    /** Reads {@code orElse}, {@code orElseGet} and {@code orThrow} of a nullable expression. */
    private Expr nonNullable(NonNullableExpression<?, ?> of) {
        Expr inner = expr(of.innerNullable());
        if (of instanceof OrElseThrowExpression<?, ?>) {
            return new Expr.Require(strict(inner));
        }
        Expr otherwise = of instanceof OrElseGetExpression<?, ?, ?> getter
                ? expr(getter.defaultValueGetter())
                : new Expr.Constant(defaultOf(of));
        return orElse(inner, otherwise);
    }

    /** Returns an expression with another value in place of null. */
    static Expr orElse(Expr nullable, Expr otherwise) {
        return nullable instanceof Expr.Choice choice && choice.then() == Expr.NULL && isPrimitive(choice.kind())
                ? new Expr.Choice(choice.condition(), otherwise, choice.otherwise())
                : new Expr.Choice(Logic.isNull(nullable), otherwise, Logic.ifPresent(nullable));
    }

    private static boolean isPrimitive(Kind kind) {
        return kind.isWhole() || kind.isReal();
    }

    private static @Nullable Object defaultOf(NonNullableExpression<?, ?> of) {
        return switch (of) {
            case ToByteOrElse<?> to -> to.defaultValue();
            case ToShortOrElse<?> to -> to.defaultValue();
            case ToIntOrElse<?> to -> to.defaultValue();
            case ToLongOrElse<?> to -> to.defaultValue();
            case ToFloatOrElse<?> to -> to.defaultValue();
            case ToDoubleOrElse<?> to -> to.defaultValue();
            case ToCharOrElse<?> to -> to.defaultValue();
            case ToBooleanOrElse<?> to -> to.defaultValue();
            case ToStringOrElse<?> to -> to.defaultValue();
            case ToBigDecimalOrElse<?> to -> to.defaultValue();
            case ToEnumOrElse<?, ?> to -> to.defaultValue();
            default -> throw new UnreadException();
        };
    }
}
