package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.HiddenClassCopy;

/**
 * What a job is made of, in words that are the same from start to start: a checkpoint of another definition is refused,
 * as its state would be taken for something else. And where its functions come from: the classes of those packages may
 * be in its checkpoints.
 */
final class Definition {
    private final List<String> lines = new ArrayList<>();
    private final Set<String> packages = new TreeSet<>();

    /** @throws JobException with what a user's function throws that makes an accumulator or a state */
    Definition(Graph graph) {
        for (Vertex vertex : graph.vertices()) {
            lines.add(graph.name(vertex) + " from [" + graph.inputs(vertex) + "]" + of(vertex.operation()));
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
                return ": " + (read.source() instanceof ReplayableSource<?> replayable ? replayable.definition() : "");
            }
            case Operation.Filter filter -> uses(filter.predicate());
            case Operation.Map map -> uses(map.function());
            case Operation.FlatMap flatMap -> uses(flatMap.function());
            case Operation.Enrich enrich -> uses(enrich.row(), enrich.function());
            case Operation.Aggregation of -> {
                uses(of.aggregate(), of.onLate());
                return ": " + of.aggregate().definition() + " in " + made(of.aggregate()::create) + " by "
                        + of.window();
            }
            case Operation.StatefulMapping mapping -> {
                return " of " + made(mapping.map()::newState);
            }
            case Operation.HashJoin join -> uses(join.function());
            case Operation.Write write -> {
                uses(write.sink());
                return ": " + write.sink().definition();
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

    /** The class of what a user's function makes, in words. */
    private String made(Supplier<?> function) {
        Object made;
        try {
            made = requireNonNull(function.get(), "It is null.");
        } catch (Throwable e) {
            throw new JobException("making an accumulator or a state", e);
        }
        packages.add(made.getClass().getPackageName());
        return nameOf(made.getClass());
    }

    List<String> lines() {
        return lines;
    }

    Set<String> packages() {
        return packages;
    }

    /** The name of a class, or of what it extends where it has none of its own. */
    static String nameOf(Class<?> type) {
        if (type.isSynthetic()) { // as those of lambdas are
            return "a function";
        }
        if (type.isAnonymousClass()) {
            Class<?>[] interfaces = type.getInterfaces();
            return interfaces.length == 0 ? nameOf(type.getSuperclass()) : interfaces[0].getName();
        }
        return HiddenClassCopy.nameOf(type);
    }
}
