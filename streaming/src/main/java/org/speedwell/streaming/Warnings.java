package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.window.Window;

/** A check for results of a graph that may differ from run to run, with the reasons. */
final class Warnings {
    private final Plan plan;
    private final List<String> lines = new ArrayList<>();

    private Warnings(Plan plan) {
        this.plan = plan;
        plan.graph().vertices().forEach(this::add);
        if (plan.evictsKeys()
                && plan.graph().vertices().stream().anyMatch(each -> each.operation() instanceof Operation.ByKey)) {
            lines.add("warning: results may differ from run to run if keys are evicted:"
                    + " which keys are evicted depends on how events fall into batches");
        }
    }

    /**
     * Returns a line for each reason why results may differ. The list is empty if all results are the same in every
     * run.
     */
    static List<String> of(Plan plan) {
        return new Warnings(plan).lines;
    }

    private void add(Vertex vertex) {
        switch (vertex.operation()) {
            case Operation.Aggregation of -> {
                addLate(vertex);
                addEarly(vertex);
                if (of.window() instanceof Window.Session) {
                    addOrder(
                            vertex,
                            vertex.inputs().getLast(),
                            "whether a session accepts an event that alone would be late");
                }
            }
            case Operation.StatefulMapping mapping -> {
                addEarly(vertex);
                if (mapping.isOrdered()) {
                    addOrder(vertex, vertex.inputs().getLast(), "");
                } else {
                    addLate(vertex);
                }
            }
            case Operation.HashJoin join ->
                addOrder(vertex, vertex.inputs().getFirst(), "the order of the rows of a key");
            default -> {}
        }
    }

    private void addLate(Vertex vertex) {
        Collection<Vertex> clocks = plan.clocks().clocks(vertex.inputs().getLast());
        if (clocks.size() > 1) {
            add(vertex, "which events are late depends on which of " + names(clocks) + " is ahead");
        }
        List<Vertex> split = clocks.stream().filter(Warnings::hasSplits).toList();
        if (!split.isEmpty()) {
            add(
                    vertex,
                    "which events beyond the lag of their split are late depends on which split of " + names(split)
                            + " is ahead");
        }
    }

    private static boolean hasSplits(Vertex vertex) {
        return vertex.operation() instanceof Operation.Read read && read.source() instanceof SplitSource;
    }

    private void addEarly(Vertex vertex) {
        Set<Vertex> early = new LinkedHashSet<>();
        addEarly(vertex.inputs().getLast(), early);
        if (!early.isEmpty()) {
            add(vertex, "it receives early results of " + names(early) + " by the clock, unless a filter removes them");
        }
    }

    /** Adds the windows whose early results arrive along an edge. A join turns them into results immediately. */
    private static void addEarly(Edge edge, Set<Vertex> early) {
        for (Vertex host : Clocks.hosts(edge)) {
            switch (host.operation()) {
                case Operation.Aggregation of when of.earlyPeriod() != null -> early.add(host);
                case Operation.HashJoin join -> addEarly(host.inputs().getLast(), early);
                default -> {}
            }
        }
    }

    /**
     * Adds a warning if the events along an edge have no fixed order.
     *
     * @param what the property that depends on the order; blank for the results themselves
     */
    private void addOrder(Vertex vertex, Edge edge, String what) {
        String disorder = disorder(edge, "it");
        if (disorder != null) {
            add(vertex, disorder + (what.isEmpty() ? "" : ": " + what + " depends on that"));
        }
    }

    /**
     * Returns the reason why the events of a key reach a receiver in no fixed order. Returns null if the order is the
     * same in every run.
     */
    private @Nullable String disorder(Edge edge, String receiver) {
        Set<Vertex> hosts = Clocks.hosts(edge);
        String comes = "the events of " + names(hosts) + " reach " + receiver + " in no fixed order";
        if (hosts.size() > 1) {
            return comes;
        }
        Vertex host = hosts.iterator().next();
        if (!(host.operation() instanceof Operation.ByKey)) {
            return hasSplits(host) ? comes + " if their splits differ" : null;
        }
        Edge before = host.inputs().getLast();
        boolean hasOneKey = before.routing() instanceof Edge.ByNumber(var key) && key == Events.SAME_KEY;
        boolean isWindow = host.operation() instanceof Operation.Aggregation; // it sends the results of a key by time
        if (isWindow && hasOneKey) {
            return null;
        }
        String inherited = disorder(before, plan.graph().name(host));
        boolean hasParts = plan.parts(host) > 1 && !hasOneKey;
        return hasParts && (isWindow || inherited == null)
                ? comes + " if their keys in " + plan.graph().name(host) + " differ"
                : inherited;
    }

    private void add(Vertex vertex, String why) {
        lines.add("warning: results of " + plan.graph().name(vertex) + " may differ from run to run: " + why);
    }

    private String names(Collection<Vertex> vertices) {
        return vertices.stream().map(plan.graph()::name).collect(Collectors.joining(" and "));
    }
}
