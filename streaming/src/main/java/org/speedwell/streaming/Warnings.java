package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.speedwell.streaming.window.Window;

/** Tells which results of a graph may differ from run to run, and why. */
final class Warnings {
    private final Plan plan;
    private final List<String> lines = new ArrayList<>();

    private Warnings(Plan plan) {
        this.plan = plan;
        plan.graph().vertices().forEach(this::add);
    }

    /** Returns a line for each operation whose results may differ; none where all are the same in every run. */
    static List<String> of(Plan plan) {
        return new Warnings(plan).lines;
    }

    private void add(Vertex vertex) {
        switch (vertex.operation()) {
            case Operation.Aggregation of -> {
                addLate(vertex);
                if (of.window() instanceof Window.Session) {
                    addOrder(vertex, ": whether a session takes an event that is late by itself depends on that");
                }
            }
            case Operation.StatefulMapping mapping -> addOrder(vertex, "");
            default -> {}
        }
    }

    private void addLate(Vertex vertex) {
        Collection<Vertex> clocks = plan.clocks().clocks(vertex.inputs().getLast());
        if (clocks.size() > 1) {
            add(vertex, "which events are late depends on which of " + names(clocks) + " is ahead");
        }
    }

    private void addOrder(Vertex vertex, String why) {
        Collection<Vertex> hosts = Clocks.hosts(vertex.inputs().getLast());
        if (hosts.size() > 1) {
            add(vertex, "the events of " + names(hosts) + " come to it in no given order" + why);
        }
    }

    private void add(Vertex vertex, String why) {
        lines.add("warning: results of " + plan.graph().name(vertex) + " may differ from run to run: " + why);
    }

    private String names(Collection<Vertex> vertices) {
        return vertices.stream().map(plan.graph()::name).collect(Collectors.joining(" and "));
    }
}
