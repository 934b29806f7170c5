package org.speedwell.accelerator.plan;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * One run of a plan over a table. It keeps the memory of the table alive until the plan has run. For one thread.
 *
 * @param parallel true if the run may use several threads
 * @param trace records the steps; null if nothing records them
 */
public record Execution(
        TableStore<?> table, boolean parallel, @Nullable ExecutionTrace trace) {

    /**
     * Runs a whole plan. If the result reads the memory of the table, the caller must keep the table alive.
     *
     * @throws ExecutionTrace.PlannedException if the pipeline is planned only
     */
    public <R> R run(Node<R> plan) {
        if (trace != null) {
            trace.planned(plan);
        }
        try {
            return step(plan);
        } finally {
            table.keepAlive();
        }
    }

    /** Runs a step of a plan inside another step. An access path reports its steps to the trace itself. */
    <R> R step(Node<R> node) {
        return trace == null || node instanceof AccessPath
                ? node.run(this)
                : trace.step(node, () -> node.run(this), node::size);
    }

    /**
     * Runs a step in a different way than its own {@code run} method, and reports it like {@link #step(Node)}.
     *
     * @param rows returns the number of rows of the result
     */
    <R> R step(Node<?> node, Supplier<R> way, ToLongFunction<R> rows) {
        return trace == null ? way.get() : trace.step(node, way, rows);
    }

    /** Reports a step that ran inside the loop of another step. */
    void fused(Node<?> node, long rows) {
        if (trace != null) {
            trace.step(node, () -> rows, Long::longValue);
        }
    }
}
