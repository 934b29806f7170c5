package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.window.Window;

/**
 * A definition of a stream of events, each with a time: where they come from and what is done with each. Immutable;
 * nothing runs before the {@link Pipeline} that ends it is started. Whatever is made of the same events in one pipeline has
 * each of them: they are a fork, and not read again. The functions given may run on several threads at once and must not
 * block.
 *
 * {@snippet :
 * Pipeline pipeline = Events.from(source, EventTime.of(Reading::time).lag(Duration.ofMillis(200)))
 *     .filter(reading -> reading.value() >= 0)
 *     .keyLong(Reading::sensor)
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.average(Reading::value))
 *     .to(Sink.of(System.out::println));
 * }
 */
@SuppressWarnings("unchecked") // the graph knows no types: that they fit is what this class and Keyed see to
public final class Events<T> {
    /** The key of events that are all together. */
    static final ToLongFunction<Object> SAME_KEY = event -> 0;

    /** Whose events these are; of several they are merged. */
    private final List<Vertex> from;

    private Events(List<Vertex> from) {
        this.from = from;
    }

    /** What a vertex makes of its inputs. */
    static <T> Events<T> of(Operation operation, Edge... inputs) {
        return new Events<>(List.of(new Vertex(operation, inputs)));
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
        return new Events<>(sources.stream()
                .map(source -> new Vertex(new Operation.Read((Source<Object>) source, (EventTime<Object>) eventTime)))
                .toList());
    }

    /**
     * The same, where what makes them has a name in metrics, checkpoints, messages and {@link Job#explain}, which no other
     * part of the pipeline may have. Several sources, or merged events, have the name with a number behind.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public Events<T> named(String name) {
        requireName(name);
        List<Vertex> named = new ArrayList<>();
        for (Vertex vertex : from) {
            named.add(vertex.named(from.size() == 1 ? name : name + " " + (named.size() + 1)));
        }
        return new Events<>(named);
    }

    private static String requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A name that is blank tells nothing.");
        }
        return name;
    }

    /** The events that match. */
    public Events<T> filter(Predicate<? super T> predicate) {
        return then(new Operation.Filter((Predicate<Object>) predicate));
    }

    /** What the function makes of each event, which must not be null; times stay. */
    public <R> Events<R> map(Function<? super T, ? extends R> function) {
        return then(new Operation.Map((Function<Object, ?>) function));
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
        return then(new Operation.Enrich(
                (Function<Object, Optional<Object>>) (Function<?, ?>) row,
                (BiFunction<Object, Optional<Object>, ?>) (BiFunction<?, ?, ?>) function));
    }

    /** All that the function makes of each event, held in memory meanwhile; times stay. */
    public <R> Events<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        return then(new Operation.FlatMap((Function<Object, ? extends Stream<?>>) function));
    }

    /**
     * Returns these events and the others. The least watermark of both counts. Branches of one source are taken in the order
     * of its watermarks, so that which events are late is the same in every run; between two watermarks, and of several
     * sources, events come in no given order.
     */
    public Events<T> merge(Events<? extends T> other) {
        return new Events<>(Stream.concat(from.stream(), other.from.stream()).toList());
    }

    /** The same of a type that theirs extends. */
    <S> Events<S> widened() {
        return (Events<S>) this; // events only come out
    }

    /** Groups by a key that is an object, immutable, told apart by {@code equals}. */
    public <K> Keyed<T, K> key(Function<? super T, ? extends K> key) {
        return new Keyed<>(this, new Edge.ByObject((Function<Object, ?>) key));
    }

    /** Groups by a key that is a {@code long}: the fast way, on which keys are not made objects. */
    public Keyed<T, Long> keyLong(ToLongFunction<? super T> key) {
        return new Keyed<>(this, new Edge.ByNumber((ToLongFunction<Object>) key));
    }

    /** Windows of all events together, as of one key: their results have the key 0. */
    public Keyed<T, Long>.Windowed window(Window window) {
        return keyLong(SAME_KEY).window(window);
    }

    /** Ends the definition. */
    public Pipeline to(Sink<? super T> sink) {
        return new Pipeline(written(sink));
    }

    /**
     * The same, and the sink has a name, as {@link #named events} may have.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public Pipeline to(String name, Sink<? super T> sink) {
        return new Pipeline(written(sink).named(requireName(name)));
    }

    private Vertex written(Sink<? super T> sink) {
        return new Vertex(new Operation.Write((Sink<Object>) sink), edge(new Edge.Anywhere()));
    }

    /** These as what flows into a vertex. */
    Edge edge(Edge.Routing routing) {
        return new Edge(from, routing);
    }

    private <R> Events<R> then(Operation operation) {
        return of(operation, edge(new Edge.Anywhere()));
    }
}
