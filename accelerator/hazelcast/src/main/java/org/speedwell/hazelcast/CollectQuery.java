package org.speedwell.hazelcast;

import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.PartialCollector;
import org.speedwell.accelerator.query.PartialCollector.Partial;

/**
 * What a collector makes of all rows. Each part collects its own rows on columns, and sends what it has collected so far: the total and
 * number for an average, all numbers for a percentile, the values for a number of different ones.
 *
 * <pre>{@code
 * public record AmountsByStaff() implements CollectQuery<Payment, List<Amounts>> {
 *     public Collector<Payment, ?, List<Amounts>> collector() {
 *         return Aggregation.by(Payment.STAFF_ID)
 *                 .with(averagingDecimal(Payment.AMOUNT, 2), countingDistinct(Payment.CUSTOMER_ID))
 *                 .into(Amounts.class);
 *     }
 * }
 * }</pre>
 *
 * Sums of doubles are rounded in another order than over all rows at once.
 *
 * @param <R> the result, which need not be serializable
 */
public interface CollectQuery<T, R> extends ClusterQuery<T, Partial<R>, R> {
    /**
     * Returns one of {@code ColumnCollectors}, or an {@code Aggregation}. Its keys are serializable, and so are the values that it keeps.
     */
    Collector<T, ?, R> collector();

    /** Returns the rows of a part that are collected: all, unless this is overridden. */
    default Stream<T> rows(TablePart<T> part) {
        return part.stream();
    }

    @Override
    default Partial<R> part(TablePart<T> part) {
        return PartialCollector.of(collector()).collect(rows(part));
    }

    @Override
    default R combine(List<Partial<R>> parts) {
        return PartialCollector.of(collector()).result(parts);
    }
}
