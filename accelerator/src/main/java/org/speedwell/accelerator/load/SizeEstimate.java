package org.speedwell.accelerator.load;

import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.load.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.store.Snapshot;

/**
 * How many bytes a table is likely to take in memory: as many a row as in the version that is there, or else by what the
 * database says of it. What is staged on the way is left out: it is counted when it is there, and each column's returns
 * when the column is built.
 */
final class SizeEstimate {
    /** What InnoDB stores with each row beside its columns. */
    private static final int ROW_OVERHEAD = 20;

    private SizeEstimate() {}

    /** Columns and indexes. */
    static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings) throws LoadException {
        long rows = columns.rowEstimate(model);
        Snapshot former = settings.former();
        Snapshot.Size known = former == null ? null : former.size(model.identifier());
        if (known == null || known.rows() == 0) {
            return bytes(model, columns, settings, rows);
        }
        boolean isDecorated = settings.decorator().of(model.identifier()) != null; // of the rows some may be left out
        return isDecorated ? known.bytes() : (long) ((double) known.bytes() / known.rows() * rows);
    }

    private static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings, long rows)
            throws LoadException {
        int number = width(rows);
        long inMemory = 0;
        long stored = ROW_OVERHEAD;
        boolean hasText = false;
        int i = 0;
        for (DatabaseColumn column : columns.matching(model)) {
            ColumnModel<E> known = model.columns().get(i++);
            MySqlType type = column.type().orElseThrow();
            stored += isText(type) ? 0 : width(type);
            if (settings.isLoaded().test(known.identifier())) {
                // The code of a text is its place among those that differ; rows in the key's order need no index of it
                boolean isIndexed = settings.isIndexed().test(known.identifier())
                        && !(model.keyColumns().indexOf(known.name()) == 0);
                inMemory += (isText(type) ? number : width(type)) + (isIndexed ? number : 0);
                hasText |= isText(type);
            }
        }
        long texts = hasText ? Math.max(0, columns.byteEstimate(model) - rows * stored) : 0;
        return rows * inMemory + texts;
    }

    /** The bytes of a number up to this. */
    private static int width(long number) {
        return (Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, number)) + Byte.SIZE - 1) / Byte.SIZE;
    }

    private static boolean isText(MySqlType type) {
        return switch (type) {
            case CHAR, VARCHAR, TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON, BINARY, VARBINARY -> true;
            case TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB, VECTOR, GEOMETRY -> true;
            default -> false;
        };
    }

    private static int width(MySqlType type) {
        return switch (type) {
            case TINYINT, ENUM, SET, YEAR, BIT -> 1;
            case SMALLINT -> 2;
            case BIGINT, DOUBLE, DECIMAL -> 8;
            default -> 4;
        };
    }
}
