package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.window.Window;

/**
 * A definition of a stream of events, each with a time: where they come from and what is done with each. Immutable;
 * nothing runs before the {@link Pipeline} that ends it is started. The functions given may run on several threads at
 * once and must not block.
 */
public final class Events<T> {
    private final Origin<T> origin;

    /** How many operations lie behind, to name the one that fails. */
    private final int operations;

    /** Builds what sends the events. */
    @FunctionalInterface
    interface Origin<T> {
        List<Sender> assemble(Assembly assembly, Tail<T> tail);
    }

    /** Puts a step before the next. */
    @FunctionalInterface
    private interface Step<T, R> {
        Stage<T> before(Stage<R> next, Failures failures, String place);
    }

    Events(Origin<T> origin, int operations) {
        this.origin = origin;
        this.operations = operations;
    }

    /** The events of a source. */
    public static <T> Events<T> from(Source<? extends T> source, EventTime<? super T> eventTime) {
        return from(List.of(source), eventTime);
    }

    /** The events of all sources; each has its own watermark, and the least of them counts. */
    public static <T> Events<T> from(List<? extends Source<? extends T>> sources, EventTime<? super T> eventTime) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("A job needs a source.");
        }
        List<Source<T>> copy = sources.stream().map(Events::<T>widened).toList();
        EventTime<T> times = narrowed(eventTime);
        return new Events<>((assembly, tail) -> assembly.addSources(copy, times, tail), 0);
    }

    private static <S, T extends S> EventTime<T> narrowed(EventTime<S> eventTime) {
        return eventTime.narrowed();
    }

    @SuppressWarnings("unchecked") // a source only gives
    private static <T> Source<T> widened(Source<? extends T> source) {
        return (Source<T>) source;
    }

    /** The events that match. */
    public Events<T> filter(Predicate<? super T> predicate) {
        return this.<T>then("filter", List.of(predicate), (next, failures, place) -> (event, time) -> {
            boolean matches;
            try {
                matches = predicate.test(event);
            } catch (Throwable e) {
                failures.report(place, event, e);
                return;
            }
            if (matches) {
                next.accept(event, time);
            }
        });
    }

    /** What the function makes of each event, which must not be null; times stay. */
    public <R> Events<R> map(Function<? super T, ? extends R> function) {
        return this.<R>then("map", List.of(function), (next, failures, place) -> (event, time) -> {
            R mapped;
            try {
                mapped = requireNonNull(function.apply(event), "The function returned null.");
            } catch (Throwable e) {
                failures.report(place, event, e);
                return;
            }
            next.accept(mapped, time);
        });
    }

    /**
     * Each event together with what is looked up for it in memory, such as a row of a table that is held there, of a
     * {@code View}, or of a map; the look-up must not block. It sees what is there at that moment; times stay.
     *
     * @param row looks up, at best by a key: {@code event -> films.stream().filter(Film.FILM_ID.equal(event.film())).findFirst()}
     * @param function of an event and its row, if it has one; must not return null
     */
    public <U, R> Events<R> enrich(
            Function<? super T, Optional<U>> row, BiFunction<? super T, Optional<U>, ? extends R> function) {
        return this.<R>then("enrich", List.of(row, function), (next, failures, place) -> (event, time) -> {
            R enriched;
            try {
                enriched = requireNonNull(function.apply(event, row.apply(event)), "The function returned null.");
            } catch (Throwable e) {
                failures.report(place, event, e);
                return;
            }
            next.accept(enriched, time);
        });
    }

    /** All that the function makes of each event, held in memory meanwhile; times stay. */
    public <R> Events<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        return this.<R>then("flatMap", List.of(function), (next, failures, place) -> (event, time) -> {
            List<? extends R> mapped;
            try (Stream<? extends R> stream = function.apply(event)) {
                mapped = List.copyOf(stream.toList());
            } catch (Throwable e) {
                failures.report(place, event, e);
                return;
            }
            mapped.forEach(each -> next.accept(each, time));
        });
    }

    /** These events and the others, in no given order; the least watermark of both counts. */
    public Events<T> merge(Events<? extends T> other) {
        return mergedWith(other.widened());
    }

    @SuppressWarnings("unchecked") // events only come out
    private <S> Events<S> widened() {
        return (Events<S>) this;
    }

    private Events<T> mergedWith(Events<T> other) {
        return new Events<>(
                (assembly, tail) -> Stream.concat(
                                assemble(assembly, tail).stream(), other.assemble(assembly, tail).stream())
                        .toList(),
                Math.max(operations, other.operations));
    }

    /** Groups by a key that is an object, immutable, told apart by {@code equals}. */
    public <K> Keyed<T, K> key(Function<? super T, ? extends K> key) {
        return new Keyed<>(this, null, key);
    }

    /** Groups by a key that is a {@code long}: the fast way, on which keys are not made objects. */
    public Keyed<T, Long> keyLong(ToLongFunction<? super T> key) {
        return new Keyed<>(this, key, null);
    }

    /** Windows of all events together, as of one key: their results have the key 0. */
    public Keyed<T, Long>.Windowed window(Window window) {
        return keyLong(event -> 0).window(window);
    }

    /** Ends the definition. */
    public Pipeline to(Sink<? super T> sink) {
        return new Pipeline(assembly -> {
            Tail<T> tail = new Tail<>(1, Layout.EVENTS, 1, 0, outbox -> (event, time) -> {
                Batch batch = outbox.batch(0);
                int i = batch.add(time, 0); // may put a larger array in the place of the one at hand
                batch.events[i] = event;
            });
            assembly.addSink(assemble(assembly, tail), sink);
        });
    }

    int operations() {
        return operations;
    }

    List<Sender> assemble(Assembly assembly, Tail<T> tail) {
        return origin.assemble(assembly, tail);
    }

    private <R> Events<R> then(String name, List<Object> functions, Step<T, R> step) {
        String place = name + " (operation " + (operations + 1) + ")";
        return new Events<>(
                (assembly, tail) -> {
                    assembly.definition().add(place, functions.toArray());
                    return assemble(assembly, tail.after(next -> step.before(next, assembly.failures(), place)));
                },
                operations + 1);
    }
}
