package org.speedwell.accelerator.live;

import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.join.stage.Stage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.speedment.JoinReader;
import org.speedwell.accelerator.speedment.RowJoin;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.TupleMaker;

/**
 * Maintained queries over versions without a database. The class is in a package of the accelerator, because the
 * registry of the queries is visible only there.
 */
@NullMarked
public final class StandaloneQueries {
    private final MaintainedQueries queries;

    /** Creates a registry without queries, and adds it to the versions. */
    public StandaloneQueries(Versions versions) {
        this.queries = new MaintainedQueries(
                versions,
                FallbackListener.SILENT,
                Fallback.FAIL,
                () -> null,
                _ -> Optional.empty(),
                new StateBudget(Long.MAX_VALUE));
    }

    /** Returns changed rows of a table, as a publication passes them to the queries. */
    public static <E> IncrementalQuery.Changed<E> rows(TableStore<E> table, int[] rows) {
        return new ChangedElements.OfTable<>(table, rows);
    }

    /**
     * Starts to maintain a query.
     *
     * @throws org.speedwell.accelerator.FallbackException if the query is not incremental
     */
    public <E, R> MaintainedQuery<R> maintain(TableId<E> table, Function<? super Stream<E>, ? extends R> query) {
        return queries.maintain(new QuerySource.OfTable<>(table), query);
    }

    /**
     * Starts to maintain a query over an inner join of three tables.
     *
     * @throws org.speedwell.accelerator.FallbackException if the query is not incremental
     */
    @SuppressWarnings("unchecked") // the stages belong to tables of these entities
    public <A, B, C, R> MaintainedQuery<R> maintain(
            List<Stage<?>> join, Function<? super Stream<Tuple3<A, B, C>>, ? extends R> query) {
        TupleMaker<Tuple3<A, B, C>> maker =
                new TupleMaker<>(of -> Tuples.of((A) of[0], (B) of[1], (C) of[2]), TupleMaker.Shape.TUPLE, 3);
        JoinReader reader = new JoinReader(join, OwnRows.NONE, false, false);
        return queries.maintain(new QuerySource.OfJoin<>(new RowJoin<>(reader, maker)), query);
    }
}
