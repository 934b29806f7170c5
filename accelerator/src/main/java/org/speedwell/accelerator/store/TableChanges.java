package org.speedwell.accelerator.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore.RowPair;

/**
 * The difference between two versions of a table. It looks up a row by its primary key if the other version has no
 * equal row with the same row id. Primary keys are unique, so a row with the same id and the same values is the same
 * row. For one thread.
 */
final class TableChanges<E> {
    /**
     * The number of rows that are looked up at once, about. Each lookup translates text keys into a common key space,
     * so that batches should be large.
     */
    private static final int MAX_BATCH_ROWS = 1 << 17;

    private final TableStore<E> former;
    private final TableStore<E> latter;
    private final Candidates gone = new Candidates();
    private final Candidates come = new Candidates();
    private int next;

    private TableChanges(TableStore<E> former, TableStore<E> latter) {
        this.former = former;
        this.latter = latter;
    }

    static <E> Stream<RowPair> rows(TableStore<E> former, TableStore<E> latter) {
        if (!latter.hasPrimaryKey()) {
            throw new IllegalStateException("Table " + latter.name()
                    + " has no primary key, so its rows cannot be matched with those of another version.");
        }
        TableChanges<E> changes = new TableChanges<>(former, latter);
        return Stream.generate(changes::some).takeWhile(Objects::nonNull).flatMap(List::stream);
    }

    /** The row ids of one version whose rows the other version does not have under the same id. */
    private static final class Candidates {
        private int[] rows = new int[Column.SHARED];
        private int size;

        void add(int row) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, 2 * size);
            }
            rows[size++] = row;
        }

        int[] take() {
            int[] taken = Arrays.copyOf(rows, size);
            size = 0;
            return taken;
        }
    }

    /** Returns some more pairs; null if there are none. */
    private @Nullable List<RowPair> some() {
        int end = Math.max(former.end(), latter.end());
        if (next >= end) {
            return null;
        }
        for (; next < end && gone.size + come.size < MAX_BATCH_ROWS; next += Math.min(Column.SHARED, end - next)) {
            if (!isShared(next)) {
                compare(next, next + Math.min(Column.SHARED, end - next));
            }
        }
        List<RowPair> pairs = pairs(gone.take(), come.take());
        former.keepAlive();
        latter.keepAlive();
        return pairs;
    }

    /** Returns whether the versions share the {@value Column#SHARED} rows from a row on. */
    private boolean isShared(int from) {
        if (within(former, from) != within(latter, from)
                || !Validity.isSame(former.present(), latter.present(), from)) {
            return false;
        }
        for (int i = 0; i < latter.columns(); i++) {
            if (!former.column(i).isShared(latter.column(i), from)) {
                return false;
            }
        }
        return true;
    }

    private static int within(TableStore<?> version, int from) {
        return Math.clamp((long) version.end() - from, 0, Column.SHARED);
    }

    private void compare(int from, int to) {
        for (int row = from; row < to; row++) {
            boolean isBefore = former.isPresent(row);
            boolean isAfter = latter.isPresent(row);
            if (!isBefore || !isAfter || !isSame(row, row)) {
                if (isBefore) {
                    gone.add(row);
                }
                if (isAfter) {
                    come.add(row);
                }
            }
        }
    }

    private boolean isSame(int before, int after) {
        for (int i = 0; i < latter.columns(); i++) {
            if (!former.column(i).isSame(before, latter.column(i), after)) {
                return false;
            }
        }
        return true;
    }

    private List<RowPair> pairs(int[] before, int[] after) {
        List<RowPair> pairs = new ArrayList<>();
        int[] now = places(former, before, latter);
        for (int i = 0; i < before.length; i++) {
            if (now[i] == RowPair.NONE || !isSame(before[i], now[i])) {
                pairs.add(new RowPair(before[i], now[i]));
            }
        }
        int[] then = places(latter, after, former);
        for (int i = 0; i < after.length; i++) {
            if (then[i] == RowPair.NONE) {
                pairs.add(new RowPair(RowPair.NONE, after[i]));
            }
        }
        return pairs;
    }

    /** Returns the row ids in one version of rows of the other. */
    private static int[] places(TableStore<?> of, int[] rows, TableStore<?> in) {
        if (rows.length == 0) {
            return rows;
        }
        Lease lease = new Lease();
        try {
            return in.rowsOf(of.keys(rows, lease));
        } finally {
            lease.release();
        }
    }
}
