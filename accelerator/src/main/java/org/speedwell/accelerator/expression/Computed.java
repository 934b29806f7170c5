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
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An expression of ours as one of Speedment's: what it computes, as a function of entities, comparator and operand of
 * Speedment's own expressions. Immutable.
 */
public interface Computed<T> {
    /** What is computed. */
    Computation<T> computation();

    /** Never null. */
    record OfInt<T>(Computation<T> computation) implements Computed<T>, ToInt<T> {
        @Override
        public int applyAsInt(T entity) {
            return (Integer) requireNonNull(computation.of(entity));
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** An int or null. */
    record OfIntNullable<T>(Computation<T> computation) implements Computed<T>, ToIntNullable<T> {
        @Override
        public @Nullable Integer apply(T entity) {
            return (Integer) computation.of(entity);
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** Never null. */
    record OfLong<T>(Computation<T> computation) implements Computed<T>, ToLong<T> {
        @Override
        public long applyAsLong(T entity) {
            return (Long) requireNonNull(computation.of(entity));
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** A long or null. */
    record OfLongNullable<T>(Computation<T> computation) implements Computed<T>, ToLongNullable<T> {
        @Override
        public @Nullable Long apply(T entity) {
            return (Long) computation.of(entity);
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** Never null. */
    record OfDouble<T>(Computation<T> computation) implements Computed<T>, ToDouble<T> {
        @Override
        public double applyAsDouble(T entity) {
            return (Double) requireNonNull(computation.of(entity));
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** A double or null. */
    record OfDoubleNullable<T>(Computation<T> computation) implements Computed<T>, ToDoubleNullable<T> {
        @Override
        public @Nullable Double apply(T entity) {
            return (Double) computation.of(entity);
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** Never null. */
    record OfText<T>(Computation<T> computation) implements Computed<T>, ToString<T> {
        @Override
        public String apply(T entity) {
            return (String) requireNonNull(computation.of(entity));
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** A text or null. */
    record OfTextNullable<T>(Computation<T> computation) implements Computed<T>, ToStringNullable<T> {
        @Override
        public @Nullable String apply(T entity) {
            return (String) computation.of(entity);
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }

    /** A decimal or null. */
    record OfDecimalNullable<T>(Computation<T> computation) implements Computed<T>, ToBigDecimalNullable<T> {
        @Override
        public @Nullable BigDecimal apply(T entity) {
            return (BigDecimal) computation.of(entity);
        }

        @Override
        public String toString() {
            return computation.toString();
        }
    }
}
