package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.encode.EncodingCollector;

/**
 * An operation of a stream, represented as data. A {@link Stage} runs it in its own way, or replays it on another
 * stream.
 *
 * @param <S> the kind of stream
 * @param <R> the type of the operation's result: a stream, or the result of a terminal operation
 * @param argument the function, collector or number of elements that the user passed, already checked; null if there is
 * none or more than one
 * @param call a function that calls the method on a stream
 */
record Operation<S extends BaseStream<?, S>, R extends @Nullable Object>(
        StreamMethod method, @Nullable Object argument, Function<S, R> call) {

    /** Runs the operation on a stream. */
    R on(S stream) {
        return call.apply(stream);
    }

    /**
     * Returns the user's function that runs on the elements themselves; null if there is none or it is unknown. A
     * collector that encodes elements counts as such a function.
     */
    @Nullable
    Object function() {
        return switch (argument) {
            case Long _ -> null;
            case Collector<?, ?, ?> collector -> collector instanceof EncodingCollector<?, ?> ? collector : null;
            case null, default -> argument;
        };
    }

    /** Returns the argument, cast to the type of the method's parameter. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"}) // the caller knows the method
    <A> A given() {
        return (A) argument;
    }

    /** Runs an operation that takes a predicate on a stream of other objects. */
    <P> Object test(Stream<P> stream, Predicate<? super P> predicate) {
        return switch (method) {
            case FILTER -> stream.filter(predicate);
            case TAKE_WHILE -> stream.takeWhile(predicate);
            case DROP_WHILE -> stream.dropWhile(predicate);
            case ANY_MATCH -> stream.anyMatch(predicate);
            case ALL_MATCH -> stream.allMatch(predicate);
            case NONE_MATCH -> stream.noneMatch(predicate);
            default -> throw noSuch("predicate");
        };
    }

    /** Runs an operation that takes a comparator on a stream of other objects. */
    <P> Object order(Stream<P> stream, Comparator<? super P> comparator) {
        return switch (method) {
            case SORTED -> stream.sorted(comparator);
            case MIN -> stream.min(comparator);
            case MAX -> stream.max(comparator);
            default -> throw noSuch("comparator");
        };
    }

    /**
     * Runs an operation that takes an action on a stream of other objects. Returns null if the operation is terminal.
     */
    <P> @Nullable Object visit(Stream<P> stream, Consumer<? super P> action) {
        switch (method) {
            case PEEK -> {
                return stream.peek(action);
            }
            case FOR_EACH -> stream.forEach(action);
            case FOR_EACH_ORDERED -> stream.forEachOrdered(action);
            default -> throw noSuch("action");
        }
        return null;
    }

    private IllegalStateException noSuch(String argument) {
        return new IllegalStateException(method + " has no argument of this kind: " + argument);
    }
}
