package org.speedwell.accelerator.plan;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The physical plan of a join: the join order and the access paths. Tuples come in the order of the rows of the first
 * table, then of the second table, and so on. The user determines the order of the tables. The rows that a right join
 * adds come last. Immutable.
 *
 * @param isInOrder true if the tuples come in this order
 */
public record JoinPlan(JoinQuery query, TupleNode root, boolean isInOrder) {
    /** Returns the cheapest plan whose tuples come in their order. */
    public static JoinPlan of(JoinQuery query) {
        return new JoinPlanner(query).plan(true);
    }

    /** Returns the cheapest plan whose tuples come in any order. */
    public static JoinPlan unordered(JoinQuery query) {
        return new JoinPlanner(query).plan(false);
    }

    /** Returns the cheapest plan of the first tuples of an order. */
    public static JoinPlan of(JoinQuery query, TupleOrder order) {
        JoinPlan plan = unordered(query);
        TupleOrder applied = plan.isInOrder ? order : order.ofAnyOrder();
        return new JoinPlan(query, new TupleNode.Top(plan.root, applied), true);
    }

    /**
     * Starts a run with its own memory budget.
     *
     * @param trace records the steps; null if nothing records them
     */
    public TupleRun run(boolean parallel, @Nullable ExecutionTrace trace) {
        return run(parallel, trace, new WorkingMemory(query.budget()));
    }

    /**
     * Starts a run.
     *
     * @param trace records the steps; null if nothing records them
     * @param memory counts the memory of the query, in all threads and steps
     */
    public TupleRun run(boolean parallel, @Nullable ExecutionTrace trace, WorkingMemory memory) {
        if (trace != null) {
            trace.planned(root);
        }
        return new TupleRun(this, parallel, trace, memory);
    }
}
