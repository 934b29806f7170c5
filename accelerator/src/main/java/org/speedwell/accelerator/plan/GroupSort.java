package org.speedwell.accelerator.plan;

import org.speedwell.accelerator.column.IntSort;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.store.TableStore;

/**
 * Sorts by several columns where an index already gives the order of the first: only the groups of rows that it does not
 * tell apart are left to sort, and of these only those that reach into the window asked for.
 */
final class GroupSort {
    private GroupSort() {}

    /** The rows of a window in the whole order. {@code byFirst} are all rows in the order of its first column. */
    static Rows window(TableStore<?> table, RowOrder order, Rows byFirst, int from, int to) {
        if (from >= to) {
            return byFirst.slice(from, from);
        }
        RowOrder first = order.first();
        int start = from;
        while (start > 0 && first.compare(table, byFirst.get(start - 1), byFirst.get(from)) == 0) {
            start--;
        }
        int end = to;
        while (end < byFirst.size() && first.compare(table, byFirst.get(end), byFirst.get(to - 1)) == 0) {
            end++;
        }
        int[] rows = new int[end - start];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = byFirst.get(start + i);
        }
        int group = 0;
        for (int i = 1; i <= rows.length; i++) {
            if (i == rows.length || first.compare(table, rows[i], rows[group]) != 0) {
                IntSort.sort(rows, group, i, (a, b) -> order.compare(table, a, b));
                group = i;
            }
        }
        return new Rows.Listed(rows, from - start, to - start);
    }
}
