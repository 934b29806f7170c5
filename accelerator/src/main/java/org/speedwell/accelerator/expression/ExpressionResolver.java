package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.BinaryObjExpression;
import com.speedment.runtime.compute.expression.JoiningExpression;
import com.speedment.runtime.compute.expression.MapperExpression;
import com.speedment.runtime.compute.expression.NonNullableExpression;
import com.speedment.runtime.compute.expression.NullableExpression;
import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.compute.expression.predicate.NullPredicate;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.method.GetReference;
import com.speedment.runtime.field.method.Getter;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
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
        return resolve(table, function, UnaryOperator.identity());
    }

    /**
     * As above.
     *
     * @param known gives what is read in the place of a part of the expression, or that part
     */
    public static @Nullable RowExpression resolve(TableStore<?> table, Object function, UnaryOperator<Object> known) {
        Object given = known.apply(function);
        if (given instanceof Known<?, ?> lambda) {
            return KnownResolver.resolve(table, lambda);
        }
        Expr expr = new SpeedmentReader(known).read(function);
        return expr == null || !ExprColumns.hasAll(table, expr) ? null : new ExprCompiler(table).compile(expr);
    }

    /** Whether it is an expression, or predicate on one, that is made of others; composed ones are none. */
    public static boolean hasParts(Object function) {
        return function instanceof Computed<?>
                || function instanceof Compared<?, ?>
                || function instanceof NullPredicate<?, ?>
                || function instanceof UnaryExpression<?, ?>
                || function instanceof BinaryExpression<?, ?, ?>
                || function instanceof BinaryObjExpression<?, ?, ?>
                || function instanceof MapperExpression<?, ?, ?>
                || function instanceof NonNullableExpression<?, ?>
                || function instanceof NullableExpression<?, ?>
                || function instanceof JoiningExpression<?>;
    }

    /** Whether it is of a class of Speedment's, or the one that our generator puts in the place of such a class. */
    static boolean isKnown(Object function) {
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
        if (function instanceof FieldMapper<?, ?, ?, ?, ?> mapper && SpeedmentReader.isOwn(mapper)) {
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

    /** Expressions of booleans are predicates too; these are made of others. */
    static boolean isCompound(Predicate<?> predicate) {
        return predicate instanceof UnaryExpression<?, ?>
                || predicate instanceof MapperExpression<?, ?, ?>
                || predicate instanceof NonNullableExpression<?, ?>
                || predicate instanceof NullableExpression<?, ?>;
    }
}
