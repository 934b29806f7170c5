package org.speedwell.hazelcast;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * A sum, least or greatest value, or anything else of which two make one, in any order:
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
 * @param <V> serializable, or an entity
 */
public interface ReduceQuery<T, V> extends ClusterQuery<T, ReduceQuery.Total<V>, Optional<V>> {
    /** The total of a part; empty where it has no rows for it. */
    Optional<V> total(TablePart<T> part);

    /** The total of two parts together. */
    V merge(V one, V other);

    /** What a part answers, as a list of none or one value. */
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
