package org.speedwell.accelerator.speedment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.incremental.IncrementalQuery.Elements;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** Changed rows of a table in one version. All queries of the table share their entities. For one thread. */
final class ChangedRows<E> implements Elements<E> {
    /** The greatest number of rows that a query treats one by one. A plan is faster for more. */
    private static final int MAX_FEW = 64;

    private final TableStore<E> table;
    private final int[] rows;
    private boolean isMade;
    private @Nullable List<E> few;

    /** @param rows row ids that have a row, in ascending order */
    ChangedRows(TableStore<E> table, int[] rows) {
        this.table = table;
        this.rows = rows;
    }

    @Override
    public Stream<E> stream(FallbackListener version) {
        return EntityStream.ofRows(table, rows, version);
    }

    @Override
    public @Nullable List<E> few() {
        if (!isMade) {
            isMade = true;
            few = rows.length <= MAX_FEW && table.isComplete() ? made() : null;
        }
        return few;
    }

    private @Nullable List<E> made() {
        try {
            return Arrays.stream(rows).mapToObj(table::entity).toList();
        } catch (RuntimeException e) {
            return null; // a column that the queries need not read has a value that is no value of an entity
        }
    }
}
