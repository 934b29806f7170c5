package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.ToBigDecimalNullable;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToDoubleNullable;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToLongNullable;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.ToStringNullable;
import com.speedment.runtime.compute.expression.Expression;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Row;

/**
 * An expression of Speedwell that implements Speedment's expression types. It is a function of entities, and Speedment
 * accepts it as an operand or comparator. Immutable.
 */
public interface Computed<T> {
    /** Returns the value of an expression for an entity, which may be null. */
    static <T> @Nullable Object value(Computed<? super T> of, T entity) {
        return EntityValue.of(of.expr(), entity);
    }

    /** Returns a readable text of an expression. */
    static String text(Computed<?> of) {
        return EntityValue.text(of.expr());
    }

    /** Returns the operand of an expression: the tree of a Speedwell expression, or a leaf that calls the function. */
    static Expr part(Object function, Kind kind) {
        return function instanceof Computed<?> computed ? computed.expr() : new Expr.Given(Row.FIRST, function, kind);
    }

    /** Returns the operand for an expression of Speedment, with the kind that the expression declares. */
    static Expr part(Expression<?> expression) {
        return part(expression, SpeedmentReader.kind(expression.expressionType()));
    }

    /** Returns the expression tree. Its leaves are given functions. */
    Expr expr();

    /** An int expression, never null. */
    record OfInt<T>(Expr expr) implements Computed<T>, ToInt<T> {
        @Override
        public int applyAsInt(T entity) {
            return (Integer) requireNonNull(EntityValue.of(expr, entity));
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** An int expression that may be null. */
    record OfIntNullable<T>(Expr expr) implements Computed<T>, ToIntNullable<T> {
        @Override
        public @Nullable Integer apply(T entity) {
            return (Integer) EntityValue.of(expr, entity);
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A long expression, never null. */
    record OfLong<T>(Expr expr) implements Computed<T>, ToLong<T> {
        @Override
        public long applyAsLong(T entity) {
            return (Long) requireNonNull(EntityValue.of(expr, entity));
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A long expression that may be null. */
    record OfLongNullable<T>(Expr expr) implements Computed<T>, ToLongNullable<T> {
        @Override
        public @Nullable Long apply(T entity) {
            return (Long) EntityValue.of(expr, entity);
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A double expression, never null. */
    record OfDouble<T>(Expr expr) implements Computed<T>, ToDouble<T> {
        @Override
        public double applyAsDouble(T entity) {
            return (Double) requireNonNull(EntityValue.of(expr, entity));
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A double expression that may be null. */
    record OfDoubleNullable<T>(Expr expr) implements Computed<T>, ToDoubleNullable<T> {
        @Override
        public @Nullable Double apply(T entity) {
            return (Double) EntityValue.of(expr, entity);
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A text expression, never null. */
    record OfText<T>(Expr expr) implements Computed<T>, ToString<T> {
        @Override
        public String apply(T entity) {
            return (String) requireNonNull(EntityValue.of(expr, entity));
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A text expression that may be null. */
    record OfTextNullable<T>(Expr expr) implements Computed<T>, ToStringNullable<T> {
        @Override
        public @Nullable String apply(T entity) {
            return (String) EntityValue.of(expr, entity);
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }

    /** A decimal expression that may be null. */
    record OfDecimalNullable<T>(Expr expr) implements Computed<T>, ToBigDecimalNullable<T> {
        @Override
        public @Nullable BigDecimal apply(T entity) {
            return (BigDecimal) EntityValue.of(expr, entity);
        }

        @Override
        public String toString() {
            return EntityValue.text(expr);
        }
    }
}
