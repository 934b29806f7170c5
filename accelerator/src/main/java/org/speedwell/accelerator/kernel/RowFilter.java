package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;

/** Counts the rows of one range of keys: the hot path, which reads the index and nothing else. */
public final class RowFilter {
    /** What is told where the column has no index. */
    public static final int NO_INDEX = -1;

    private RowFilter() {}

    /** How many rows have a key in the range, or, inverted, any other key; {@link #NO_INDEX} if nothing knows at once. */
    public static int countRange(TableStore<?> table, int column, long low, long high, boolean inverted) {
        @Nullable SortedIndex index = table.index(column);
        if (index == null) {
            return NO_INDEX;
        }
        int inside = index.count(low, high);
        table.keepAlive();
        return inverted ? index.valid() - inside : inside;
    }
}
