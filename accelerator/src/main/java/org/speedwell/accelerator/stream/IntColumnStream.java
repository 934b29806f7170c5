package org.speedwell.accelerator.stream;

import java.util.IntSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.speedwell.accelerator.column.KeyColumn;

/** The numbers of a column as ints: aggregates run on the column, all else on a stream of the JDK over its values. */
final class IntColumnStream extends ForwardingIntStream {
    private final ColumnSource source;

    IntColumnStream(ColumnSource source) {
        this.source = source;
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        KeyColumn column = source.column();
        source.rows().forEach(row -> statistics.accept((int) column.key(row)));
        source.table().keepAlive();
        return statistics;
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
    public IntStream sequential() {
        source.state().setParallel(false);
        return this;
    }

    @Override
    public IntStream parallel() {
        source.state().setParallel(true);
        return this;
    }

    @Override
    public IntStream unordered() {
        return this;
    }

    @Override
    public boolean isParallel() {
        return source.state().isParallel();
    }

    @Override
    public IntStream onClose(Runnable closeHandler) {
        source.requireUnlinked();
        source.state().onClose(closeHandler);
        return this;
    }

    @Override
    public void close() {
        source.close();
    }

    @Override
    IntStream jdk() {
        KeyColumn column = source.column();
        return source.state().applyTo(source.rowStream().map(row -> (int) column.key(row)));
    }
}
