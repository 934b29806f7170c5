package org.speedwell.streaming;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The clock of each operation: the vertex whose watermarks the operation passes on one by one. If all events of an
 * operation come from one source, its clock is that source. An operation with events of several clocks creates its own
 * watermarks. If branches with the same clock meet again, the engine can take their events in the order of the source.
 * For the thread that creates the plan.
 */
final class Clocks {
    private final Map<Vertex, Vertex> clocks = new HashMap<>();
    private final Map<Edge, Vertex> receivers = new HashMap<>();
    private final Map<Vertex, Set<Vertex>> behind = new HashMap<>();

    Clocks(Graph graph) {
        for (Vertex vertex : graph.vertices()) {
            vertex.inputs().forEach(edge -> receivers.put(edge, vertex));
            if (!Plan.isFused(vertex)) {
                clocks.put(vertex, clockOf(vertex));
                addBehind(vertex);
            }
        }
    }

    private Vertex clockOf(Vertex vertex) {
        if (vertex.inputs().isEmpty()) {
            return vertex;
        }
        Set<Vertex> all = clocks(vertex.inputs().getLast());
        return all.size() == 1 ? all.iterator().next() : vertex;
    }

    /** Records that a vertex follows each of its hosts, and all vertices before them. */
    private void addBehind(Vertex vertex) {
        for (Edge edge : vertex.inputs()) {
            for (Vertex host : hosts(edge)) {
                behind.computeIfAbsent(host, none -> new HashSet<>()).add(vertex);
                behind.values().stream().filter(all -> all.contains(host)).forEach(all -> all.add(vertex));
            }
        }
    }

    /** Returns the vertices whose tasklets create the events of an edge. */
    static Set<Vertex> hosts(Edge edge) {
        Set<Vertex> hosts = new LinkedHashSet<>();
        addHosts(edge, hosts, new HashSet<>());
        return hosts;
    }

    private static void addHosts(Edge edge, Set<Vertex> hosts, Set<Vertex> seen) {
        for (Vertex from : edge.from()) {
            if (!Plan.isFused(from)) {
                hosts.add(from);
            } else if (seen.add(from)) {
                from.inputs().forEach(before -> addHosts(before, hosts, seen));
            }
        }
    }

    /** Returns the vertices whose watermarks flow along an edge. */
    Set<Vertex> clocks(Edge edge) {
        Set<Vertex> all = new LinkedHashSet<>();
        hosts(edge).forEach(host -> all.add(clocks.getOrDefault(host, host)));
        return all;
    }

    /** Returns whether branches with the same clock meet in a vertex. */
    private boolean isMergePoint(Vertex vertex) {
        return vertex.operation() instanceof Operation.ByKey
                && vertex.inputs().stream()
                        .anyMatch(edge -> clocks(edge).size() < hosts(edge).size());
    }

    /** Returns whether branches with the same clock meet at the end of an edge, or at any vertex behind it. */
    boolean leadsToMerge(Edge edge) {
        Vertex receiver = receivers.get(edge);
        return receiver != null
                && (isMergePoint(receiver)
                        || behind.getOrDefault(receiver, Set.of()).stream().anyMatch(this::isMergePoint));
    }
}
