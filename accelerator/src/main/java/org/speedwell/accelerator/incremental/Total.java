package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.stream.RecordedStream.Step;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;
import org.speedwell.accelerator.stream.StreamMethod;

/**
 * The result of a terminal operation over rows that come and go. A partial result covers some of the rows. Adding and
 * subtracting it are exact inverses.
 *
 * @param <P> the type of a partial result
 */
abstract sealed class Total<P> implements QueryState {
    /**
     * The operations that treat each element alone. A sort is not one of them. It compares elements only if there are
     * several, and the comparator may throw.
     */
    private static final Set<StreamMethod> SEPARATE = EnumSet.of(
            StreamMethod.FILTER,
            StreamMethod.MAP,
            StreamMethod.MAP_TO_OBJ,
            StreamMethod.MAP_TO_INT,
            StreamMethod.MAP_TO_LONG,
            StreamMethod.MAP_TO_DOUBLE,
            StreamMethod.BOXED,
            StreamMethod.AS_LONG_STREAM,
            StreamMethod.UNORDERED);

    /**
     * Returns a total without rows for a pipeline.
     *
     * @param terminal its terminal operation
     * @param shape the shape of its collector; null if it has none, or columns cannot run it
     * @throws NotIncrementalException if there is no such total
     */
    static Total<?> of(Terminal terminal, @Nullable CollectorShape shape) {
        List<Step> steps = terminal.steps();
        int ofRows = FirstRows.ofRows(steps);
        boolean isSorted = steps.subList(0, ofRows).stream().anyMatch(step -> step.method() == StreamMethod.SORTED);
        if (!isSorted
                && steps.size() > ofRows + 2
                && steps.get(ofRows).method() == StreamMethod.MAP
                && steps.get(ofRows + 1).method() == StreamMethod.DISTINCT) {
            return new DistinctValues(terminal, ofRows);
        }
        for (Step step : steps.subList(0, steps.size() - 1)) {
            if (!SEPARATE.contains(step.method())) {
                throw new NotIncrementalException(step.method() + " depends on other elements");
            }
        }
        boolean isInt = terminal.stream() instanceof IntStream;
        boolean isWhole = isInt || terminal.stream() instanceof LongStream;
        StreamMethod method = terminal.method();
        return switch (method) {
            case COUNT -> new Counted(BaseStreams::count, _ -> true, count -> count);
            case ANY_MATCH -> new Counted(matches(terminal), predicate(terminal), count -> count > 0);
            case NONE_MATCH -> new Counted(matches(terminal), predicate(terminal), count -> count == 0);
            case ALL_MATCH -> {
                Predicate<Object> predicate = predicate(terminal); // NULL may match neither it nor its negate()
                yield new Counted(misses(terminal), element -> !predicate.test(element), count -> count == 0);
            }
            case SUM, AVERAGE, SUMMARY_STATISTICS, MIN, MAX -> {
                if (terminal.stream() instanceof DoubleStream
                        && (method == StreamMethod.MIN || method == StreamMethod.MAX)) {
                    yield new RealExtreme(method == StreamMethod.MAX);
                }
                if (!isWhole) {
                    throw new NotIncrementalException(
                            method + " of elements that are not whole numbers depends on their order");
                }
                yield method == StreamMethod.SUM || method == StreamMethod.AVERAGE
                        ? new Summed(method, isInt)
                        : new Sorted(method, isInt);
            }
            case COLLECT -> collected(terminal, shape);
            default -> throw new NotIncrementalException(method + " has no total that changes can update");
        };
    }

    private static Collected collected(Terminal terminal, @Nullable CollectorShape shape) {
        if (shape == null) {
            throw new NotIncrementalException("collect uses a collector that columns cannot run");
        }
        // the functions of a collector of the JDK are known as code only
        boolean takesElements = terminal.argument() instanceof ColumnCollector<?, ?>;
        return new Collected(Part.of(shape, terminal.isUnsorted()), takesElements);
    }

    @SuppressWarnings("unchecked") // the predicate takes the elements of the stream
    private static Function<BaseStream<?, ?>, Long> matches(Terminal terminal) {
        Predicate<Object> predicate = predicate(terminal);
        return stream -> ((Stream<Object>) stream).filter(predicate).count();
    }

    @SuppressWarnings("unchecked") // as above
    private static Function<BaseStream<?, ?>, Long> misses(Terminal terminal) {
        CollectorShape.Partitioning shape =
                new CollectorShape.Partitioning(predicate(terminal), new CollectorShape.Counting());
        return stream -> ((Stream<Object>) stream)
                .collect(new ColumnCollector<Object, Map<Boolean, Long>>(shape))
                .get(false);
    }

    @SuppressWarnings("unchecked") // a match on a stream of objects takes a predicate
    private static Predicate<Object> predicate(Terminal terminal) {
        if (!(terminal.stream() instanceof Stream<?>) || !(terminal.argument() instanceof Predicate<?> predicate)) {
            throw new NotIncrementalException(terminal.method() + " of numbers has no total that changes can update");
        }
        return (Predicate<Object>) predicate;
    }

    /** Computes the partial result over the elements of a stream, and consumes the stream. */
    abstract P partial(BaseStream<?, ?> stream);

    abstract void add(P partial);

    abstract void subtract(P partial);

    /** Returns whether {@link #change} takes elements one by one. */
    boolean takesElements() {
        return false;
    }

    /**
     * Adds or subtracts at most one element.
     *
     * @param stream the stream on which the terminal operation runs
     * @param position the position of the element
     * @param sign 1 to add, −1 to subtract
     */
    void change(BaseStream<?, ?> stream, ElementPosition position, int sign) {
        P partial = partial(stream);
        if (sign > 0) {
            add(partial);
        } else {
            subtract(partial);
        }
    }

    /**
     * Adds or subtracts one element, on which the terminal operation itself runs: see {@link #change(BaseStream,
     * ElementPosition, int)}.
     */
    void change(Object element, ElementPosition position, int sign) {
        change(Stream.of(element), position, sign);
    }

    /** Returns whether {@link #change(long, int)} takes whole numbers. */
    boolean takesNumbers() {
        return false;
    }

    /**
     * Adds or subtracts one whole number.
     *
     * @param sign 1 to add, −1 to subtract
     */
    void change(long number, int sign) {
        throw new UnsupportedOperationException(describe() + " takes no whole numbers");
    }

    /** Returns the result of the terminal operation over all rows. */
    abstract @Nullable Object result();

    @Override
    public long bytes() {
        return HeapBytes.OBJECT;
    }

    /** The terminal operations of any stream. */
    private static final class BaseStreams {
        static long count(BaseStream<?, ?> stream) {
            return switch (stream) {
                case Stream<?> objects -> objects.count();
                case IntStream ints -> ints.count();
                case LongStream longs -> longs.count();
                case DoubleStream doubles -> doubles.count();
                default -> throw new IllegalArgumentException("unknown kind of stream: " + stream.getClass());
            };
        }

        static LongStream longs(BaseStream<?, ?> stream) {
            return stream instanceof IntStream ints ? ints.asLongStream() : (LongStream) stream;
        }
    }

    /** A number of elements. */
    private static final class Counted extends Total<Long> {
        private final Function<BaseStream<?, ?>, Long> partial;
        private final Predicate<Object> isCounted;
        private final LongFunction<Object> finish;
        private long count;

        Counted(Function<BaseStream<?, ?>, Long> partial, Predicate<Object> isCounted, LongFunction<Object> finish) {
            this.partial = partial;
            this.isCounted = isCounted;
            this.finish = finish;
        }

        @Override
        Long partial(BaseStream<?, ?> stream) {
            return partial.apply(stream);
        }

        @Override
        void add(Long some) {
            count += some;
        }

        @Override
        void subtract(Long some) {
            count -= some;
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            if (isCounted.test(element)) {
                count += sign;
            }
        }

        @Override
        boolean takesElements() {
            return true;
        }

        @Override
        Object result() {
            return finish.apply(count);
        }

        @Override
        public String describe() {
            return "a count";
        }
    }

    /** A sum of whole numbers and their number. A sum that overflows wraps around, as that of a stream does. */
    private static final class Summed extends Total<LongSummaryStatistics> {
        private final StreamMethod method;
        private final boolean isInt;
        private long count;
        private long sum;

        Summed(StreamMethod method, boolean isInt) {
            this.method = method;
            this.isInt = isInt;
        }

        @Override
        LongSummaryStatistics partial(BaseStream<?, ?> stream) {
            return BaseStreams.longs(stream).summaryStatistics();
        }

        @Override
        void add(LongSummaryStatistics some) {
            count += some.getCount();
            sum += some.getSum();
        }

        @Override
        void subtract(LongSummaryStatistics some) {
            count -= some.getCount();
            sum -= some.getSum();
        }

        @Override
        boolean takesNumbers() {
            return true;
        }

        @Override
        void change(long number, int sign) {
            count += sign;
            sum += sign * number;
        }

        @Override
        boolean takesElements() {
            return true;
        }

        @Override
        Object result() {
            if (method == StreamMethod.AVERAGE) {
                return count == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) sum / count);
            }
            return isInt ? (Object) (int) sum : (Object) sum;
        }

        @Override
        public String describe() {
            return "a sum and a count";
        }
    }

    /** The numbers in ascending order, with the number of their occurrences. */
    private static final class Sorted extends Total<long[]> {
        private final StreamMethod method;
        private final boolean isInt;
        private final WholeNumbers numbers;

        Sorted(StreamMethod method, boolean isInt) {
            this.method = method;
            this.isInt = isInt;
            this.numbers = new WholeNumbers(isInt);
        }

        @Override
        long[] partial(BaseStream<?, ?> stream) {
            return BaseStreams.longs(stream).toArray();
        }

        @Override
        void add(long[] some) {
            for (long number : some) {
                numbers.change(number, 1);
            }
        }

        @Override
        void subtract(long[] some) {
            for (long number : some) {
                numbers.change(number, -1);
            }
        }

        @Override
        boolean takesNumbers() {
            return true;
        }

        @Override
        void change(long number, int sign) {
            numbers.change(number, sign);
        }

        @Override
        boolean takesElements() {
            return true;
        }

        @Override
        Object result() {
            if (method == StreamMethod.SUMMARY_STATISTICS) {
                return numbers.statistics();
            }
            Long found = method == StreamMethod.MIN ? numbers.least() : numbers.greatest();
            if (isInt) {
                return found == null ? OptionalInt.empty() : OptionalInt.of(found.intValue());
            }
            return found == null ? OptionalLong.empty() : OptionalLong.of(found);
        }

        @Override
        public String describe() {
            return WholeNumbers.DESCRIPTION;
        }

        @Override
        public long bytes() {
            return numbers.bytes();
        }
    }

    /** The least or the greatest double, as {@code Math.min} and {@code Math.max} find it. */
    private static final class RealExtreme extends Total<double[]> {
        private final boolean isGreatest;
        private final ValueCounts<Double> numbers = ValueCounts.sorted();

        RealExtreme(boolean isGreatest) {
            this.isGreatest = isGreatest;
        }

        @Override
        double[] partial(BaseStream<?, ?> stream) {
            return ((DoubleStream) stream).toArray();
        }

        @Override
        void add(double[] some) {
            change(some, 1);
        }

        @Override
        void subtract(double[] some) {
            change(some, -1);
        }

        private void change(double[] some, int sign) {
            for (double number : some) {
                numbers.add(number, sign);
            }
        }

        @Override
        Object result() {
            Double greatest = numbers.greatest();
            Double found = isGreatest || greatest != null && greatest.isNaN() ? greatest : numbers.least();
            return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
        }

        @Override
        public long bytes() {
            return numbers.bytes();
        }

        @Override
        public String describe() {
            return WholeNumbers.DESCRIPTION;
        }
    }

    /** The distinct values of a function, and the operations that run over them. */
    private static final class DistinctValues extends Total<@Nullable Object[]> {
        private final int map;
        private final boolean isSorted;
        private final Collected values;
        private final Function<Stream<?>, @Nullable Object> operations;

        /** @param map the place of the operation {@code map}, which {@code distinct} follows */
        DistinctValues(Terminal terminal, int map) {
            List<Step> steps = terminal.steps();
            Step next = steps.get(map + 2);
            this.map = map;
            this.isSorted = next.method() == StreamMethod.SORTED && next.function() == null;
            this.operations = terminal.from(map + 2);
            boolean isOrdered = !isSorted && next.method() != StreamMethod.COUNT;
            this.values = new Collected(
                    GroupedPart.distinct(requireNonNull(steps.get(map).function()), isOrdered), false);
        }

        @Override
        public int operations(int all) {
            return map;
        }

        @Override
        @Nullable
        Object[] partial(BaseStream<?, ?> stream) {
            return values.partial(stream);
        }

        @Override
        void add(@Nullable Object[] some) {
            values.add(some);
        }

        @Override
        void subtract(@Nullable Object[] some) {
            values.subtract(some);
        }

        @Override
        @Nullable
        Object result() {
            List<?> all = (List<?>) requireNonNull(values.result());
            if (isSorted && all.stream().anyMatch(BigDecimal.class::isInstance)) {
                throw new NotIncrementalException(
                        "its sorted values are decimals, which may be equal in several forms");
            }
            return operations.apply(all.stream());
        }

        @Override
        public long bytes() {
            return values.bytes();
        }

        @Override
        public String describe() {
            return "the distinct values and how often each occurs";
        }
    }

    /** The result of a collector. */
    private static final class Collected extends Total<@Nullable Object[]> {
        private final Part part;
        private final boolean takesElements;
        private final ColumnCollector<Object, List<@Nullable Object[]>> collector;

        Collected(Part part, boolean takesElements) {
            this.part = part;
            this.takesElements = takesElements;
            this.collector = new ColumnCollector<>(Part.all(part.partials()));
        }

        @Override
        @SuppressWarnings("unchecked") // the collector of a stream of objects
        @Nullable
        Object[] partial(BaseStream<?, ?> stream) {
            return ((Stream<Object>) stream).collect(collector).getFirst();
        }

        @Override
        void add(@Nullable Object[] some) {
            part.change(some, 0, 1);
        }

        @Override
        void subtract(@Nullable Object[] some) {
            part.change(some, 0, -1);
        }

        @Override
        boolean takesElements() {
            return takesElements;
        }

        @Override
        @SuppressWarnings("unchecked") // as above
        void change(BaseStream<?, ?> stream, ElementPosition position, int sign) {
            ((Stream<Object>) stream).forEach(element -> part.change(element, position, sign));
        }

        @Override
        void change(Object element, ElementPosition position, int sign) {
            part.change(element, position, sign);
        }

        @Override
        @Nullable
        Object result() {
            return part.result();
        }

        @Override
        public String describe() {
            return part.describe();
        }

        @Override
        public long bytes() {
            return part.bytes();
        }
    }
}
