package org.speedwell.accelerator.query;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;

/**
 * An expression of decimals that computes exactly, as {@link BigDecimal} does, scales included: a sum has the greater scale of
 * both, a product the sum of both. A value that is null is a {@link NullPointerException}; see
 * {@link Expressions#coalesce(com.speedment.runtime.compute.ToBigDecimalNullable, com.speedment.runtime.compute.ToBigDecimalNullable[])}
 * and {@code orElse}. In memory it is computed on columns, without objects while the values of the columns fit.
 *
 * <p>What Speedment's own operators take, as {@code plus(long)} and {@code multiply(ToInt)}, makes doubles. Write
 * {@code multiply(decimal(2))} to stay exact.
 *
 * @param <T> the entity
 */
public interface Decimal<T> extends ToBigDecimal<T> {

    /** The sum. */
    <E extends T> Decimal<E> plus(Decimal<? super E> other);

    /** The sum. */
    <E extends T> Decimal<E> plus(ReferenceField<E, ?, BigDecimal> other);

    /** The sum. */
    Decimal<T> plus(BigDecimal other);

    /** The difference. */
    <E extends T> Decimal<E> minus(Decimal<? super E> other);

    /** The difference. */
    <E extends T> Decimal<E> minus(ReferenceField<E, ?, BigDecimal> other);

    /** The difference. */
    Decimal<T> minus(BigDecimal other);

    /** The product. */
    <E extends T> Decimal<E> multiply(Decimal<? super E> other);

    /** The product. */
    <E extends T> Decimal<E> multiply(ReferenceField<E, ?, BigDecimal> other);

    /** The product. */
    Decimal<T> multiply(BigDecimal other);
}
