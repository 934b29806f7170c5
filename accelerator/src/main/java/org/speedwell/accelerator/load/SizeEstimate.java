package org.speedwell.accelerator.load;

import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.load.DatabaseColumns.DatabaseColumn;

/** How many bytes a table is likely to take in memory, from what the database says of it. */
final class SizeEstimate {
    private SizeEstimate() {}

    /** Columns, indexes, and what is staged on the way. */
    static <E> long bytes(TableModel<E> model, DatabaseColumns columns, LoadSettings settings) throws LoadException {
        long rows = columns.rowEstimate(model);
        long row = 0;
        boolean hasText = false;
        int i = 0;
        for (DatabaseColumn column : columns.matching(model)) {
            ColumnModel<E> known = model.columns().get(i++);
            if (settings.isLoaded().test(known.identifier())) {
                MySqlType type = column.type().orElseThrow();
                row += width(type) + (settings.isIndexed().test(known.identifier()) ? Integer.BYTES : 0);
                hasText |= isText(type);
            }
        }
        // Texts stand in the database as they will in memory; the rest of its row is counted twice then, for staging
        return rows * row + (hasText ? columns.byteEstimate(model) : 0);
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
