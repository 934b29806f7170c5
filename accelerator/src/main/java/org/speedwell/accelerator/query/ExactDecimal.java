package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expression.Computed;
import org.speedwell.accelerator.expression.Formulas;

/**
 * A {@link Decimal} that an expression tree computes.
 *
 * @param expr the expression tree, of type decimal
 */
record ExactDecimal<T>(Expr expr) implements Decimal<T>, Computed<T> {
    @Override
    public BigDecimal apply(T entity) {
        return (BigDecimal) requireNonNull(Computed.value(this, entity));
    }

    @Override
    public <E extends T> Decimal<E> plus(Decimal<? super E> other) {
        return with(Expr.BinaryOperation.ADD, Computed.part(other));
    }

    @Override
    public <E extends T> Decimal<E> plus(ReferenceField<E, ?, BigDecimal> other) {
        return with(Expr.BinaryOperation.ADD, Formulas.decimal(other));
    }

    @Override
    public Decimal<T> plus(BigDecimal other) {
        return with(Expr.BinaryOperation.ADD, new Expr.Constant(other));
    }

    @Override
    public <E extends T> Decimal<E> minus(Decimal<? super E> other) {
        return with(Expr.BinaryOperation.SUBTRACT, Computed.part(other));
    }

    @Override
    public <E extends T> Decimal<E> minus(ReferenceField<E, ?, BigDecimal> other) {
        return with(Expr.BinaryOperation.SUBTRACT, Formulas.decimal(other));
    }

    @Override
    public Decimal<T> minus(BigDecimal other) {
        return with(Expr.BinaryOperation.SUBTRACT, new Expr.Constant(other));
    }

    @Override
    public <E extends T> Decimal<E> multiply(Decimal<? super E> other) {
        return with(Expr.BinaryOperation.MULTIPLY, Computed.part(other));
    }

    @Override
    public <E extends T> Decimal<E> multiply(ReferenceField<E, ?, BigDecimal> other) {
        return with(Expr.BinaryOperation.MULTIPLY, Formulas.decimal(other));
    }

    @Override
    public Decimal<T> multiply(BigDecimal other) {
        return with(Expr.BinaryOperation.MULTIPLY, new Expr.Constant(other));
    }

    private <E extends T> Decimal<E> with(Expr.BinaryOperation operation, Expr other) {
        return new ExactDecimal<>(new Expr.Binary(operation, Kind.DECIMAL, expr, other));
    }

    @Override
    public String toString() {
        return Computed.text(this);
    }
}
