package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.RowOrder;

/** The numbers of a column as doubles: aggregates run on the column, all else on a stream of the JDK over its values. */
final class DoubleColumnStream extends ForwardingDoubleStream {
    private final ColumnSource source;

    DoubleColumnStream(ColumnSource source) {
        this.source = source;
    }

    @Override
    public DoubleSummaryStatistics summaryStatistics() {
        source.link();
        Logical.Windowed window = source.shortcut();
        if (window == null) {
            return source.doubles();
        }
        DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
        RowOrder.By by = ((Logical.Ordered) window.input()).order().first();
        acceptOrdered(statistics, source.column(), by, source.place(window.from()), source.place(window.to()));
        source.table().keepAlive();
        return statistics;
    }

    private static void acceptOrdered(
            DoubleSummaryStatistics statistics, KeyColumn column, RowOrder.By by, int from, int to) {
        SortedIndex order = requireNonNull(by.column().index());
        for (int place = from; place < to; ) {
            long run = order.run(place, by.descending(), by.nullsFirst());
            int position = SortedIndex.first(run);
            int end = Math.min(SortedIndex.end(run), position + to - place);
            place += end - position;
            for (; position < end; position++) {
                statistics.accept(column.codec().doubleValue(column.key(order.row(position))));
            }
        }
    }

    @Override
    public long count() {
        return source.count();
    }

    @Override
    public double sum() {
        return summaryStatistics().getSum();
    }

    @Override
    public OptionalDouble min() {
        DoubleSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getMin());
    }

    @Override
    public OptionalDouble max() {
        DoubleSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getMax());
    }

    @Override
    public OptionalDouble average() {
        DoubleSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getAverage());
    }

    @Override
    public DoubleStream unordered() {
        return new DoubleColumnStream(source.again());
    }

    @Override
    Stage<DoubleStream> stage() {
        return source.stage(this::jdk);
    }

    private DoubleStream jdk() {
        KeyColumn column = source.column();
        return source.state()
                .goOn(source.rowStream().mapToDouble(row -> column.codec().doubleValue(column.key(row))));
    }
}
