package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;
import org.speedwell.accelerator.expression.Computation;
import org.speedwell.accelerator.expression.Computed;
import org.speedwell.accelerator.expression.Constant;
import org.speedwell.accelerator.expression.DecimalOf;
import org.speedwell.accelerator.expression.DecimalOperation;
import org.speedwell.accelerator.expression.Operation;

/** @param computation gives decimals */
record ExactDecimal<T>(Computation<T> computation) implements Decimal<T>, Computed<T> {
    @Override
    public BigDecimal apply(T entity) {
        return (BigDecimal) requireNonNull(computation.of(entity));
    }

    @Override
    public <E extends T> Decimal<E> plus(Decimal<? super E> other) {
        return with(Operation.PLUS, computation(other));
    }

    @Override
    public <E extends T> Decimal<E> plus(ReferenceField<E, ?, BigDecimal> other) {
        return with(Operation.PLUS, new DecimalOf<E>(other));
    }

    @Override
    public Decimal<T> plus(BigDecimal other) {
        return with(Operation.PLUS, new Constant<T>(other));
    }

    @Override
    public <E extends T> Decimal<E> minus(Decimal<? super E> other) {
        return with(Operation.MINUS, computation(other));
    }

    @Override
    public <E extends T> Decimal<E> minus(ReferenceField<E, ?, BigDecimal> other) {
        return with(Operation.MINUS, new DecimalOf<E>(other));
    }

    @Override
    public Decimal<T> minus(BigDecimal other) {
        return with(Operation.MINUS, new Constant<T>(other));
    }

    @Override
    public <E extends T> Decimal<E> multiply(Decimal<? super E> other) {
        return with(Operation.MULTIPLY, computation(other));
    }

    @Override
    public <E extends T> Decimal<E> multiply(ReferenceField<E, ?, BigDecimal> other) {
        return with(Operation.MULTIPLY, new DecimalOf<E>(other));
    }

    @Override
    public Decimal<T> multiply(BigDecimal other) {
        return with(Operation.MULTIPLY, new Constant<T>(other));
    }

    private <E extends T> Decimal<E> with(Operation operation, Computation<? super E> other) {
        return new ExactDecimal<>(new DecimalOperation<E>(operation, computation, other));
    }

    /** A decimal that somebody else has made is asked for its values. */
    private static <T> Computation<T> computation(Decimal<T> of) {
        return of instanceof ExactDecimal<T> exact ? exact.computation : new DecimalOf<>(of);
    }

    @Override
    public String toString() {
        return computation.toString();
    }
}
