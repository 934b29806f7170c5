package org.speedwell.accelerator.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.types.ColumnType;

/**
 * How many bytes a table is likely to take in memory: as many a row as in the version that is there, or else by what the
 * database says of it. What is staged on the way is left out: it is counted when it is there, and each column's returns
 * when the column is built.
 */
public final class SizeEstimate {
    /** What InnoDB stores with each row beside its columns. */
    private static final int ROW_OVERHEAD = 20;

    private SizeEstimate() {}

    /** Columns and indexes. */
    static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings) throws LoadException {
        int parts = settings.partsOf(model.identifier());
        long rows = columns.rowEstimate(model) / parts;
        Snapshot former = settings.former();
        Snapshot.Size known = former == null ? null : former.size(model.identifier());
        if (former == null || known == null || known.rows() == 0) {
            return bytes(model, columns, settings, rows);
        }
        long bytes = former.usedBytes(model.identifier());
        boolean isDecorated = settings.decorator().of(model.identifier()) != null; // of the rows some may be left out
        return isDecorated || model.view() // of whose rows the database tells nothing
                ? bytes
                : (long) ((double) bytes / known.rows() * rows);
    }

    /** Returns the bytes of the version of the tables that a load replaces. */
    static long formerBytes(List<? extends TableModel<?>> models, LoadSettings settings) {
        Snapshot former = settings.former();
        return former == null
                ? 0
                : models.stream()
                        .map(model -> former.size(model.identifier()))
                        .filter(Objects::nonNull)
                        .mapToLong(Snapshot.Size::bytes)
                        .sum();
    }

    private static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings, long rows)
            throws LoadException {
        List<Part> parts = new ArrayList<>();
        int i = 0;
        for (DatabaseColumn column : columns.matching(model)) {
            ColumnModel<E> known = model.columns().get(i++);
            // rows in the key's order need no index of it
            boolean isIndexed = settings.isIndexed().test(known.identifier())
                    && !(model.keyColumns().indexOf(known.name()) == 0);
            parts.add(new Part(column.type().orElseThrow(), settings.isLoaded().test(known.identifier()), isIndexed));
        }
        return bytes(rows, columns.byteEstimate(model) / settings.partsOf(model.identifier()), parts);
    }

    /** What of a column decides how many bytes it takes. */
    public record Part(MySqlType type, boolean isLoaded, boolean isIndexed) {}

    /**
     * Columns and indexes of a table of which no version is in memory yet.
     *
     * @param stored the bytes that the table has in the database, its indexes apart
     * @param columns all that it has there
     */
    public static long bytes(long rows, long stored, List<Part> columns) {
        int number = width(rows);
        long inMemory = 0;
        long beside = ROW_OVERHEAD;
        boolean hasText = false;
        for (Part column : columns) {
            int width = ColumnType.of(column.type()).width();
            boolean isText = width == 0;
            beside += width;
            if (column.isLoaded()) {
                // the code of a text is its place among those that differ
                inMemory += (isText ? number : width) + (column.isIndexed() ? number : 0);
                hasText |= isText;
            }
        }
        long texts = hasText && rows > 0 ? Math.max(0, stored - rows * beside) : 0;
        return rows * inMemory + texts;
    }

    /** The bytes of a number up to this. */
    private static int width(long number) {
        return (Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, number)) + Byte.SIZE - 1) / Byte.SIZE;
    }
}
