package org.speedwell.streaming;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation in a job's {@link Graph}, with its input edges. Immutable; each vertex equals only itself. */
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

    /** Returns a vertex with the same operation and inputs, and a name. */
    Vertex named(String name) {
        return new Vertex(operation, inputs, name);
    }

    public Operation operation() {
        return operation;
    }

    /**
     * Returns the input edges. A source has none. A join has two: first the bounded side, then the events. Other
     * operations have one.
     */
    public List<Edge> inputs() {
        return inputs;
    }

    /**
     * Returns the name that the user chose; null if there is none. {@link Graph#name} returns a name for each vertex.
     */
    @Nullable
    String givenName() {
        return givenName;
    }
}
