package org.speedwell.streaming;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What flows into a vertex of a job's {@link Graph}. Immutable; two are never equal. */
public final class Edge {
    private final List<Vertex> from;
    private final Routing routing;

    /** To which part of its receiver an event goes. */
    public sealed interface Routing {}

    /** Anywhere: the receiver keeps nothing by key. */
    public record Anywhere() implements Routing {}

    /** To the part that keeps its key. */
    public sealed interface ByKey extends Routing {}

    /** By a key that is a number. */
    public record ByNumber(ToLongFunction<Object> key) implements ByKey {}

    /** By a key that is an object. */
    public record ByObject(Function<Object, ?> key) implements ByKey {}

    Edge(List<Vertex> from, Routing routing) {
        this.from = List.copyOf(from);
        this.routing = routing;
    }

    /** One vertex, or several whose events are merged. */
    public List<Vertex> from() {
        return from;
    }

    public Routing routing() {
        return routing;
    }

    /** Whether keys are objects. */
    boolean hasObjectKeys() {
        return routing instanceof ByObject;
    }
}
