package org.speedwell.accelerator.stream;

import java.util.IntSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.RowOrder;

/** The numbers of a column as ints: aggregates run on the column, all else on a stream of the JDK over its values. */
final class IntColumnStream extends ForwardingIntStream {
    private final ColumnSource source;

    IntColumnStream(ColumnSource source) {
        this.source = source;
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        source.link();
        SortedIndex order = source.order();
        if (order == null) {
            return ofRows();
        }
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        RowOrder.By by = source.by();
        SlowPath.acceptOrdered(
                statistics, source.column(), order, by.descending(), by.nullsFirst(), source.from(), source.to());
        source.table().keepAlive();
        return statistics;
    }

    private IntSummaryStatistics ofRows() {
        IntSummaryStatistics statistics = source.ints();
        source.table().keepAlive();
        return statistics;
    }

    /**
     * Called by {@link SlowPath}: with this loop in it, {@link #summaryStatistics} may grow too large to be compiled into
     * the user's code, and then all streams before it must be made.
     */
    static void acceptOrdered(
            IntSummaryStatistics statistics,
            KeyColumn column,
            SortedIndex order,
            boolean descending,
            boolean nullsFirst,
            int from,
            int to) {
        for (int place = from; place < to; ) {
            long run = order.run(place, descending, nullsFirst);
            int position = SortedIndex.first(run);
            int end = Math.min(SortedIndex.end(run), position + to - place);
            place += end - position;
            for (; position < end; position++) {
                statistics.accept((int) column.key(order.row(position)));
            }
        }
    }

    @Override
    public long count() {
        return source.count();
    }

    @Override
    public int sum() {
        return (int) summaryStatistics().getSum();
    }

    @Override
    public OptionalInt min() {
        IntSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalInt.empty() : OptionalInt.of(statistics.getMin());
    }

    @Override
    public OptionalInt max() {
        IntSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalInt.empty() : OptionalInt.of(statistics.getMax());
    }

    @Override
    public OptionalDouble average() {
        IntSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getAverage());
    }

    @Override
    public IntStream unordered() {
        return new IntColumnStream(source.again());
    }

    @Override
    Stage<IntStream> stage() {
        return source.stage(this::jdk);
    }

    private IntStream jdk() {
        KeyColumn column = source.column();
        return source.state().goOn(source.rowStream().map(row -> (int) column.key(row)));
    }
}
