package org.speedwell.accelerator.speedment;

import com.speedment.runtime.join.Join;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join that runs in memory. Thread-safe. */
sealed interface InMemoryJoin<T> extends Join<T> permits MemoryJoin, RowJoin {
    JoinReader reader();

    TupleMaker<T> maker();

    /** Returns the budget that limits the memory of one run. */
    MemoryBudget budget();

    /**
     * Returns the join as a full outer join.
     *
     * @throws IllegalArgumentException if its last join is not a left join
     */
    InMemoryJoin<T> full();

    /**
     * Returns the tuples of one version.
     *
     * @param version the version, with all tables of the join
     * @param trace the trace that counts the tuples of each operator; null for none
     * @throws NotInMemoryException if only the database can run the join
     */
    default Stream<T> stream(FallbackListener version, @Nullable ExecutionTrace trace) throws NotInMemoryException {
        return JoinStream.of(reader().query(version, budget()), maker(), version, trace);
    }

    /**
     * Returns a join as an in-memory join.
     *
     * @throws IllegalArgumentException if the join does not run in memory
     */
    static <T> InMemoryJoin<T> of(Join<T> join) {
        if (!(join instanceof InMemoryJoin<T> known)) {
            throw new IllegalArgumentException(
                    "The database runs this join, not memory. Not all of its tables are in memory, or another"
                            + " application has built it.");
        }
        return known;
    }
}
