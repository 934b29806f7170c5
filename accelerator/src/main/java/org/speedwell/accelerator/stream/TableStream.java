package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.lambda.KnownEmission;

/** A stream over a table that no stream of the JDK runs yet: its mode, its close handlers and its single use. */
abstract class TableStream<E> extends ForwardingStream<E> implements Stage<Stream<E>> {
    final StreamState state;
    private boolean linked;

    TableStream(StreamState state) {
        this.state = state;
    }

    /** The stream of the JDK that goes on: called at most once, by the operation that links or consumes this stream. */
    abstract Stream<E> jdk();

    /** As {@link #jdk}, for an operation with a function of the user's that is run on the elements themselves. */
    Stream<E> opaque(String operation, Object function) {
        return jdk();
    }

    @Override
    final Stage<Stream<E>> stage() {
        return this;
    }

    @Override
    public final <T extends BaseStream<?, T>> T next(
            String operation, @Nullable Object function, Function<Stream<E>, T> call) {
        return end(operation, function, call);
    }

    @Override
    public final <R extends @Nullable Object> R end(
            String operation, @Nullable Object function, Function<Stream<E>, R> call) {
        return call.apply(function == null ? jdk() : opaque(operation, function));
    }

    /** As {@link #next}, for a function that the elements go to and come back from no more. */
    <T extends BaseStream<?, T>> T last(String operation, Object function, Function<Stream<E>, T> call) {
        return next(operation, function, call);
    }

    /** What the function of {@code mapMulti} hands on, as a filter and a map; null where that is not known. */
    @Nullable
    KnownEmission<E> emission(String operation, BiConsumer<? super E, ?> function) {
        return null;
    }

    private Stream<E> emitting(KnownEmission<E> known) {
        Known<E, Boolean> condition = known.condition();
        return condition == null ? this : filter(condition);
    }

    @Override
    @SuppressWarnings("unchecked") // the function hands over nothing else
    public final <R> Stream<R> mapMulti(BiConsumer<? super E, ? super Consumer<R>> mapper) {
        KnownEmission<E> known = emission("mapMulti", requireNonNull(mapper));
        return known == null
                ? last("mapMulti", mapper, s -> s.mapMulti(mapper))
                : emitting(known).map((Function<E, R>) known.value());
    }

    @Override
    public final IntStream mapMultiToInt(BiConsumer<? super E, ? super IntConsumer> mapper) {
        KnownEmission<E> known = emission("mapMultiToInt", requireNonNull(mapper));
        return known == null
                ? last("mapMultiToInt", mapper, s -> s.mapMultiToInt(mapper))
                : emitting(known).mapToInt(known.value());
    }

    @Override
    public final LongStream mapMultiToLong(BiConsumer<? super E, ? super LongConsumer> mapper) {
        KnownEmission<E> known = emission("mapMultiToLong", requireNonNull(mapper));
        return known == null
                ? last("mapMultiToLong", mapper, s -> s.mapMultiToLong(mapper))
                : emitting(known).mapToLong(known.value());
    }

    @Override
    public final DoubleStream mapMultiToDouble(BiConsumer<? super E, ? super DoubleConsumer> mapper) {
        KnownEmission<E> known = emission("mapMultiToDouble", requireNonNull(mapper));
        return known == null
                ? last("mapMultiToDouble", mapper, s -> s.mapMultiToDouble(mapper))
                : emitting(known).mapToDouble(known.value());
    }

    @Override
    public final boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public final void setParallel(boolean parallel) {
        state.setParallel(parallel);
    }

    @Override
    public void addCloseHandler(Runnable handler) {
        requireUnlinked();
        state.onClose(handler);
    }

    @Override
    public final void close() {
        linked = true;
        state.close();
    }

    /** To be called by each operation. */
    final void link() {
        requireUnlinked();
        linked = true;
    }

    final void requireUnlinked() {
        if (linked) {
            throw StreamState.used();
        }
    }
}
