package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.NumberAggregate;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.pane.WindowOperator;
import org.speedwell.streaming.window.Window;

/**
 * The rules that turn a graph into tasklets. An operation that keeps nothing runs in the tasklets whose events it
 * takes. An operation that keeps state by key has a tasklet for each part of the keys.
 *
 * <p>Windows of numbers receive numbers instead of events. If there are several parts, they receive totals of numbers.
 * On one thread, other events go directly from their source to the state of their key.
 */
final class Plan {
    /** The place where the tasklets of a job run. */
    enum Place {
        ONE_THREAD,
        THREADS,

        /** Several processes. The plan keeps the data between them small. */
        PROCESSES
    }

    private final Graph graph;
    private final int parallelism;
    private final boolean evictsKeys;
    private final Place place;
    private final Clocks clocks;
    private final Map<Edge, Channel> lanes = new HashMap<>();

    /**
     * Creates the plan of a graph.
     *
     * @param parallelism the number of parts over which keys are spread
     * @param evictsKeys true if an operation with too many keys evicts some. Such an operation must receive each event
     * @param place the place where the tasklets run
     */
    Plan(Graph graph, int parallelism, boolean evictsKeys, Place place) {
        this.graph = graph;
        this.parallelism = parallelism;
        this.evictsKeys = evictsKeys;
        this.place = place;
        this.clocks = new Clocks(graph);
        for (Vertex vertex : graph.vertices().reversed()) { // receivers determine the watermarks
            if (!isFused(vertex)) {
                vertex.inputs().forEach(edge -> lanes.put(edge, lane(edge, vertex)));
            }
        }
        graph.vertices().stream().filter(Plan::isSource).forEach(this::alignMergingBranches);
    }

    /**
     * Makes all branches of a source that meet again carry each watermark of the source. Only then can the receiver
     * take events in the order of the source.
     */
    private void alignMergingBranches(Vertex source) {
        List<Edge> meeting = exits(source).stream().filter(clocks::leadsToMerge).toList();
        if (!meeting.stream().allMatch(edge -> lane(edge).isInStepWith(lane(meeting.getFirst())))) {
            meeting.forEach(edge -> lanes.computeIfPresent(edge, (same, lane) -> lane.atAllTimes()));
        }
    }

    private static boolean isSource(Vertex vertex) {
        return vertex.operation() instanceof Operation.Read;
    }

    Graph graph() {
        return graph;
    }

    Clocks clocks() {
        return clocks;
    }

    int parallelism() {
        return parallelism;
    }

    boolean evictsKeys() {
        return evictsKeys;
    }

    /** Returns whether a vertex runs in the tasklets before it, and has no own tasklets. */
    static boolean isFused(Vertex vertex) {
        return vertex.operation() instanceof Operation.Stateless;
    }

    /** Returns the number of tasklets of a vertex. */
    int parts(Vertex vertex) {
        return switch (vertex.operation()) {
            case Operation.ByKey byKey -> parallelism;
            case Operation.Stateless fused -> 0;
            case Operation.Read read ->
                place == Place.PROCESSES && read.source().part(0, parallelism).isPresent() ? parallelism : 1;
            case Operation.Write write -> 1;
        };
    }

    /** Returns the name of the tasklets that add up events for a vertex where the events are created. */
    static String totalsName(String vertex) {
        return "totals for " + vertex;
    }

    /** Returns the channel of an edge. The edge must lead to a vertex with tasklets. */
    Channel lane(Edge edge) {
        return requireNonNull(lanes.get(edge));
    }

    /** Returns the edges along which a vertex, with all operations fused to it, sends events to tasklets. */
    List<Edge> exits(Vertex vertex) {
        Set<Edge> exits = new LinkedHashSet<>();
        addExits(vertex, exits, new HashSet<>());
        return List.copyOf(exits);
    }

    private void addExits(Vertex vertex, Set<Edge> exits, Set<Vertex> seen) {
        for (Graph.Outlet outlet : graph.outlets(vertex)) {
            if (!isFused(outlet.to())) {
                exits.add(outlet.edge());
            } else if (seen.add(outlet.to())) {
                addExits(outlet.to(), exits, seen);
            }
        }
    }

    private Channel lane(Edge edge, Vertex to) {
        return switch (to.operation()) {
            case Operation.Aggregation aggregation -> lane(edge, aggregation);
            case Operation.StatefulMapping mapping ->
                Channel.of(new Layout(edge.hasObjectKeys(), false, true), parallelism)
                        .handingOver(mayHandOver(edge));
            case Operation.HashJoin join -> { // passes watermarks on, and needs none itself
                Channel lane = Channel.of(new Layout(edge.hasObjectKeys(), false, true), parallelism);
                List<Channel> next = exits(to).stream().map(this::lane).toList();
                Channel first = next.getFirst();
                yield next.stream().allMatch(first::isInStepWith) ? lane.inStepWith(first) : lane;
            }
            case Operation.Write write -> Channel.of(Layout.EVENTS, 1);
            case Operation.Read read -> throw new IllegalStateException("A source receives no events.");
            case Operation.Stateless fused ->
                throw new IllegalStateException("A fused operation has no channel of its own.");
        };
    }

    private Channel lane(Edge edge, Operation.Aggregation of) {
        Layout layout = WindowOperator.layout(of.window(), of.aggregate(), edge.hasObjectKeys(), of.offersLateEvents());
        boolean wantsEachEvent = layout.events() || of.earlyPeriod() != null || evictsKeys;
        boolean hasLocalTotals = (parallelism > 1 || place == Place.PROCESSES)
                && !layout.objectKeys()
                && !wantsEachEvent
                && of.aggregate() instanceof Totals<?, ?>;
        return switch (of.window()) {
            case Window.Sliding sliding ->
                new Channel(
                        layout,
                        hasLocalTotals ? 1 : parallelism,
                        hasLocalTotals,
                        layout.events() && !(of.aggregate() instanceof NumberAggregate) && mayHandOver(edge),
                        sliding.slide(),
                        sliding.size() % sliding.slide(),
                        layout.values() ? number(of) : null);
            case Window.Session session -> Channel.of(layout, parallelism);
        };
    }

    @SuppressWarnings("unchecked") // an aggregate's number function takes the aggregate's events
    private static @Nullable ToLongFunction<Object> number(Operation.Aggregation of) {
        return of.aggregate() instanceof NumberAggregate<?> aggregate
                ? (ToLongFunction<Object>) aggregate.number()
                : null;
    }

    /**
     * Returns whether only sources on the receiver's thread send along an edge. Only sources never send early results.
     */
    private boolean mayHandOver(Edge edge) {
        return place == Place.ONE_THREAD
                && parallelism == 1
                && !evictsKeys
                && edge.routing() instanceof Edge.ByNumber
                && edge.from().stream().allMatch(Plan::isOfSources);
    }

    private static boolean isOfSources(Vertex vertex) {
        return vertex.operation() instanceof Operation.Read
                || isFused(vertex)
                        && vertex.inputs().stream()
                                .flatMap(edge -> edge.from().stream())
                                .allMatch(Plan::isOfSources);
    }
}
