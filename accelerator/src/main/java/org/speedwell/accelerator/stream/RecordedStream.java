package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stream of which somebody is told what was done, so that it can be done again on another one. */
public final class RecordedStream {
    private RecordedStream() {}

    /**
     * One operation.
     *
     * @param function the user's, as a predicate or comparator; null where there is none or it is not known
     */
    public record Operation(
            String name, boolean ofNumbers, @Nullable Object function) {}

    /**
     * A pipeline that was run.
     *
     * @param run does all of it on another stream of the same table
     */
    public record Pipeline<E>(List<Operation> operations, Function<Stream<E>, ? extends @Nullable Object> run) {
        /** The operations, joined by points. */
        @Override
        public String toString() {
            return String.join(".", operations.stream().map(Operation::name).toList());
        }
    }

    /** The stream, whose pipeline is told when its terminal operation has ended well. */
    public static <E> Stream<E> of(Stream<E> stream, Consumer<Pipeline<E>> onEnd) {
        return Stage.stream(stream, new Recorded<>(stream, Function.identity(), List.of(), onEnd));
    }

    private record Recorded<E, S extends BaseStream<?, S>>(
            S target, Function<Stream<E>, S> all, List<Operation> operations, Consumer<Pipeline<E>> onEnd)
            implements StageOfStream<S> {

        private List<Operation> and(String operation, @Nullable Object function) {
            List<Operation> more = new ArrayList<>(operations);
            more.add(new Operation(operation, !(target instanceof Stream<?>), function));
            return List.copyOf(more);
        }

        @Override
        public <T extends BaseStream<?, T>> T next(String operation, @Nullable Object function, Function<S, T> call) {
            T next = call.apply(target);
            return Stage.stream(next, new Recorded<>(next, all.andThen(call), and(operation, function), onEnd));
        }

        @Override
        public <R extends @Nullable Object> R end(String operation, @Nullable Object function, Function<S, R> call) {
            R result = call.apply(target);
            onEnd.accept(new Pipeline<>(and(operation, function), all.andThen(call)));
            return result;
        }
    }
}
