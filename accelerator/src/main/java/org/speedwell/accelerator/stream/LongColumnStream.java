package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.RowOrder;

/** The numbers of a column as longs: aggregates run on the column, all else on a stream of the JDK over its values. */
final class LongColumnStream extends ForwardingLongStream {
    private final ColumnSource source;

    LongColumnStream(ColumnSource source) {
        this.source = source;
    }

    @Override
    public LongSummaryStatistics summaryStatistics() {
        source.link();
        Logical.Windowed window = source.shortcut();
        if (window == null) {
            return source.longs();
        }
        LongSummaryStatistics statistics = new LongSummaryStatistics();
        RowOrder.By by = ((Logical.Ordered) window.input()).order().first();
        acceptOrdered(statistics, source.column(), by, source.place(window.from()), source.place(window.to()));
        source.table().keepAlive();
        return statistics;
    }

    private static void acceptOrdered(
            LongSummaryStatistics statistics, KeyColumn column, RowOrder.By by, int from, int to) {
        SortedIndex order = requireNonNull(by.column().index());
        for (int place = from; place < to; ) {
            long run = order.run(place, by.descending(), by.nullsFirst());
            int position = SortedIndex.first(run);
            int end = Math.min(SortedIndex.end(run), position + to - place);
            place += end - position;
            for (; position < end; position++) {
                statistics.accept(column.key(order.row(position)));
            }
        }
    }

    @Override
    public long count() {
        return source.count();
    }

    @Override
    public long sum() {
        return summaryStatistics().getSum();
    }

    @Override
    public OptionalLong min() {
        LongSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalLong.empty() : OptionalLong.of(statistics.getMin());
    }

    @Override
    public OptionalLong max() {
        LongSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalLong.empty() : OptionalLong.of(statistics.getMax());
    }

    @Override
    public OptionalDouble average() {
        LongSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getAverage());
    }

    @Override
    public LongStream unordered() {
        return new LongColumnStream(source.again());
    }

    @Override
    Stage<LongStream> stage() {
        return source.stage(this::jdk);
    }

    private LongStream jdk() {
        KeyColumn column = source.column();
        return source.state().goOn(source.rowStream().mapToLong(column::key));
    }
}
