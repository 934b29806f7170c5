package org.speedwell.accelerator.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.memory.Lease;

/**
 * Builders for a few values, and the columns that they build. {@link #close()} releases their memory. For one thread.
 */
public final class SmallColumns implements AutoCloseable {
    private final List<ColumnBuilder> builders = new ArrayList<>();
    private final Lease lease = new Lease();

    /**
     * Creates a builder for each of some columns, like those of a load.
     *
     * @param columns indexes of loaded columns
     * @throws TableException if a column cannot store the values
     */
    public SmallColumns(LoadedColumns<?> loaded, int... columns) throws LoadException {
        try {
            for (int column : columns) {
                builders.add(loaded.builder(column));
            }
        } catch (LoadException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Creates a builder for each loaded column. */
    public static SmallColumns ofAll(LoadedColumns<?> loaded) throws LoadException {
        int[] all = new int[loaded.columns().size()];
        Arrays.setAll(all, i -> i);
        return new SmallColumns(loaded, all);
    }

    public ColumnBuilder builder(int column) {
        return builders.get(column);
    }

    /** Returns columns of the appended values. They are valid until {@link #close()}. */
    public List<Column> built() {
        return built(lease);
    }

    /** Returns columns of the appended values. Their memory belongs to the caller's lease. */
    public List<Column> built(Lease owner) {
        return builders.stream()
                .map(builder -> Columns.concat(List.of(builder), owner))
                .toList();
    }

    @Override
    public void close() {
        builders.forEach(ColumnBuilder::close);
        lease.release();
    }
}
