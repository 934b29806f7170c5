package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A job as data: its operations and the flow of events between them, without the way it runs. Vertices are operations.
 * The edges of a vertex are the flows of events into it. A vertex whose events several others take is a fork.
 * Immutable.
 */
public final class Graph {
    private final List<Vertex> vertices = new ArrayList<>();
    private final Map<Vertex, Integer> numbers = new IdentityHashMap<>();
    private final Map<Vertex, String> names = new IdentityHashMap<>();
    private final Map<Vertex, List<Outlet>> outlets = new IdentityHashMap<>();
    private final Set<Vertex> readFirst = new HashSet<>();

    /** A destination of events: along an edge to a vertex. */
    record Outlet(Vertex to, Edge edge) {
        /** Returns whether this is the side of a join that the job reads to its end before the other side. */
        boolean isBoundedSide() {
            return to.operation() instanceof Operation.HashJoin && to.inputs().getFirst() == edge;
        }
    }

    /**
     * Creates the graph that leads to these sinks.
     *
     * @throws IllegalArgumentException with the reason, if the graph cannot become a job
     */
    Graph(List<Vertex> sinks) {
        sinks.forEach(this::add);
        requireDistinctOperations();
        nameAll();
        for (Vertex vertex : vertices.reversed()) {
            if (isReadFirst(vertex)) {
                readFirst.add(vertex);
            }
        }
    }

    /** Returns the vertices in an order in which each follows the vertices whose events it takes. */
    public List<Vertex> vertices() {
        return List.copyOf(vertices);
    }

    /** Returns the sinks of all ends, by name. */
    Map<String, Sink<Object>> sinks() {
        Map<String, Sink<Object>> sinks = new LinkedHashMap<>();
        for (Vertex vertex : vertices) {
            if (vertex.operation() instanceof Operation.Write write) {
                sinks.put(name(vertex), write.sink());
            }
        }
        return sinks;
    }

    /**
     * Returns the user's name of a vertex, or else its operation and number. No other vertex of this graph has the
     * name.
     */
    public String name(Vertex vertex) {
        return requireNonNull(names.get(vertex));
    }

    /** Returns the place of a vertex among {@link #vertices}, from 1. */
    int number(Vertex vertex) {
        return requireNonNull(numbers.get(vertex));
    }

    /** Returns the destinations of a vertex's events. Several are a fork. */
    List<Outlet> outlets(Vertex vertex) {
        return outlets.getOrDefault(vertex, List.of());
    }

    /** Returns whether a vertex serves only the bounded sides of joins. Such a vertex ends before all else begins. */
    boolean isBounded(Vertex vertex) {
        return readFirst.contains(vertex);
    }

    private void add(Vertex vertex) {
        if (numbers.containsKey(vertex)) {
            return;
        }
        for (Edge edge : vertex.inputs()) {
            for (Vertex from : edge.from()) {
                add(from);
                outlets.computeIfAbsent(from, none -> new ArrayList<>()).add(new Outlet(vertex, edge));
            }
        }
        vertices.add(vertex);
        numbers.put(vertex, vertices.size());
    }

    private void requireDistinctOperations() {
        Map<Operation, Vertex> known = new IdentityHashMap<>();
        for (Vertex vertex : vertices) {
            Vertex other = known.put(vertex.operation(), vertex);
            if (other != null) {
                String name = requireNonNull(vertex.givenName() == null ? other.givenName() : vertex.givenName());
                throw new IllegalArgumentException("The operation named \"" + name
                        + "\" also occurs under another name or without a name, and would run twice. Use the events"
                        + " that named(\"" + name + "\") returned in all places.");
            }
        }
    }

    private void nameAll() {
        long sinks = vertices.stream().filter(Graph::isSink).count();
        int sources = 0;
        int sink = 0;
        int operations = 0;
        Set<String> taken = new HashSet<>();
        for (Vertex vertex : vertices) {
            String word = vertex.operation().word();
            String name = switch (vertex.operation()) {
                case Operation.Read read -> word + " " + ++sources;
                case Operation.Write write -> sinks == 1 ? word : word + " " + ++sink;
                case Operation.Stateless stateless -> word + " (operation " + ++operations + ")";
                case Operation.ByKey byKey -> {
                    operations += 2; // its key is an operation, too
                    yield word + " (operation " + operations + ")";
                }
            };
            name = vertex.givenName() == null ? name : vertex.givenName();
            if (!taken.add(name)) {
                throw new IllegalArgumentException("Two parts of the pipeline are named \"" + name
                        + "\". Give each part its own name for metrics and checkpoints.");
            }
            names.put(vertex, name);
        }
    }

    private boolean isReadFirst(Vertex vertex) {
        List<Outlet> all = outlets(vertex);
        List<Outlet> bounded = all.stream()
                .filter(outlet -> outlet.isBoundedSide() || readFirst.contains(outlet.to()))
                .toList();
        if (bounded.isEmpty() || bounded.size() == all.size()) {
            return !bounded.isEmpty();
        }
        String ways = ways(bounded);
        String others =
                ways(all.stream().filter(outlet -> !bounded.contains(outlet)).toList());
        throw new IllegalArgumentException(name(vertex) + " leads through " + ways
                + " to the bounded side of a join, which the job reads first. It also leads through " + others
                + " to a part that would wait for that side. Give the bounded side its own sources.");
    }

    private String ways(List<Outlet> through) {
        return through.stream().map(outlet -> name(outlet.to())).collect(Collectors.joining(" and "));
    }

    private static boolean isSink(Vertex vertex) {
        return vertex.operation() instanceof Operation.Write;
    }

    /** Returns a line for each vertex: its number, its name, and the vertices whose events it takes. */
    @Override
    public String toString() {
        return vertices.stream()
                .map(vertex -> number(vertex) + " " + name(vertex)
                        + (vertex.inputs().isEmpty() ? "" : " from " + inputs(vertex)))
                .collect(Collectors.joining("\n"));
    }

    /**
     * Returns the numbers of the vertices whose events a vertex takes, and the kinds of their keys. The text is empty
     * for a source.
     */
    String inputs(Vertex vertex) {
        return vertex.inputs().stream().map(this::words).collect(Collectors.joining(" and "));
    }

    private String words(Edge edge) {
        String from = edge.from().stream().map(each -> "" + number(each)).collect(Collectors.joining(", "));
        return switch (edge.routing()) {
            case Edge.Anywhere anywhere -> from;
            case Edge.ByNumber byNumber -> from + " by number";
            case Edge.ByObject byObject -> from + " by object";
        };
    }
}
