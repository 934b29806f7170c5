package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import com.speedment.runtime.join.stage.Stage;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.TableJoins;
import org.speedwell.accelerator.live.Explaining;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.table.Rows;

/** Joins of the application's own rows only, which need no store: see {@link TableJoins}. */
public final class RowJoins {
    private RowJoins() {}

    /** Returns joins of these rows: see {@link TableJoins#of}. */
    public static JoinComponent of(Rows<?>... all) {
        OwnRows rows = OwnRows.of(all);
        return MemoryJoins.component((_, method, arguments) -> {
            if (arguments == null || !(arguments[0] instanceof List<?> given)) {
                throw new UnsupportedOperationException(method.getName());
            }
            List<Stage<?>> stages = MemoryJoins.stages(given);
            for (TableIdentifier<?> unknown : JoinReader.others(stages, rows)) {
                throw new IllegalArgumentException(
                        "%s is not one of the tables of rows of these joins.".formatted(unknown.getTableId()));
            }
            return RowJoin.of(stages, arguments[1], rows);
        });
    }

    /** Returns a left join as a full outer join: see {@link TableJoins#fullOuterJoin}. */
    public static <T> Join<T> full(Join<T> leftJoin) {
        return InMemoryJoin.of(leftJoin).full();
    }

    /**
     * Explains a pipeline over a join: see {@link TableJoins#explain}.
     *
     * @param runs whether to run the pipeline, too
     * @throws IllegalArgumentException if a table of the join belongs to the database
     */
    public static <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline, boolean runs) {
        InMemoryJoin<T> known = InMemoryJoin.of(join);
        if (known instanceof MemoryJoin<T> other) {
            throw new IllegalArgumentException("The join of %s has tables of the database. Call explain of its store."
                    .formatted(other.reader().names()));
        }
        return Explaining.explain(known, new ExecutionTrace(!runs), null, true, pipeline);
    }
}
