package org.speedwell.accelerator.eval;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Callee;

/**
 * An object for each key of a column whose keys are close together. The function runs once for each key; threads may
 * run it twice.
 */
final class KeyedObjects implements IntFunction<@Nullable Object> {
    private final KeyColumn column;
    private final Callee callee;

    /** The cached results by key, from the smallest key on. Null means no result yet. */
    private final @Nullable Object[] known;

    KeyedObjects(KeyColumn column, Callee callee) {
        this.column = column;
        this.callee = callee;
        this.known = new @Nullable Object[(int) (column.max() - column.min()) + 1];
    }

    @Override
    public @Nullable Object apply(int row) {
        if (column.isNull(row)) {
            return callee.call(new @Nullable Object[] {null});
        }
        long key = column.key(row);
        int place = (int) (key - column.min());
        Object value = known[place];
        if (value == null) {
            value = callee.call(new Object[] {column.codec().value(key)});
            known[place] = value;
        }
        return value;
    }
}
