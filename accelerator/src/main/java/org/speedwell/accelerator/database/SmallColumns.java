package org.speedwell.accelerator.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.memory.Lease;

/** Builders of a few values and the columns made of them. Their memory lives until this is closed. For one thread. */
public final class SmallColumns implements AutoCloseable {
    private final List<ColumnBuilder> builders = new ArrayList<>();
    private final Lease lease = new Lease();

    /**
     * Makes a builder for each of some columns, as a load makes them.
     *
     * @param columns places among the loaded columns
     * @throws TableException if the values of one cannot be stored
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

    /** Makes a builder for each loaded column. */
    public static SmallColumns ofAll(LoadedColumns<?> loaded) throws LoadException {
        int[] all = new int[loaded.columns().size()];
        Arrays.setAll(all, i -> i);
        return new SmallColumns(loaded, all);
    }

    public ColumnBuilder builder(int column) {
        return builders.get(column);
    }

    /** Returns the columns of what was appended. */
    public List<Column> built() {
        return built(lease);
    }

    /** Returns the columns of what was appended; their memory belongs to a lease of the caller. */
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
