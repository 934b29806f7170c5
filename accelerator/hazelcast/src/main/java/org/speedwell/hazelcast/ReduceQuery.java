package org.speedwell.hazelcast;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * A question that reduces all rows to one value, such as a sum, a minimum or a maximum. Any function works that merges
 * two values in any order:
 *
 * <pre>{@code
 * public record Revenue(int staff) implements ReduceQuery<Payment, BigDecimal> {
 *     public Optional<BigDecimal> total(TablePart<Payment> payments) {
 *         return payments.stream().filter(Payment.STAFF_ID.equal(staff)).map(value(Payment.AMOUNT)).reduce(BigDecimal::add);
 *     }
 *
 *     public BigDecimal merge(BigDecimal one, BigDecimal other) {
 *         return one.add(other);
 *     }
 * }
 * }</pre>
 *
 * @param <V> the value: serializable, or an entity
 */
public interface ReduceQuery<T, V> extends ClusterQuery<T, ReduceQuery.Total<V>, Optional<V>> {
    /** Returns the total of a part. Empty if the part has no rows for it. */
    Optional<V> total(TablePart<T> part);

    /** Merges the totals of two parts. */
    V merge(V one, V other);

    /** The answer of a part: a list of one value, or an empty list. */
    record Total<V>(List<V> value) implements Serializable {}

    @Override
    default Total<V> part(TablePart<T> part) {
        return new Total<>(total(part).stream().toList());
    }

    @Override
    default Optional<V> combine(List<Total<V>> parts) {
        return parts.stream().flatMap(part -> part.value.stream()).reduce(this::merge);
    }
}
