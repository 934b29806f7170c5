package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Streams that record their operations. A watch runs the terminal operation, and a listener may repeat the pipeline on another stream. */
public final class RecordedStream {
    private RecordedStream() {}

    /** Runs terminal operations. */
    public interface Watch {
        /**
         * Runs a terminal operation, and returns what it returns.
         *
         * @param operations the pipeline's operations, joined by points
         * @param isParallel whether other threads may take part
         */
        <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal);

        /** Makes an iterator or spliterator, and returns it or one that takes its place. */
        default <R> R open(Supplier<R> terminal) {
            return terminal.get();
        }
    }

    /**
     * An operation that was done.
     *
     * @param function the user's, as a predicate or comparator; null if there is none or it is not known
     */
    public record Step(
            StreamMethod method,
            boolean ofNumbers,
            @Nullable Object function) {}

    /** A pipeline that was run on a stream of entities. */
    public static final class Pipeline<E> {
        private final List<Operation<?, ?>> operations;
        private final List<Step> steps;

        private Pipeline(List<Operation<?, ?>> operations, List<Step> steps) {
            this.operations = operations;
            this.steps = steps;
        }

        /** Returns the operations, the terminal one included. */
        public List<Step> steps() {
            return steps;
        }

        /** Does all operations on another stream of such entities, and returns the result. */
        public @Nullable Object on(Stream<E> stream) {
            return replay(operations, stream);
        }

        private Pipeline<E> and(Operation<?, ?> operation, boolean ofNumbers) {
            return new Pipeline<>(
                    and(operations, operation),
                    and(steps, new Step(operation.method(), ofNumbers, operation.function())));
        }

        private static <T> List<T> and(List<? extends T> before, T last) {
            List<T> all = new ArrayList<>(before);
            all.add(last);
            return all;
        }

        /** Returns the names of the operations, joined by points. */
        @Override
        public String toString() {
            return steps.stream().map(step -> step.method().toString()).collect(Collectors.joining("."));
        }
    }

    /** Does operations one after the other, the first on a stream, and returns what the last one returns. */
    @SuppressWarnings("unchecked") // each operation was done on what the one before it had returned
    static <S extends BaseStream<?, S>> @Nullable Object replay(List<Operation<?, ?>> operations, Object stream) {
        Object current = stream;
        for (Operation<?, ?> operation : operations) {
            current = ((Operation<S, ?>) operation).on((S) current);
        }
        return current;
    }

    /** Runs the terminal operation of a recorded pipeline. */
    private interface End<E> {
        <R extends @Nullable Object> R run(
                Pipeline<E> pipeline, boolean isParallel, Operation<?, R> last, Supplier<R> terminal);
    }

    /** Returns the stream, with its terminal operation run inside of a watch. */
    public static <E> Stream<E> watched(Stream<E> stream, Watch watch) {
        return of(stream, new End<>() {
            @Override
            public <R extends @Nullable Object> R run(
                    Pipeline<E> pipeline, boolean isParallel, Operation<?, R> last, Supplier<R> terminal) {
                return last.method().isOpening()
                        ? watch.open(terminal)
                        : watch.answer(pipeline.toString(), isParallel, terminal);
            }
        });
    }

    /** Returns the stream; the listener is told of its pipeline when the terminal operation has ended well. */
    public static <E> Stream<E> told(Stream<E> stream, Consumer<Pipeline<E>> onEnd) {
        return of(stream, new End<>() {
            @Override
            public <R extends @Nullable Object> R run(
                    Pipeline<E> pipeline, boolean isParallel, Operation<?, R> last, Supplier<R> terminal) {
                R result = terminal.get();
                onEnd.accept(pipeline);
                return result;
            }
        });
    }

    private static <E> Stream<E> of(Stream<E> stream, End<E> end) {
        return Stage.stream(stream, new Recorded<>(stream, new Pipeline<>(List.of(), List.of()), end));
    }

    /** A stage that does its operations on another stream, whose mode and close handlers it shares. */
    private record Recorded<E, S extends BaseStream<?, S>>(S target, Pipeline<E> before, End<E> end)
            implements Stage<S> {
        @Override
        public <R extends @Nullable Object> R run(Operation<S, R> operation) {
            Pipeline<E> pipeline = before.and(operation, !(target instanceof Stream<?>));
            return operation.method().isIntermediate()
                    ? next(operation.on(target), pipeline)
                    : end.run(pipeline, target.isParallel(), operation, () -> operation.on(target));
        }

        @SuppressWarnings("unchecked") // what an intermediate operation returns is a stream
        private <T extends BaseStream<?, T>, R extends @Nullable Object> R next(R stream, Pipeline<E> pipeline) {
            T next = (T) stream;
            return (R) Stage.stream(next, new Recorded<>(next, pipeline, end));
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
