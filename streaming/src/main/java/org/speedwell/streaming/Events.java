package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.window.Window;

/**
 * A definition of a stream of events with times: their origin, and the operations on each event. Immutable. Nothing
 * runs before an engine starts the {@link Pipeline} that ends the definition. If a pipeline uses the same events
 * several times, this is a fork. Every branch gets each event, and the job reads the source once. The functions may run
 * on several threads at once and must not block.
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
@SuppressWarnings("unchecked") // the graph has no types: this class and Keyed check that they fit
public final class Events<T> {
    /** The key function of events that all have one key. */
    static final ToLongFunction<Object> SAME_KEY = event -> 0;

    /** The vertices whose events these are. Events of several vertices are merged. */
    private final List<Vertex> from;

    /** The operation whose results these events are, with its side outputs. Null if it has none. */
    private final @Nullable Sided sided;

    /** An operation before, whose side outputs these events offer too. Null if there is none. */
    private final @Nullable Sided before;

    private record Sided(Vertex vertex, Set<SideOutput<?>> sides) {
        Vertex output(@Nullable SideOutput<?> side) {
            return new Vertex(new Operation.Output(side), new Edge(List.of(vertex), new Edge.Anywhere()));
        }
    }

    private Events(List<Vertex> from) {
        this(from, null, null);
    }

    private Events(List<Vertex> from, @Nullable Sided sided, @Nullable Sided before) {
        this.from = from;
        this.sided = sided;
        this.before = before;
    }

    private static <T> Events<T> of(Sided sided) {
        return new Events<>(List.of(sided.output(null)), sided, null);
    }

    /** Returns the events that an operation creates from its inputs. */
    static <T> Events<T> of(Operation operation, Edge... inputs) {
        return of(operation, Set.of(), inputs);
    }

    /** Returns the results that an operation with side outputs creates from its inputs. */
    static <T> Events<T> of(Operation operation, Set<SideOutput<?>> sides, Edge... inputs) {
        Vertex vertex = new Vertex(operation, inputs);
        return sides.isEmpty() ? new Events<>(List.of(vertex)) : of(new Sided(vertex, sides));
    }

    /** Returns the events of a source. */
    public static <T> Events<T> from(Source<? extends T> source, EventTime<? super T> eventTime) {
        return from(List.of(source), eventTime);
    }

    /** Returns the events of all sources. Each source has its own watermark, and the smallest of them counts. */
    public static <T> Events<T> from(List<? extends Source<? extends T>> sources, EventTime<? super T> eventTime) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("The list of sources is empty. A job needs at least one source.");
        }
        return new Events<>(sources.stream()
                .map(source -> new Vertex(new Operation.Read((Source<Object>) source, (EventTime<Object>) eventTime)))
                .toList());
    }

    /**
     * Returns the same events with a name for the operation that creates them. Metrics, checkpoints, messages and
     * {@link Job#explain} use it. No other part of the pipeline may have the same name. For several sources, or merged
     * events, a number follows the name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public Events<T> named(String name) {
        requireName(name);
        if (sided != null) {
            return of(new Sided(sided.vertex.named(name), sided.sides));
        }
        List<Vertex> named = new ArrayList<>();
        for (Vertex vertex : from) {
            named.add(vertex.named(from.size() == 1 ? name : name + " " + (named.size() + 1)));
        }
        return new Events<>(named, null, before);
    }

    private static String requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of an operation must not be blank.");
        }
        return name;
    }

    /** Returns the events that match. */
    public Events<T> filter(Predicate<? super T> predicate) {
        return then(new Operation.Filter((Predicate<Object>) predicate));
    }

    /** Returns the result of the function for each event. It must not be null. Times do not change. */
    public <R> Events<R> map(Function<? super T, ? extends R> function) {
        return then(new Operation.Map((Function<Object, ?>) function));
    }

    /**
     * Joins each event with a value in memory, such as a row of a table, of a {@code View}, or of a map. The lookup
     * must not block. It sees the values of that moment. Times do not change.
     *
     * @param row looks up the value, preferably by a key:
     * {@code event -> films.stream().filter(Film.FILM_ID.equal(event.film())).findFirst()}
     * @param function combines an event with its row, if it has one. It must not return null
     */
    public <U, R> Events<R> enrich(
            Function<? super T, Optional<U>> row, BiFunction<? super T, Optional<U>, ? extends R> function) {
        return then(new Operation.Enrich(
                (Function<Object, Optional<Object>>) (Function<?, ?>) row,
                (BiFunction<Object, Optional<Object>, ?>) (BiFunction<?, ?, ?>) function));
    }

    /**
     * Returns all results of the function for each event. The job holds them in memory meanwhile. Times do not change.
     */
    public <R> Events<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        return then(new Operation.FlatMap((Function<Object, ? extends Stream<?>>) function));
    }

    /**
     * Returns all results of the function for each event, like {@link java.util.stream.Stream#mapMulti}. The function
     * may also send events to side outputs, which {@link #side} returns. Times do not change, unless the function
     * chooses a later time.
     *
     * @param function passes on any number of results of an event
     * @param sides the side outputs of the function
     */
    public <R> Events<R> mapMulti(BiConsumer<? super T, ? super Results<R>> function, SideOutput<?>... sides) {
        Set<SideOutput<?>> all = Set.copyOf(List.of(sides));
        return of(
                new Operation.MapMulti((BiConsumer<Object, Results<Object>>) (BiConsumer<?, ?>) function, all),
                all,
                edge(new Edge.Anywhere()));
    }

    /**
     * Returns the events of a side output of the operation that created these events. Call it directly on the results
     * of {@code mapStateful}, {@code mapMulti}, {@code aggregate} or a join, or on these results with a name.
     *
     * @throws IllegalArgumentException if the operation does not have the side output
     */
    public <E> Events<E> side(SideOutput<E> output) {
        Sided operation = sided == null ? before : sided;
        if (operation == null || !operation.sides.contains(output)) {
            throw new IllegalArgumentException("The operation before side does not have the " + output
                    + ". Declare it there, and call side directly on the results of that operation.");
        }
        return new Events<>(List.of(operation.output(output)));
    }

    /** Returns these events, with the side outputs of an operation before. */
    Events<T> withSidesOf(Events<?> earlier) {
        return new Events<>(from, sided, earlier.sided);
    }

    /**
     * Returns these events and the others. The smaller watermark of both counts. The job takes branches of one source
     * in the order of the source's watermarks. Every run therefore has the same late events. Between two watermarks,
     * and among several sources, the order of events is undefined.
     */
    public Events<T> merge(Events<? extends T> other) {
        return new Events<>(Stream.concat(from.stream(), other.from.stream()).toList());
    }

    /** Returns the same events as events of a supertype. */
    <S> Events<S> widened() {
        return (Events<S>) this; // events are only read
    }

    /** Groups the events by a key that is an immutable object. {@code equals} distinguishes keys. */
    public <K> Keyed<T, K> key(Function<? super T, ? extends K> key) {
        return new Keyed<>(this, new Edge.ByObject((Function<Object, ?>) key));
    }

    /** Groups the events by a key that is a {@code long}. This is faster, because it creates no objects for keys. */
    public Keyed<T, Long> keyLong(ToLongFunction<? super T> key) {
        return new Keyed<>(this, new Edge.ByNumber((ToLongFunction<Object>) key));
    }

    /** Returns windows of all events together, as if they had one key. Their results have the key 0. */
    public Keyed<T, Long>.Windowed window(Window window) {
        return keyLong(SAME_KEY).window(window);
    }

    /** Ends the definition with a sink. */
    public Pipeline to(Sink<? super T> sink) {
        return new Pipeline(written(sink));
    }

    /**
     * Ends the definition with a sink that has a name, like {@link #named events}.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public Pipeline to(String name, Sink<? super T> sink) {
        return new Pipeline(written(sink).named(requireName(name)));
    }

    private Vertex written(Sink<? super T> sink) {
        return new Vertex(new Operation.Write((Sink<Object>) sink), edge(new Edge.Anywhere()));
    }

    /** Returns these events as the input of a vertex. */
    Edge edge(Edge.Routing routing) {
        return new Edge(from, routing);
    }

    private <R> Events<R> then(Operation operation) {
        return of(operation, edge(new Edge.Anywhere()));
    }
}
