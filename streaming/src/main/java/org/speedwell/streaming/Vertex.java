package org.speedwell.streaming;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation in a job's {@link Graph}, and what flows into it. Immutable; two are never equal. */
public final class Vertex {
    private final Operation operation;
    private final List<Edge> inputs;
    private final @Nullable String givenName;

    Vertex(Operation operation, Edge... inputs) {
        this(operation, List.of(inputs), null);
    }

    private Vertex(Operation operation, List<Edge> inputs, @Nullable String givenName) {
        this.operation = operation;
        this.inputs = inputs;
        this.givenName = givenName;
    }

    /** The same operation on the same events, under a name. */
    Vertex named(String name) {
        return new Vertex(operation, inputs, name);
    }

    public Operation operation() {
        return operation;
    }

    /** None of a source; of a join the bounded side and then the events; else one. */
    public List<Edge> inputs() {
        return inputs;
    }

    /** What its user calls it; null if nothing: {@link Graph#name} has a name for each. */
    @Nullable
    String givenName() {
        return givenName;
    }
}
