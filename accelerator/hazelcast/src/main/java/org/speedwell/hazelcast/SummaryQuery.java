package org.speedwell.hazelcast;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * Count, sum, least, greatest and average of whole numbers, for instance {@code part.stream().mapToLong(Rental.RENTAL_ID)}. As with
 * any {@link LongStream}, a sum that overflows is not noticed.
 */
public interface SummaryQuery<T> extends ClusterQuery<T, SummaryQuery.Totals, LongSummaryStatistics> {
    /** The numbers of a part. */
    LongStream values(TablePart<T> part);

    /** What a part answers. */
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
