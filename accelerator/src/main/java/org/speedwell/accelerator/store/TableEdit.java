package org.speedwell.accelerator.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * An edit that makes the next version of a table from the current one and some changes, column by column. Each column
 * and index owns its allocations, which are freed when no version uses them any more.
 *
 * @param budget the budget that counts the memory that versions do not share
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TableEdit<E>(TableStore<E> table, int[] changed, int[] removed, MemoryBudget budget) {

    private static final int[] NO_ROWS = {};

    /** Returns the next version. */
    TableStore<E> version(List<? extends @Nullable Column> values) {
        int added = 0;
        while (added < changed.length && changed[changed.length - 1 - added] >= table.end()) {
            added++;
        }
        int end = table.end() + added;
        TableStore.Builder<E> next = table.successor(new Lease(budget));
        next.edited(
                Validity.removed(table.present(), table.end(), removed, end, budget),
                table.lineage().next(changed, removed));
        Column[] columns = new Column[table.columns()];
        boolean[] isTranslated = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            SortedIndex index = table.index(i);
            Column delta = values.get(i);
            if (delta == null && added > 0 && !(table.column(i) instanceof AbsentColumn)) {
                throw new IllegalArgumentException(
                        "Column " + table.columnName(i) + " of table " + table.name() + " has no values for new rows.");
            }
            int[] rows = delta == null ? NO_ROWS : changed;
            switch (table.column(i)) {
                case AbsentColumn absent -> columns[i] = absent.resized(end);
                case Column same when rows.length == 0 && removed.length == 0 -> columns[i] = same;
                case BytesColumn bytes ->
                    columns[i] = bytes.edit(rows, delta == null ? bytes : (BytesColumn) delta, removed, end, budget);
                case KeyColumn keys -> {
                    KeyColumn given = delta == null ? keys : (KeyColumn) delta;
                    KeySpace.Union union = keys.union(rows, given, budget);
                    isTranslated[i] = !union.first().isIdentity();
                    KeyColumn former = keys.translated(union, budget);
                    KeyChanges changes = former.changes(rows, given, union.second(), removed);
                    KeyColumn edited = former.edit(changes, end, budget);
                    if (index != null) {
                        index = index.translated(former).edit(edited, changes, removed, budget);
                    }
                    columns[i] = edited;
                }
            }
            next.column(table.identifier(i), columns[i], index);
        }
        for (PairIndex pair : table.pairs()) {
            PairIndex edited = edited(pair, columns, isTranslated);
            if (edited != null) {
                next.pair(edited);
            }
        }
        table.keepAlive();
        return next.build();
    }

    /** Returns the edited index over two columns; null if their keys no longer fit into one. */
    private @Nullable PairIndex edited(PairIndex pair, Column[] columns, boolean[] isTranslated) {
        KeyColumn first = (KeyColumn) columns[pair.first()];
        KeyColumn second = (KeyColumn) columns[pair.second()];
        boolean sameSpaces = !isTranslated[pair.first()] && !isTranslated[pair.second()];
        PairIndex edited = sameSpaces ? pair.edit(first, second, changed, removed, budget) : null;
        if (edited != null) {
            return edited;
        }
        try {
            return PairIndex.build(pair.first(), first, pair.second(), second, gone(), new Lease(budget));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the row ids that have no row in the next version. */
    private int[] gone() {
        Validity present = table.present();
        IntStream before = IntStream.range(0, present == null ? 0 : table.end())
                .filter(row -> present != null && !present.isValid(row));
        return IntStream.concat(before, Arrays.stream(removed)).sorted().toArray();
    }

    /**
     * Returns a version whose first scattered column is merged into one piece; the table itself if there is none, or
     * none can be merged.
     */
    static <E> TableStore<E> defragment(TableStore<E> table, MemoryBudget budget, BooleanSupplier isWanted) {
        int place = 0;
        while (place < table.columns() && !(table.column(place) instanceof KeyColumn keys && keys.isScattered())) {
            place++;
        }
        KeyColumn defragmented =
                place == table.columns() ? null : ((KeyColumn) table.column(place)).defragmented(budget, isWanted);
        table.keepAlive();
        if (defragmented == null) {
            return table;
        }
        TableStore.Builder<E> next = table.successor(new Lease(budget));
        next.edited(table.present(), table.lineage().next(new int[0], new int[0]));
        for (int i = 0; i < table.columns(); i++) {
            SortedIndex index = table.index(i);
            next.column(
                    table.identifier(i),
                    i == place ? defragmented : table.column(i),
                    i == place && index != null ? index.over(defragmented) : index);
        }
        table.pairs().forEach(next::pair);
        return next.build();
    }

    private static int[] rows(TableStore<?> table) {
        Validity present = table.present();
        return IntStream.range(0, table.end())
                .filter(row -> present == null || present.isValid(row))
                .toArray();
    }

    /** Returns about how many bytes a table holds for deleted rows and unused values. */
    static long unusedBytes(TableStore<?> table) {
        int[] rows = rows(table);
        long unused = 0;
        for (int i = 0; i < table.columns(); i++) {
            unused += table.column(i).unusedBytes(rows);
        }
        table.keepAlive();
        double gone = table.end() == 0 ? 0 : 1 - rows.length / (double) table.end();
        return unused + (long) (gone * Math.max(0, table.bytes() - unused));
    }

    /** Returns a table of the rows of another, stored contiguously, without unused values. */
    static <E> TableStore<E> pack(TableStore<E> table, Lease lease) {
        int[] rows = rows(table);
        TableStore.Builder<E> next = table.successor(lease);
        Column[] columns = new Column[table.columns()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = table.column(i).compacted(rows, lease);
            if (table.index(i) == null) {
                next.column(table.identifier(i), columns[i], null);
            } else {
                next.indexedColumn(table.identifier(i), columns[i]);
            }
        }
        for (PairIndex pair : table.pairs()) {
            next.pair(PairIndex.build(
                    pair.first(),
                    (KeyColumn) columns[pair.first()],
                    pair.second(),
                    (KeyColumn) columns[pair.second()],
                    lease));
        }
        table.keepAlive();
        return next.build();
    }
}
