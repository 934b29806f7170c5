package org.speedwell.accelerator.speedment;

import com.speedment.runtime.join.stage.Stage;
import java.util.List;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join of the application's own rows only. */
public record RowJoin<T>(JoinReader reader, TupleMaker<T> maker) implements InMemoryJoin<T> {
    /**
     * Returns a join of rows.
     *
     * @param constructor a function that makes an element from one row of each table
     */
    static <T> RowJoin<T> of(List<Stage<?>> stages, Object constructor, OwnRows rows) {
        return new RowJoin<>(new JoinReader(stages, rows, false, false), MemoryJoins.maker(constructor, stages.size()));
    }

    @Override
    public MemoryBudget budget() {
        return MemoryBudget.UNLIMITED;
    }

    @Override
    public RowJoin<T> full() {
        return new RowJoin<>(reader.full(), maker);
    }

    /**
     * Returns the tuples in the order of the tables' rows, by the first named table first.
     *
     * @throws DataStoreException if a part of the join cannot be read
     */
    @Override
    public Stream<T> stream() {
        try {
            return stream(reader.rows().with(FallbackListener.SILENT), null);
        } catch (NotInMemoryException e) {
            throw new DataStoreException(
                    "Memory cannot run the join of %s: %s.".formatted(reader.names(), e.reason()), e);
        }
    }
}
