package org.speedwell.accelerator.query;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.field.ReferenceField;
import java.math.BigDecimal;

/**
 * An expression of decimals that computes exactly, as {@link BigDecimal} does, scales included. A sum has the greater
 * of the two scales, a product has the sum of the scales. A null value throws a {@link NullPointerException}; see
 * {@link Expressions#coalesce(com.speedment.runtime.compute.ToBigDecimalNullable,
 * com.speedment.runtime.compute.ToBigDecimalNullable[])} and {@code orElse}. In memory it runs on columns, without
 * objects while the values of the columns fit.
 *
 * <p>Speedment's own operators, such as {@code plus(long)} and {@code multiply(ToInt)}, return doubles. Write {@code
 * multiply(decimal(2))} to stay exact.
 *
 * @param <T> the entity
 */
public interface Decimal<T> extends ToBigDecimal<T> {

    /** Returns the sum. */
    <E extends T> Decimal<E> plus(Decimal<? super E> other);

    /** Returns the sum. */
    <E extends T> Decimal<E> plus(ReferenceField<E, ?, BigDecimal> other);

    /** Returns the sum. */
    Decimal<T> plus(BigDecimal other);

    /** Returns the difference. */
    <E extends T> Decimal<E> minus(Decimal<? super E> other);

    /** Returns the difference. */
    <E extends T> Decimal<E> minus(ReferenceField<E, ?, BigDecimal> other);

    /** Returns the difference. */
    Decimal<T> minus(BigDecimal other);

    /** Returns the product. */
    <E extends T> Decimal<E> multiply(Decimal<? super E> other);

    /** Returns the product. */
    <E extends T> Decimal<E> multiply(ReferenceField<E, ?, BigDecimal> other);

    /** Returns the product. */
    Decimal<T> multiply(BigDecimal other);
}
