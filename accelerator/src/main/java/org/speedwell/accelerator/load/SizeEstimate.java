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
 * An estimate of the memory that a table takes. It uses the bytes per row of the version in memory, or else the
 * database's statistics. It excludes staging memory. The load counts that memory when it allocates it, and each column
 * returns its share after it is built.
 */
public final class SizeEstimate {
    /** The bytes that InnoDB stores with each row in addition to its columns. */
    private static final int ROW_OVERHEAD = 20;

    private SizeEstimate() {}

    /** Returns the bytes of a table's columns and indexes. */
    static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings) throws LoadException {
        int parts = settings.partsOf(model.identifier());
        long rows = columns.rowEstimate(model) / parts;
        Snapshot former = settings.former();
        Snapshot.Size known = former == null ? null : former.size(model.identifier());
        if (former == null || known == null || known.rows() == 0) {
            return bytes(model, columns, settings, rows);
        }
        long bytes = former.usedBytes(model.identifier());
        boolean isDecorated = settings.decorator().of(model.identifier()) != null; // a decorator may drop rows
        return isDecorated || model.view() // the database has no row statistics of views
                ? bytes
                : (long) ((double) bytes / known.rows() * rows);
    }

    /** Returns the bytes of the tables in the version that a load replaces. */
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
            // the rows are in the order of the key's first column, so that column needs no index
            boolean isIndexed = settings.isIndexed().test(known.identifier())
                    && !(model.keyColumns().indexOf(known.name()) == 0);
            parts.add(new Part(column.type().orElseThrow(), settings.isLoaded().test(known.identifier()), isIndexed));
        }
        return bytes(rows, columns.byteEstimate(model) / settings.partsOf(model.identifier()), parts);
    }

    /** The properties of a column that determine its size. */
    public record Part(MySqlType type, boolean isLoaded, boolean isIndexed) {}

    /**
     * Returns the bytes of the columns and indexes of a table without a version in memory.
     *
     * @param rows the number of rows
     * @param stored the bytes of the table in the database, without its indexes
     * @param columns all columns of the table in the database
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
                // a text column stores a number per row: the position of the text in the dictionary
                inMemory += (isText ? number : width) + (column.isIndexed() ? number : 0);
                hasText |= isText;
            }
        }
        long texts = hasText && rows > 0 ? Math.max(0, stored - rows * beside) : 0;
        return rows * inMemory + texts;
    }

    /** Returns the number of bytes of an integer that can hold {@code number}. */
    private static int width(long number) {
        return (Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, number)) + Byte.SIZE - 1) / Byte.SIZE;
    }
}
