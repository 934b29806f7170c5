package org.speedwell.accelerator.speedment;

import com.speedment.runtime.join.Join;
import java.util.List;
import java.util.function.IntFunction;
import org.speedwell.accelerator.live.LiveJoin;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.Tables;

/** A join that runs in memory. Thread-safe. */
public sealed interface InMemoryJoin<T> extends Join<T>, LiveJoin<T> permits MemoryJoin, RowJoin {
    JoinReader reader();

    /** Returns the budget that limits the memory of one run. */
    MemoryBudget budget();

    /**
     * Returns the join as a full outer join.
     *
     * @throws IllegalArgumentException if its last join is not a left join
     */
    InMemoryJoin<T> full();

    @Override
    default List<TableId<?>> tables() {
        return reader().tables();
    }

    @Override
    default OwnRows rows() {
        return reader().rows();
    }

    @Override
    default boolean isInner() {
        return reader().isInner();
    }

    @Override
    default boolean isFull() {
        return reader().isFull();
    }

    @Override
    default int driver() {
        return reader().driver();
    }

    @Override
    default JoinQuery query(IntFunction<? extends Tables> versions) throws NotInMemoryException {
        return reader().query(versions, budget());
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
