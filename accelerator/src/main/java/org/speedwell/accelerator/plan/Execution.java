package org.speedwell.accelerator.plan;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * One run of a plan: whether it may use several threads, who wants to know what it does, and the table whose memory it
 * holds until it is done. For one thread.
 *
 * @param profile null where nobody wants to know
 */
public record Execution(
        TableStore<?> table, boolean parallel, @Nullable ExecutionTrace profile) {

    /**
     * Runs a whole plan. Its result may be read from the table's memory, which the caller then keeps alive.
     *
     * @throws ExecutionTrace.PlannedException if the plan must not run
     */
    public <R> R run(Node<R> plan) {
        if (profile != null) {
            profile.planned(plan);
        }
        try {
            return step(plan);
        } finally {
            table.keepAlive();
        }
    }

    /** Runs a step of a plan within another; an access tells of itself. */
    <R> R step(Node<R> node) {
        return profile == null || node instanceof AccessPath
                ? node.run(this)
                : profile.step(node, () -> node.run(this), node::size);
    }

    /** As {@link #step(Node)}, for a step that is run in another way than to its end. */
    <R> R step(Node<?> node, Supplier<R> way, ToLongFunction<R> rows) {
        return profile == null ? way.get() : profile.step(node, way, rows);
    }

    /** Tells of a step that is run within a loop of another's. */
    void fused(Node<?> node, long rows) {
        if (profile != null) {
            profile.step(node, () -> rows, Long::longValue);
        }
    }
}
