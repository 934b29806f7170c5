package org.speedwell.streaming;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The events that flow into a vertex of a job's {@link Graph}. Immutable. Two edges are never equal. */
public final class Edge {
    private final List<Vertex> from;
    private final Routing routing;

    /** The rule that chooses the part of the receiver for an event. */
    public sealed interface Routing {}

    /** The rule that any part will do, because the receiver keeps nothing by key. */
    public record Anywhere() implements Routing {}

    /** The rule that an event goes to the part that keeps its key. */
    public sealed interface ByKey extends Routing {}

    /** The routing by a key that is a number. */
    public record ByNumber(ToLongFunction<Object> key) implements ByKey {}

    /** The routing by a key that is an object. */
    public record ByObject(Function<Object, ?> key) implements ByKey {}

    Edge(List<Vertex> from, Routing routing) {
        this.from = List.copyOf(from);
        this.routing = routing;
    }

    /** Returns the sending vertex, or several vertices whose events are merged. */
    public List<Vertex> from() {
        return from;
    }

    public Routing routing() {
        return routing;
    }

    /** Returns whether the keys are objects. */
    boolean hasObjectKeys() {
        return routing instanceof ByObject;
    }
}
