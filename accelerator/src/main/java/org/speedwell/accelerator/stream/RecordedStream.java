package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.plan.RowOrder;

/**
 * A factory of streams that record their operations. A watch runs the terminal operation, and a listener can repeat the
 * pipeline on another stream.
 */
public final class RecordedStream {
    private RecordedStream() {}

    /** A runner of terminal operations. */
    public interface Watch {
        /**
         * Runs a terminal operation, and returns its result.
         *
         * @param operations the names of the pipeline's operations, joined by dots
         * @param isParallel true if other threads may take part
         */
        <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal);

        /** Creates an iterator or spliterator, and returns it or a replacement for it. */
        default <R> R open(Supplier<R> terminal) {
            return terminal.get();
        }
    }

    /**
     * An operation of a pipeline that has run.
     *
     * @param method the method that the user called
     * @param ofNumbers true if the stream was a stream of primitive numbers
     * @param function the user's function, such as a predicate or comparator; null if there is none or it is unknown
     * @param size the number of elements that the user passed to {@code skip} or {@code limit}; 0 for other methods
     * @param read the {@link RowOrder} of an analysed comparator, or the {@link CollectorShape} of an analysed collector
     *     of the JDK; null if there is none or it is unknown
     */
    public record Step(
            StreamMethod method,
            boolean ofNumbers,
            @Nullable Object function,
            long size,
            @Nullable Object read) {
        private static Step of(Pipeline<?> at, Operation<?, ?> last) {
            long size = last.argument() instanceof Long number ? number : 0;
            return new Step(last.method(), at.ofNumbers, last.function(), size, at.read);
        }
    }

    /** The operations of a pipeline that has run on a stream of entities. */
    public static final class Pipeline<E> {
        private final @Nullable Pipeline<E> before;
        private final @Nullable Operation<?, ?> last;
        private final boolean ofNumbers;
        private final @Nullable Object read;

        /** The number of operations. */
        private final int size;

        private Pipeline(
                @Nullable Pipeline<E> before,
                @Nullable Operation<?, ?> last,
                boolean ofNumbers,
                @Nullable Object read) {
            this.before = before;
            this.last = last;
            this.ofNumbers = ofNumbers;
            this.read = read;
            this.size = before == null ? 0 : before.size + 1;
        }

        private static <E> Pipeline<E> empty() {
            return new Pipeline<>(null, null, false, null);
        }

        private Pipeline<E> and(Operation<?, ?> operation, boolean isOfNumbers, @Nullable Object reading) {
            return new Pipeline<>(this, operation, isOfNumbers, reading);
        }

        /** Returns the operations, including the terminal one. */
        public List<Step> steps() {
            return each(Step::of);
        }

        /** Runs all operations on another stream of such entities, and returns the result. */
        public @Nullable Object on(Stream<E> stream) {
            return replay(operations(), stream);
        }

        private List<Operation<?, ?>> operations() {
            return this.<Operation<?, ?>>each((_, operation) -> operation);
        }

        /** Returns the results of a function of each operation, the first operation first. */
        private <T> List<T> each(BiFunction<Pipeline<E>, Operation<?, ?>, T> of) {
            List<T> all = new ArrayList<>();
            for (Pipeline<E> at = this; at != null && at.last != null; at = at.before) {
                all.add(of.apply(at, at.last));
            }
            return all.reversed();
        }

        /** Returns the names of the operations, joined by dots. */
        @Override
        public String toString() {
            return String.join(
                    ".", this.<String>each((_, operation) -> operation.method().toString()));
        }
    }

    /** Runs operations one after the other, starting with a stream, and returns the result of the last one. */
    @SuppressWarnings("unchecked") // each operation ran on the result of the one before
    static <S extends BaseStream<?, S>> @Nullable Object replay(List<Operation<?, ?>> operations, Object stream) {
        Object current = stream;
        for (Operation<?, ?> operation : operations) {
            current = ((Operation<S, ?>) operation).on((S) current);
        }
        return current;
    }

    /** A source of the results of terminal operations. */
    public interface Answers {
        /** Returns the result of an operation; the operation itself runs only if this method runs it. */
        @Nullable
        Object answer(Terminal terminal);

        /**
         * Returns whether {@link #answer} receives the operation at a place, even if it is not a terminal one. The method
         * must then end the pipeline with an exception.
         */
        default boolean isEnd(int place) {
            return false;
        }
    }

    /** An operation that has not run yet, mostly a terminal one. For one thread, while {@link Answers#answer} runs. */
    public static final class Terminal {
        private final Pipeline<?> pipeline;
        private final BaseStream<?, ?> stream;
        private final Operation<?, ?> operation;
        private final Supplier<?> run;
        private final BaseStream<?, ?> filtered;
        private @Nullable CollectorShape shape;

        private Terminal(
                Pipeline<?> pipeline,
                BaseStream<?, ?> stream,
                Operation<?, ?> operation,
                Supplier<?> run,
                BaseStream<?, ?> filtered) {
            this.pipeline = pipeline;
            this.stream = stream;
            this.operation = operation;
            this.run = run;
            this.filtered = filtered;
        }

        /** Returns the operations of the pipeline, including this one. */
        public List<Step> steps() {
            return pipeline.steps();
        }

        public StreamMethod method() {
            return operation.method();
        }

        /** Returns the stream before this operation. The caller may run another terminal operation on it instead. */
        public BaseStream<?, ?> stream() {
            return stream;
        }

        /** Returns whether the pipeline orders neither its elements nor their values. */
        public boolean isUnsorted() {
            return steps().stream().noneMatch(step -> step.method() == StreamMethod.SORTED);
        }

        /**
         * Returns the positions of the first elements of the stream before this operation, in their order. The elements
         * of a {@code min} or {@code max} are in the order of its comparator, so that the first one is the result.
         *
         * @param max the largest number of elements
         * @return null if the elements are neither rows of a table nor tuples of a join that Speedwell makes, or columns
         * cannot filter and order them
         */
        public @Nullable List<ElementPosition> first(int max) {
            return switch (stream) {
                case FilteredStream<?> filtered -> first(filtered.jdk(), max);
                case JoinStream<?> tuples -> first(tuples.jdk(), max);
                default -> first(stream, max);
            };
        }

        private @Nullable List<ElementPosition> first(BaseStream<?, ?> of, int max) {
            return switch (of) {
                case EntityStream<?> entities -> first(entities, max);
                case ElementStream<?> elements -> first(elements, max);
                default -> null;
            };
        }

        private <E> @Nullable List<ElementPosition> first(EntityStream<E> entities, int max) {
            Comparator<E> order = preference();
            if (order == null) {
                return entities.first(max);
            }
            EntityStream<E> ordered = entities.ordered(method(), order);
            return ordered == null ? first(entities.rowByRow(), max) : ordered.first(max);
        }

        private <E> @Nullable List<ElementPosition> first(ElementStream<E> elements, int max) {
            Comparator<E> order = preference();
            ElementStream<E> ordered = order == null ? elements : elements.ordered(method(), order);
            return ordered == null ? null : ordered.first(max);
        }

        /** Returns the comparator of {@code min} or {@code max}; null for other operations. */
        @SuppressWarnings("unchecked") // it compares the elements of the stream
        private <E> @Nullable Comparator<E> preference() {
            return method() == StreamMethod.MIN || method() == StreamMethod.MAX ? (Comparator<E>) argument() : null;
        }

        /**
         * Returns the rows and columns on which the result of the pipeline depends.
         *
         * @param collector the shape of the collector; null if there is none or it is unknown
         */
        public Dependence dependence(@Nullable CollectorShape collector) {
            BaseStream<?, ?> rows = filtered instanceof FilteredStream<?> unresolved ? unresolved.resolved() : filtered;
            return rows instanceof EntityStream<?> entities
                    ? entities.dependence(pipeline.operations(), collector)
                    : Dependence.ON_ALL;
        }

        /** Returns the operations before this one. */
        public ElementPipeline before() {
            return new ElementPipeline(pipeline.operations().subList(0, pipeline.size - 1));
        }

        /** Returns a function that runs the operations from a place on, on a stream of their input. */
        public Function<Stream<?>, @Nullable Object> from(int place) {
            List<Operation<?, ?>> operations = pipeline.operations().subList(place, pipeline.size);
            return input -> replay(operations, input);
        }

        /** Returns the only argument of the operation; null if it has none or several. */
        public @Nullable Object argument() {
            return operation.argument();
        }

        /**
         * Reads the collector, and returns its shape. {@link Answers#answer} itself must call this method first, because
         * the analysis inspects the call stack.
         *
         * @return null if there is no collector, or columns cannot run it
         */
        public @Nullable CollectorShape shape() {
            if (shape == null
                    && stream instanceof TableStream<?> table
                    && operation.argument() instanceof Collector<?, ?, ?> collector) {
                shape = table.shape(collector);
            }
            return shape;
        }

        /** Runs the operation and returns its result. */
        public @Nullable Object run() {
            return run.get();
        }
    }

    /** A function that runs the terminal operation of a recorded pipeline. */
    private interface End<E> {
        /** @param filtered the stream after the filters at the start of the pipeline */
        <R extends @Nullable Object> R run(
                Pipeline<E> pipeline,
                BaseStream<?, ?> stream,
                Operation<?, R> last,
                Supplier<R> terminal,
                BaseStream<?, ?> filtered);

        /** Returns whether {@link #run} receives the operation at a place, even if it is not a terminal one. */
        default boolean isEnd(int place) {
            return false;
        }

        /** Returns whether {@link Step#read} has the shape of the collector of a terminal operation. */
        default boolean readsCollectors() {
            return false;
        }
    }

    /** Returns a stream like the given one, whose terminal operation a watch runs. */
    public static <E> Stream<E> watched(Stream<E> stream, Watch watch) {
        return of(stream, new End<>() {
            @Override
            public <R extends @Nullable Object> R run(
                    Pipeline<E> pipeline,
                    BaseStream<?, ?> of,
                    Operation<?, R> last,
                    Supplier<R> terminal,
                    BaseStream<?, ?> filtered) {
                return last.method().isOpening()
                        ? watch.open(terminal)
                        : watch.answer(pipeline.toString(), of.isParallel(), terminal);
            }
        });
    }

    /**
     * Returns a stream like the given one. It passes its pipeline to the listener when the terminal operation has
     * succeeded.
     */
    public static <E> Stream<E> recorded(Stream<E> stream, Consumer<Pipeline<E>> onEnd) {
        return of(stream, new End<>() {
            @Override
            public <R extends @Nullable Object> R run(
                    Pipeline<E> pipeline,
                    BaseStream<?, ?> of,
                    Operation<?, R> last,
                    Supplier<R> terminal,
                    BaseStream<?, ?> filtered) {
                R result = terminal.get();
                onEnd.accept(pipeline);
                return result;
            }

            @Override
            public boolean readsCollectors() {
                return true;
            }
        });
    }

    /** Returns a stream like the given one, whose terminal operation receives its result from {@code answers}. */
    public static <E> Stream<E> answered(Stream<E> stream, Answers answers) {
        return of(stream, new End<>() {
            @Override
            @SuppressWarnings({"unchecked", "NullAway"}) // the answers have the type of the operation's result
            public <R extends @Nullable Object> R run(
                    Pipeline<E> pipeline,
                    BaseStream<?, ?> of,
                    Operation<?, R> last,
                    Supplier<R> terminal,
                    BaseStream<?, ?> filtered) {
                return (R) answers.answer(new Terminal(pipeline, of, last, terminal, filtered));
            }

            @Override
            public boolean isEnd(int place) {
                return answers.isEnd(place);
            }
        });
    }

    /** Returns a stream that runs no operation. Its terminal operation returns the given result. */
    public static <E> Stream<E> withResult(@Nullable Object result) {
        return AnsweredStage.stream(result);
    }

    private static <E> Stream<E> of(Stream<E> stream, End<E> end) {
        return Stage.stream(stream, new Recorded<>(stream, Pipeline.empty(), end, null));
    }

    /**
     * A stage that runs its operations on another stream, and shares that stream's mode and close handlers.
     *
     * @param filtered the stream after the filters at the start of the pipeline; null if all operations are filters
     */
    private record Recorded<E, S extends BaseStream<?, S>>(
            S target,
            Pipeline<E> before,
            End<E> end,
            @Nullable BaseStream<?, ?> filtered) implements Stage<S> {
        @Override
        public <R extends @Nullable Object> R run(Operation<S, R> operation) {
            boolean isOfNumbers = !(target instanceof Stream<?>);
            BaseStream<?, ?> known = filtered == null ? target : filtered;
            if (operation.method().isIntermediate() && !end.isEnd(before.size)) {
                R next = operation.on(target);
                Object order = operation.method() == StreamMethod.SORTED && next instanceof EntityStream<?> rows
                        ? rows.order()
                        : null;
                return next(
                        next,
                        before.and(operation, isOfNumbers, order),
                        operation.method() == StreamMethod.FILTER ? filtered : known);
            }
            CollectorShape shape = end.readsCollectors()
                            && target instanceof TableStream<?> rows
                            && operation.argument() instanceof Collector<?, ?, ?> collector
                            && !(collector instanceof ColumnCollector<?, ?>) // which may contain opaque functions
                    ? rows.shape(collector)
                    : null;
            return end.run(
                    before.and(operation, isOfNumbers, shape), target, operation, () -> operation.on(target), known);
        }

        @SuppressWarnings("unchecked") // an intermediate operation returns a stream
        private <T extends BaseStream<?, T>, R extends @Nullable Object> R next(
                R stream, Pipeline<E> pipeline, @Nullable BaseStream<?, ?> known) {
            T next = (T) stream;
            return (R) Stage.stream(next, new Recorded<>(next, pipeline, end, known));
        }

        @Override
        public boolean isParallel() {
            return target.isParallel();
        }

        @Override
        public void setParallel(boolean parallel) {
            StreamState.setParallel(target, parallel);
        }

        @Override
        public void addCloseHandler(Runnable handler) {
            var _ = target.onClose(handler);
        }

        @Override
        public void close() {
            target.close();
        }
    }
}
