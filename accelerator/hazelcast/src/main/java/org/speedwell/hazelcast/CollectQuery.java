package org.speedwell.hazelcast;

import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.speedwell.accelerator.query.PartialCollector;
import org.speedwell.accelerator.query.PartialCollector.Partial;

/**
 * A question that collects all rows with a collector. Each part collects its own rows on columns and sends an
 * intermediate result. For an average this is the sum and the count; for a percentile, all numbers; for a distinct
 * count, the values.
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
 * A sum of {@code double} values adds them in another order than one stream over all rows, so it may round differently.
 *
 * @param <R> the result, which need not be serializable
 */
public interface CollectQuery<T, R> extends ClusterQuery<T, Partial<R>, R> {
    /**
     * Returns a collector of {@code ColumnCollectors}, or an {@code Aggregation}. Its keys and the values that it keeps
     * must be serializable.
     */
    Collector<T, ?, R> collector();

    /** Returns the rows of a part to collect. The default is all rows. */
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
