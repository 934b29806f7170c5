package org.speedwell.accelerator.plan;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The physical plan of a join: the order in which the tables are joined, and the means. Tuples come in the order of the rows of the
 * tables as they were named: by the first table, then by the second, and so on; what a right join adds comes after all that it has
 * found. Immutable.
 *
 * @param isInOrder whether the tuples come in their order
 */
public record JoinPlan(JoinQuery query, TupleNode root, boolean isInOrder) {
    /** Returns the cheapest plan that gives the tuples in their order. */
    public static JoinPlan of(JoinQuery query) {
        return new JoinPlanner(query).plan(true);
    }

    /** Returns the cheapest plan that gives the tuples in any order. */
    public static JoinPlan unordered(JoinQuery query) {
        return new JoinPlanner(query).plan(false);
    }

    /** Returns the cheapest plan that gives the first tuples in an order. */
    public static JoinPlan of(JoinQuery query, TupleOrder order) {
        JoinPlan plan = unordered(query);
        TupleOrder applied = plan.isInOrder ? order : order.ofAnyOrder();
        return new JoinPlan(query, new TupleNode.Top(plan.root, applied), true);
    }

    /**
     * Starts a run that is a query of its own.
     *
     * @param profile counts what each step does; null for none
     */
    public TupleRun run(boolean parallel, @Nullable ExecutionTrace profile) {
        return run(parallel, profile, new WorkingMemory(query.budget()));
    }

    /**
     * Starts a run.
     *
     * @param profile counts what each step does; null for none
     * @param memory counts what the query collects, in all threads and steps
     */
    public TupleRun run(boolean parallel, @Nullable ExecutionTrace profile, WorkingMemory memory) {
        if (profile != null) {
            profile.planned(root);
        }
        return new TupleRun(this, parallel, profile, memory);
    }
}
