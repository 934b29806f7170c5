package org.speedwell.accelerator.database;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.text.ValueText;

/** A check that the configured key of a view is unique and never NULL. No database guarantees this. */
public final class ViewKey {
    private static final int STEP = 1 << 12;

    /** The largest number of characters of a value in a message. */
    private static final int MAX_LENGTH = 80;

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final TableStore<?> rows;

    private ViewKey(TableStore<?> rows) {
        this.rows = rows;
    }

    /**
     * Checks the key over all rows of a view.
     *
     * @throws TableException if two rows have the same key, or a key column is NULL or not loaded; the message names
     *     the values or the column
     */
    public static void check(TableModel<?> model, TableStore<?> rows) throws TableException {
        String failure = new ViewKey(rows).failure();
        if (failure != null) {
            throw TableException.of("View " + model + " cannot have the key " + model.keyColumns() + ": " + failure
                    + ". Pass other key columns to withView, or none.");
        }
    }

    /**
     * Checks the key over all rows of a view that come from a file.
     *
     * @throws IOException if the key is not unique, or a key column is NULL or not loaded
     */
    public static void checkFile(TableStore<?> rows) throws IOException {
        String failure = new ViewKey(rows).failure();
        if (failure != null) {
            throw new IOException(failure);
        }
    }

    private @Nullable String failure() {
        for (int place : rows.primaryKey()) {
            Column column = rows.column(place);
            String name = rows.columnName(place);
            if (!(column instanceof KeyColumn)) {
                return "column " + name + " is not loaded, or its values have no order";
            }
            if (column.nulls() > 0) {
                return "column " + name + " is NULL in " + column.nulls() + " rows";
            }
        }
        return alike(hashes());
    }

    /** Returns a hash of the key of each row. Equal keys have equal hashes. */
    private long[] hashes() {
        long[] hashes = new long[rows.rows()];
        long[] keys = new long[STEP];
        for (int place : rows.primaryKey()) {
            KeyColumn column = (KeyColumn) rows.column(place);
            for (int first = 0; first < hashes.length; first += STEP) {
                int count = Math.min(STEP, hashes.length - first);
                column.keys(first, count, keys);
                for (int i = 0; i < count; i++) {
                    long mixed = (hashes[first + i] ^ keys[i]) * SPREAD;
                    hashes[first + i] = mixed ^ mixed >>> 32;
                }
            }
        }
        rows.keepAlive();
        return hashes;
    }

    private @Nullable String alike(long[] hashes) {
        long[] sorted = hashes.clone();
        Arrays.parallelSort(sorted);
        Set<Long> suspects = new HashSet<>();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                suspects.add(sorted[i]);
            }
        }
        Map<List<Long>, Integer> seen = new HashMap<>();
        for (int row = 0; row < hashes.length && !suspects.isEmpty(); row++) {
            if (suspects.contains(hashes[row]) && seen.put(keys(row), row) != null) {
                return "several rows have " + describeRow(row);
            }
        }
        return null;
    }

    private List<Long> keys(int row) {
        return Arrays.stream(rows.primaryKey())
                .mapToObj(place -> ((KeyColumn) rows.column(place)).key(row))
                .toList();
    }

    private String describeRow(int row) {
        return Arrays.stream(rows.primaryKey())
                .mapToObj(place -> rows.columnName(place) + " = "
                        + ValueText.of(rows.column(place).get(row), MAX_LENGTH))
                .collect(Collectors.joining(", "));
    }
}
