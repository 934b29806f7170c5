package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.IntSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.ColumnRef;

/** The numbers of a column as ints: aggregates run on the column, all else on a stream of the JDK over its values. */
final class IntColumnStream extends ForwardingIntStream {
    private final ColumnSource source;

    IntColumnStream(ColumnSource source) {
        this.source = source;
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        source.link();
        Logical.Windowed window = source.shortcut();
        return window == null
                ? source.ints()
                : ordered(window.input(), source.place(window.from()), source.place(window.to()));
    }

    private IntSummaryStatistics ordered(Logical query, int from, int to) {
        RowOrder.By by = ((Logical.Ordered) query).order().first();
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        SlowPath.acceptOrdered(statistics, source.column(), by.column(), by.descending(), by.nullsFirst(), from, to);
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
            ColumnRef.Ordered by,
            boolean descending,
            boolean nullsFirst,
            int from,
            int to) {
        SortedIndex order = requireNonNull(by.index());
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
