package org.speedwell.hazelcast;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * A question for the count, sum, minimum, maximum and average of whole numbers, for example of
 * {@code part.stream().mapToLong(Rental.RENTAL_ID)}. As with every {@link LongStream}, a sum may overflow without an
 * error.
 */
public interface SummaryQuery<T> extends ClusterQuery<T, SummaryQuery.Totals, LongSummaryStatistics> {
    /** Returns the numbers of a part. */
    LongStream values(TablePart<T> part);

    /** The answer of a part. */
    record Totals(long count, long min, long max, long sum) implements java.io.Serializable {}

    @Override
    default Totals part(TablePart<T> part) {
        LongSummaryStatistics all = values(part).summaryStatistics();
        return new Totals(all.getCount(), all.getMin(), all.getMax(), all.getSum());
    }

    @Override
    default LongSummaryStatistics combine(List<Totals> parts) {
        LongSummaryStatistics all = new LongSummaryStatistics();
        for (Totals part : parts) {
            all.combine(new LongSummaryStatistics(part.count, part.min, part.max, part.sum));
        }
        return all;
    }
}
