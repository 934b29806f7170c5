package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.recovery.SavedVertex;

/**
 * A description of a job that is the same at every start. A job rejects a checkpoint of another definition, because it
 * would misread its state. The definition also lists the packages of the job's functions. Checkpoints may contain
 * classes of these packages.
 */
final class Definition {
    private final List<SavedVertex> vertices = new ArrayList<>();
    private final Set<String> packages = new TreeSet<>();

    /**
     * Creates the definition of a graph.
     *
     * @throws JobException if a user's function that creates an accumulator or a state throws
     */
    Definition(Graph graph) {
        for (Vertex vertex : graph.vertices()) {
            vertices.add(new SavedVertex(
                    graph.name(vertex), vertex.givenName() != null, graph.inputs(vertex), of(vertex.operation())));
            for (Edge edge : vertex.inputs()) {
                switch (edge.routing()) {
                    case Edge.Anywhere anywhere -> {}
                    case Edge.ByNumber by -> uses(by.key());
                    case Edge.ByObject by -> uses(by.key());
                }
            }
        }
    }

    private String of(Operation operation) {
        switch (operation) {
            case Operation.Read read -> {
                uses(read.source(), read.time().time());
                return read.source() instanceof ReplayableSource<?> replayable ? replayable.definition() : "";
            }
            case Operation.Filter filter -> uses(filter.predicate());
            case Operation.Map map -> uses(map.function());
            case Operation.FlatMap flatMap -> uses(flatMap.function());
            case Operation.MapMulti mapMulti -> uses(mapMulti.function());
            case Operation.Output output -> {}
            case Operation.Enrich enrich -> uses(enrich.row(), enrich.function());
            case Operation.Aggregation of -> {
                uses(of.aggregate(), of.onLate());
                return of.aggregate().definition() + " in " + made(of.aggregate()::create) + " by " + of.window();
            }
            case Operation.StatefulMapping mapping -> {
                uses(mapping.functions().toArray());
                return "states of " + made(mapping.map()::newState)
                        + (mapping.map().alarm() == null ? "" : " with alarms");
            }
            case Operation.HashJoin join -> uses(join.function());
            case Operation.Write write -> {
                uses(write.sink());
                return write.sink().definition();
            }
        }
        return "";
    }

    private void uses(@Nullable Object... functions) {
        for (Object function : functions) {
            if (function != null) {
                packages.add(function.getClass().getPackageName());
            }
        }
    }

    /** Returns the name of the class of the object that a user's function creates. */
    private String made(Supplier<?> function) {
        Object made;
        try {
            made = requireNonNull(function.get(), "The function returned null.");
        } catch (Throwable e) {
            throw new JobException("the creation of an accumulator or a state", e);
        }
        packages.add(made.getClass().getPackageName());
        return nameOf(made.getClass());
    }

    List<SavedVertex> vertices() {
        return vertices;
    }

    Set<String> packages() {
        return packages;
    }

    /** Returns the name of a class. For an anonymous class it returns the name of its interface or superclass. */
    static String nameOf(Class<?> type) {
        if (type.isSynthetic()) { // such as the class of a lambda
            return "a function";
        }
        if (type.isAnonymousClass()) {
            Class<?>[] interfaces = type.getInterfaces();
            return interfaces.length == 0 ? nameOf(type.getSuperclass()) : interfaces[0].getName();
        }
        return HiddenClassCopy.nameOf(type);
    }
}
