package org.speedwell.accelerator.joins;

import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;

/** The tables and conditions of a join, which a store runs. Internal. Immutable and thread-safe. */
public interface JoinSteps {
    /** The kinds of join, by the rows that stay without a match. */
    enum Kind {
        INNER,
        LEFT,
        RIGHT,
        FULL
    }

    /**
     * Returns the join with another table.
     *
     * @param condition a {@code Condition} of the rows of all tables
     * @throws IllegalArgumentException if the condition cannot be read
     */
    JoinSteps with(Kind kind, Class<?> rows, Object condition);

    /**
     * Returns the join with its elements.
     *
     * @param form the record class of the elements, or the user's function that makes them
     * @param maker makes an element of one row, or null, for each table
     */
    <T> Elements<T> as(Object form, Function<@Nullable Object[], T> maker);

    /** A join with its elements. */
    interface Elements<T> {
        /** Returns the elements: see {@link Joined#stream}. */
        Stream<T> stream();

        /** Explains a pipeline: see {@link Joined#explain} and {@link Joined#plan}. */
        Explanation explain(Function<? super Stream<T>, ?> pipeline, boolean isRun);

        /** Maintains a result: see {@link Joined#maintain}. */
        <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query);
    }
}
