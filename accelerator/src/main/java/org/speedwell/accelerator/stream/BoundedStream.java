package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * A stream of the JDK whose {@code sorted} and {@code distinct} count their memory. If {@code limit} follows
 * {@code sorted}, it keeps only the first elements. The JDK's own streams would fill the heap. It does not count what
 * terminal operations collect.
 */
final class BoundedStream {
    /** The bytes of a sorted number, in the growing array and in the sorted array. */
    private static final int BYTES_OF_NUMBER = 16;

    /** The bytes of an element of a set, with its entry. */
    private static final int BYTES_OF_ENTRY = 96;

    private BoundedStream() {}

    /**
     * Returns a stream of the same elements.
     *
     * @param stream the first stream of a pipeline, without a known size
     * @param memory counts the memory of the pipeline
     */
    static <S extends BaseStream<?, S>> S of(S stream, WorkingMemory memory) {
        return of(stream, null, memory);
    }

    /**
     * Returns a stream of the same elements, which are sorted.
     *
     * @param wanted receives the number of elements that later operations need; null if the caller does not use it
     */
    static <S extends BaseStream<?, S>> S of(S stream, @Nullable Wanted wanted, WorkingMemory memory) {
        return new Pipeline(memory, new ArrayList<>(List.of(stream))).stream(stream, wanted);
    }

    /**
     * The state of one pipeline.
     *
     * @param heads the JDK streams of the pipeline. Each sort begins a new one
     */
    private record Pipeline(WorkingMemory memory, List<BaseStream<?, ?>> heads) {
        <S extends BaseStream<?, S>> S stream(S stream, @Nullable Wanted wanted) {
            return Stage.stream(stream, new Bounded<>(stream, wanted, this));
        }

        <E> Stream<E> begin(Stream<E> stream, @Nullable Wanted wanted) {
            boolean isParallel = heads.getLast().isParallel();
            heads.add(StreamState.setParallel(stream, isParallel));
            return stream(stream, wanted);
        }

        <E> Stream<E> sorted(Stream<E> input, Comparator<? super E> order) {
            Wanted wanted = new Wanted();
            return begin(new Sort<>(input, order, wanted, memory).stream(), wanted);
        }

        /** Removes duplicates. In parallel it collects all elements first, as the JDK's stream does. */
        <E> Stream<E> distinct(Stream<E> input) {
            return begin(
                    StreamSupport.<E>stream(
                                    () -> input.isParallel() ? set(input).spliterator() : oneByOne(input),
                                    Spliterator.ORDERED,
                                    false)
                            .onClose(input::close),
                    null);
        }

        private <E> Spliterator<E> oneByOne(Stream<E> input) {
            return input.distinct().peek(_ -> memory.add(BYTES_OF_ENTRY)).spliterator();
        }

        private <E> Set<E> set(Stream<E> input) {
            return input.collect(LinkedHashSet::new, this::add, (all, later) -> later.forEach(e -> add(all, e)));
        }

        private <E> void add(Set<E> set, E element) {
            if (set.add(element)) {
                memory.add(BYTES_OF_ENTRY);
            }
        }
    }

    /**
     * A stage of the pipeline. Its field {@code wanted} counts the elements that later operations need of the preceding
     * sort. It is null if no sort precedes, or if an operation in between may change their number.
     */
    private static final class Bounded<S extends BaseStream<?, S>> implements Stage<S> {
        private final S target;
        private final @Nullable Wanted wanted;
        private final Pipeline pipeline;
        private boolean linked;

        Bounded(S target, @Nullable Wanted wanted, Pipeline pipeline) {
            this.target = target;
            this.wanted = wanted;
            this.pipeline = pipeline;
        }

        private S link() {
            requireUnlinked();
            linked = true;
            return target;
        }

        private void requireUnlinked() {
            if (linked) {
                throw StreamState.used();
            }
        }

        @Override
        @SuppressWarnings("unchecked") // each operation returns the result that it has over the stream
        public <R extends @Nullable Object> R run(Operation<S, R> operation) {
            S input = link();
            StreamMethod method = operation.method();
            if (wanted != null && method == StreamMethod.FIND_FIRST) {
                wanted.limit(1);
            }
            return switch (method) {
                case SORTED -> (R) sorted(input, operation);
                case DISTINCT -> (R) distinct(input);
                case SKIP, LIMIT -> (R) window(input, operation);
                default -> {
                    R result = operation.on(input);
                    yield method.isIntermediate() ? stream(result, method.isOneToOne() ? wanted : null) : result;
                }
            };
        }

        @SuppressWarnings("unchecked") // an intermediate operation returns a stream
        private <T extends BaseStream<?, T>, R extends @Nullable Object> R stream(R next, @Nullable Wanted of) {
            return (R) pipeline.stream((T) next, of);
        }

        @SuppressWarnings("unchecked") // the operation returns a stream of the same kind
        private S window(S input, Operation<S, ?> operation) {
            S next = (S) requireNonNull(operation.on(input));
            if (wanted != null && operation.method() == StreamMethod.SKIP) {
                wanted.skip(operation.<Long>given());
            } else if (wanted != null) {
                wanted.limit(operation.<Long>given());
            }
            return pipeline.stream(next, wanted);
        }

        @SuppressWarnings("unchecked") // the comparator compares elements, or the elements are comparable
        private BaseStream<?, ?> sorted(S input, Operation<S, ?> operation) {
            if (input instanceof Stream<?> objects) {
                Object comparator = operation.function();
                Comparator<?> order = comparator == null ? Comparator.naturalOrder() : (Comparator<?>) comparator;
                return pipeline.sorted((Stream<Object>) objects, (Comparator<Object>) order);
            }
            return pipeline.stream((S) requireNonNull(operation.on(counted(input))), null);
        }

        @SuppressWarnings("unchecked") // the switch has determined the kind of stream
        private S counted(S numbers) {
            WorkingMemory memory = pipeline.memory;
            return (S)
                    switch (numbers) {
                        case IntStream ints -> ints.peek(_ -> memory.add(BYTES_OF_NUMBER));
                        case LongStream longs -> longs.peek(_ -> memory.add(BYTES_OF_NUMBER));
                        case DoubleStream doubles -> doubles.peek(_ -> memory.add(BYTES_OF_NUMBER));
                        default -> throw new IllegalArgumentException("unexpected stream: " + numbers.getClass());
                    };
        }

        private BaseStream<?, ?> distinct(S input) {
            return switch (input) {
                case IntStream ints -> pipeline.distinct(ints.boxed()).mapToInt(Integer::intValue);
                case LongStream longs -> pipeline.distinct(longs.boxed()).mapToLong(Long::longValue);
                case DoubleStream doubles -> pipeline.distinct(doubles.boxed()).mapToDouble(Double::doubleValue);
                case Stream<?> objects -> pipeline.distinct(objects);
                default -> throw new IllegalArgumentException("unexpected kind of stream: " + input.getClass());
            };
        }

        @Override
        public boolean isParallel() {
            return target.isParallel();
        }

        @Override
        public void setParallel(boolean parallel) {
            pipeline.heads.forEach(head -> setParallel(head, parallel));
        }

        private static <H extends BaseStream<?, ? extends H>> void setParallel(
                BaseStream<?, ?> head, boolean parallel) {
            var _ = parallel ? head.parallel() : head.sequential();
        }

        @Override
        public void addCloseHandler(Runnable handler) {
            requireUnlinked();
            var _ = target.onClose(handler);
        }

        @Override
        public void close() {
            linked = true;
            pipeline.heads.getLast().close();
        }
    }
}
