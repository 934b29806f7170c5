package org.speedwell.accelerator.stream;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.incremental.IncrementalQuery.Changed;
import org.speedwell.accelerator.store.TableStore;

/** Changed rows of a table without a store. Immutable. */
class ChangedRows<E> implements Changed<E> {
    private final TableStore<E> table;
    private final int[] rows;
    private final boolean isFew;

    /** @param isFew whether a query may treat the rows one by one */
    ChangedRows(TableStore<E> table, int[] rows, boolean isFew) {
        this.table = table;
        this.rows = Arrays.stream(rows).filter(table::isPresent).toArray();
        this.isFew = isFew;
    }

    /** Returns the change of a query by those of some rows that a version has. */
    static <E> Change<E> change(boolean isAdded, TableStore<E> table, int[] rows, boolean isFew) {
        return new Change<>(isAdded, new ChangedRows<>(table, rows, isFew), FallbackListener.SILENT);
    }

    /** Returns the entities of some positions. */
    static <E> Stream<E> stream(TableStore<E> table, List<ElementPosition> rows, FallbackListener version) {
        return EntityStream.ofRows(
                table, rows.stream().mapToInt(ElementPosition::first).toArray(), version);
    }

    @Override
    public Stream<E> stream(FallbackListener version) {
        return EntityStream.ofRows(table, rows, version);
    }

    @Override
    public List<ElementPosition> positions() {
        return Arrays.stream(rows).mapToObj(ElementPosition::new).toList();
    }

    @Override
    public @Nullable List<E> few() {
        return isFew ? Arrays.stream(rows).mapToObj(table::entity).toList() : null;
    }
}
