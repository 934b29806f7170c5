package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.lambda.KnownEmission;

/**
 * An operation of a stream, as data. A {@link Stage} does it in its own way, or replays it on another stream. Operations on objects
 * have a record for each kind of function. All others are a {@link Call}. Arguments have been checked.
 *
 * @param <S> the kind of stream
 * @param <R> what the operation returns: a stream, or the result of a terminal operation
 */
sealed interface Operation<S extends BaseStream<?, S>, R extends @Nullable Object> {

    StreamMethod method();

    /** Returns the user's function that is run on the elements themselves; null if there is none or it is not known. */
    @Nullable
    Object function();

    /** Does the operation on a stream. */
    R on(S stream);

    /** Keeps elements, or asks for them, by a predicate. */
    record Test<E, R>(StreamMethod method, Predicate<? super E> function, Replay replay)
            implements Operation<Stream<E>, R> {
        /** The method, for any class of elements. */
        interface Replay {
            <P> Object on(Stream<P> stream, Predicate<? super P> predicate);
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) replay.on(stream, function);
        }
    }

    /** Sorts elements, or finds the first or last, by a comparator. */
    record Order<E, R>(StreamMethod method, Comparator<? super E> function, Replay replay)
            implements Operation<Stream<E>, R> {
        /** The method, for any class of elements. */
        interface Replay {
            <P> Object on(Stream<P> stream, Comparator<? super P> comparator);
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) replay.on(stream, function);
        }
    }

    /** Hands elements to an action. */
    record Visit<E, R extends @Nullable Object>(StreamMethod method, Consumer<? super E> function, Replay replay)
            implements Operation<Stream<E>, R> {
        /** The method, for any class of elements. */
        interface Replay {
            <P> @Nullable Object on(Stream<P> stream, Consumer<? super P> action);
        }

        static <P> @Nullable Object forEach(Stream<P> stream, Consumer<? super P> action) {
            stream.forEach(action);
            return null;
        }

        static <P> @Nullable Object forEachOrdered(Stream<P> stream, Consumer<? super P> action) {
            stream.forEachOrdered(action);
            return null;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) replay.on(stream, function);
        }
    }

    /** Computes an object of each element. */
    record Map<E, R>(Function<? super E, ?> function) implements Operation<Stream<E>, R> {
        @Override
        public StreamMethod method() {
            return StreamMethod.MAP;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) stream.map(function);
        }
    }

    /** Computes an int of each element. */
    record MapToInt<E, R>(ToIntFunction<? super E> function) implements Operation<Stream<E>, R> {
        @Override
        public StreamMethod method() {
            return StreamMethod.MAP_TO_INT;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) stream.mapToInt(function);
        }
    }

    /** Computes a long of each element. */
    record MapToLong<E, R>(ToLongFunction<? super E> function) implements Operation<Stream<E>, R> {
        @Override
        public StreamMethod method() {
            return StreamMethod.MAP_TO_LONG;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) stream.mapToLong(function);
        }
    }

    /** Computes a double of each element. */
    record MapToDouble<E, R>(ToDoubleFunction<? super E> function) implements Operation<Stream<E>, R> {
        @Override
        public StreamMethod method() {
            return StreamMethod.MAP_TO_DOUBLE;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns it
        public R on(Stream<E> stream) {
            return (R) stream.mapToDouble(function);
        }
    }

    /** Puts a stream in the place of each element. */
    record Expand<E, R>(StreamMethod method, Object function, Function<Stream<E>, R> call)
            implements Operation<Stream<E>, R> {
        @Override
        public R on(Stream<E> stream) {
            return call.apply(stream);
        }
    }

    /**
     * Puts what a function hands on in the place of each element.
     *
     * @param known does the operation for a function that has been read, on a stream that its condition has filtered
     */
    record Emit<E, R>(
            StreamMethod method,
            BiConsumer<? super E, ?> function,
            Function<Stream<E>, R> call,
            BiFunction<Stream<E>, KnownEmission<E>, R> known)
            implements Operation<Stream<E>, R> {
        @Override
        public R on(Stream<E> stream) {
            return call.apply(stream);
        }
    }

    /** Collects elements. */
    record Collect<E, A, R>(Collector<? super E, A, R> collector) implements Operation<Stream<E>, R> {
        @Override
        public StreamMethod method() {
            return StreamMethod.COLLECT;
        }

        /** Returns a collector that writes: it must not be run again. */
        @Override
        public @Nullable Object function() {
            return collector instanceof EncodingCollector<?, ?> ? collector : null;
        }

        @Override
        public R on(Stream<E> stream) {
            return stream.collect(collector);
        }
    }

    /**
     * Skips elements, or keeps no more than some.
     *
     * @param size the number of elements
     */
    record Window<S extends BaseStream<?, S>, R>(StreamMethod method, long size, Function<S, S> call)
            implements Operation<S, R> {
        @Override
        public @Nullable Object function() {
            return null;
        }

        @Override
        @SuppressWarnings("unchecked") // the method returns a stream of the same kind
        public R on(S stream) {
            return (R) call.apply(stream);
        }

        /** Does the operation on a stream of other objects. */
        <P> Stream<P> onOther(Stream<P> stream) {
            return method == StreamMethod.SKIP ? stream.skip(size) : stream.limit(size);
        }
    }

    /** Calls a method of any other kind. */
    record Call<S extends BaseStream<?, S>, R extends @Nullable Object>(
            StreamMethod method, @Nullable Object function, Function<S, R> call) implements Operation<S, R> {
        /** Returns a call without a result. */
        static <S extends BaseStream<?, S>> Call<S, @Nullable Object> run(StreamMethod method, Consumer<S> call) {
            return new Call<>(method, null, stream -> {
                call.accept(stream);
                return null;
            });
        }

        @Override
        public R on(S stream) {
            return call.apply(stream);
        }
    }
}
