package org.speedwell.accelerator.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;

/**
 * A lookup of rows by their primary key. For each key it uses the index that gives the fewest candidates.
 *
 * @param places the places of the key's columns in the table, in the key's order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyLookup(TableStore<?> table, int[] places) {
    private static final int NONE = -1;

    /** The number of candidates that a lookup reads at once. */
    private static final int CANDIDATES = 64;

    /**
     * One column of the key.
     *
     * @param keys the keys to look for, as the table's column encodes them
     * @param isThere for each key, whether that column may contain it
     */
    private record Part(KeyColumn column, @Nullable SortedIndex index, long[] keys, boolean[] isThere) {

        boolean matches(int row, int key) {
            return !column.isNull(row) && column.key(row) == keys[key];
        }
    }

    /** Returns the row of each key, or −1. */
    int[] rows(List<? extends Column> keys) {
        List<Part> parts = parts(keys);
        int[] rows = new int[keys.getFirst().rows()];
        int[] candidates = new int[CANDIDATES];
        for (int key = 0; key < rows.length; key++) {
            rows[key] = parts.size() == 1 ? single(parts.getFirst(), key) : first(parts, key, candidates);
        }
        table.keepAlive();
        return rows;
    }

    private List<Part> parts(List<? extends Column> keys) {
        if (places.length == 0) {
            throw new IllegalStateException(
                    "Table " + name() + " has no primary key, so its rows cannot be found by key.");
        }
        if (keys.size() != places.length) {
            throw new IllegalArgumentException("The primary key of table " + name() + " has " + places.length
                    + " columns, but " + keys.size() + " were passed.");
        }
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            parts.add(part(places[i], keys.get(i)));
        }
        if (parts.stream().allMatch(part -> part.index == null)) {
            throw new IllegalStateException("No column of the primary key of table " + name() + " has an index ("
                    + table.columnName(places[0]) + "), so its rows cannot be found by key.");
        }
        return parts;
    }

    private Part part(int place, Column keys) {
        if (!(table.column(place) instanceof KeyColumn column) || !(keys instanceof KeyColumn given)) {
            throw new IllegalStateException("Column " + table.columnName(place) + " of table " + name()
                    + " is not stored as keys, so rows cannot be found by its values.");
        }
        KeySpace.Translation translation = given.space().to(column.space());
        long[] translated = new long[given.rows()];
        boolean[] isThere = new boolean[given.rows()];
        for (int key = 0; key < translated.length; key++) {
            if (!given.isNull(key)) {
                translated[key] = translation.of(given.key(key));
                isThere[key] = translation.isIdentity() || translated[key] != KeySpace.Translation.NONE;
            }
        }
        return new Part(column, table.index(place), translated, isThere);
    }

    private String name() {
        return table.name();
    }

    /** Returns the row of a key of one column, or −1. */
    private static int single(Part part, int key) {
        return part.index == null || !part.isThere[key] ? NONE : part.index.firstRow(part.keys[key]);
    }

    /** Returns the row of a key of several columns, or −1. It compares each candidate row with the key. */
    private int first(List<Part> parts, int key, int[] candidates) {
        Places places = places(parts, key);
        for (int from = places.from; from < places.to; from += candidates.length) {
            int count = Math.min(candidates.length, places.to - from);
            places.copyRows(from, from + count, candidates);
            for (int i = 0; i < count; i++) {
                if (matches(parts, candidates[i], key)) {
                    return candidates[i];
                }
            }
        }
        return NONE;
    }

    private static boolean matches(List<Part> parts, int row, int key) {
        for (int i = parts.size() - 1; i >= 0; i--) { // the last column of a key differs most often
            if (!parts.get(i).matches(row, key)) {
                return false;
            }
        }
        return true;
    }

    /** The smallest set of candidates for a key: positions of an index, or row ids if there is no index. */
    private record Places(@Nullable SortedIndex index, int from, int to) {
        void copyRows(int first, int end, int[] target) {
            if (index != null) {
                index.copyRows(first, end, target, 0);
                return;
            }
            for (int row = first; row < end; row++) {
                target[row - first] = row;
            }
        }

        int row(int position) {
            return index == null ? position : index.row(position);
        }
    }

    private Places places(List<Part> parts, int key) {
        Places fewest = new Places(null, 0, table.end());
        for (Part part : parts) {
            if (!part.isThere[key]) {
                return new Places(null, 0, 0);
            }
            if (part.index != null && (fewest.index == null || fewest.to - fewest.from > 1)) {
                int from = part.index.below(part.keys[key]);
                int to = part.index.through(part.keys[key]);
                fewest = fewest.index == null || to - from < fewest.to - fewest.from
                        ? new Places(part.index, from, to)
                        : fewest;
            }
        }
        PairIndex pair = places.length > 1 ? table.pair(places[0], places[1]) : null;
        if (pair == null || fewest.to - fewest.from <= 1) {
            return fewest;
        }
        long first = parts.get(0).keys[key];
        long second = parts.get(1).keys[key];
        return new Places(pair.index(), pair.below(first, second), pair.through(first, second));
    }

    /** Returns all rows with one of the keys, as pairs of a row id and a key's number, by key. */
    List<TableStore.Match> matches(List<? extends Column> keys) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            parts.add(part(places[i], keys.get(i)));
        }
        Validity present = table.present();
        List<TableStore.Match> matches = new ArrayList<>();
        for (int key = 0; key < parts.getFirst().keys.length; key++) {
            Places range = places(parts, key);
            for (int position = range.from; position < range.to; position++) {
                int row = range.row(position);
                if ((present == null || present.isValid(row)) && matches(parts, row, key)) {
                    matches.add(new TableStore.Match(row, key));
                }
            }
        }
        table.keepAlive();
        return matches;
    }
}
