package org.speedwell.accelerator.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.KeySpace;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;

/**
 * Finds rows by their primary key: of the indexes of its columns, for each key that which leaves the fewest rows to look at.
 *
 * @param places of the key's columns in the table, in the key's order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyLookup(TableStore<?> table, int[] places) {
    private static final int NONE = -1;

    /**
     * One column of the key.
     *
     * @param keys those that are looked for, as the table's column has them
     * @param isThere by key: whether that column may have it
     */
    private record Part(KeyColumn column, @Nullable SortedIndex index, long[] keys, boolean[] isThere) {

        boolean matches(int row, int key) {
            return !column.isNull(row) && column.key(row) == keys[key];
        }
    }

    /** The row of each key, or −1. */
    int[] rows(List<? extends Column> keys) {
        List<Part> parts = parts(keys);
        int[] rows = new int[keys.getFirst().rows()];
        if (parts.size() == 1) {
            Arrays.setAll(rows, key -> single(parts.getFirst(), key));
        } else {
            PairIndex pair = table.pair(places[0], places[1]);
            Arrays.setAll(rows, key -> composite(parts, pair, key));
        }
        table.keepAlive();
        return rows;
    }

    private List<Part> parts(List<? extends Column> keys) {
        if (places.length == 0) {
            throw new IllegalStateException("Table " + name() + " has no primary key to find rows by.");
        }
        if (keys.size() != places.length) {
            throw new IllegalArgumentException("The primary key of table " + name() + " has " + places.length
                    + " columns, and " + keys.size() + " are given.");
        }
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            parts.add(part(places[i], keys.get(i)));
        }
        if (parts.stream().allMatch(part -> part.index == null)) {
            throw new IllegalStateException("No column of the primary key of table " + name() + " has an index ("
                    + table.columnName(places[0]) + "): its rows cannot be found by key.");
        }
        return parts;
    }

    private Part part(int place, Column keys) {
        if (!(table.column(place) instanceof KeyColumn column) || !(keys instanceof KeyColumn given)) {
            throw new IllegalStateException("Column " + table.columnName(place) + " of table " + name()
                    + " is not held by keys: its rows cannot be found by it.");
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
        return table.identifier().getTableId();
    }

    private static int single(Part part, int key) {
        SortedIndex index = part.index;
        if (index == null || !part.isThere[key]) {
            return NONE;
        }
        int position = index.below(part.keys[key]);
        if (position >= index.valid()) {
            return NONE;
        }
        int row = index.row(position);
        return part.column.key(row) == part.keys[key] ? row : NONE;
    }

    private static int composite(List<Part> parts, @Nullable PairIndex pair, int key) {
        SortedIndex narrowest = null;
        int from = 0;
        int to = Integer.MAX_VALUE;
        for (Part part : parts) {
            if (!part.isThere[key]) {
                return NONE;
            }
            if (part.index != null && to - from > 1) {
                int below = part.index.below(part.keys[key]);
                int through = part.index.through(part.keys[key]);
                if (through - below < to - from) {
                    narrowest = part.index;
                    from = below;
                    to = through;
                }
            }
        }
        if (pair != null && to - from > 1) {
            narrowest = pair.index();
            from = pair.below(parts.get(0).keys[key], parts.get(1).keys[key]);
            to = pair.through(parts.get(0).keys[key], parts.get(1).keys[key]);
        }
        for (int position = from; position < to && narrowest != null; position++) {
            int row = narrowest.row(position);
            if (parts.stream().allMatch(part -> part.matches(row, key))) {
                return row;
            }
        }
        return NONE;
    }

    /** All rows that have one of the keys: pairs of a row's number and that of its key, by key. */
    List<TableStore.Match> matches(List<? extends Column> keys) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            parts.add(part(places[i], keys.get(i)));
        }
        Part first = parts.getFirst();
        Validity present = table.present();
        List<TableStore.Match> matches = new ArrayList<>();
        for (int key = 0; key < first.keys.length; key++) {
            int sought = key;
            if (!parts.stream().allMatch(part -> part.isThere[sought])) {
                continue;
            }
            SortedIndex index = first.index;
            int from = index == null ? 0 : index.below(first.keys[key]);
            int to = index == null ? table.end() : index.through(first.keys[key]);
            for (int position = from; position < to; position++) {
                int row = index == null ? position : index.row(position);
                if ((present == null || present.isValid(row))
                        && parts.stream().allMatch(part -> part.matches(row, sought))) {
                    matches.add(new TableStore.Match(row, key));
                }
            }
        }
        table.keepAlive();
        return matches;
    }
}
