package org.speedwell.accelerator.eval;

import java.util.function.IntPredicate;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.store.TableStore;

/**
 * A test of whether a value of the referenced row is null. The value is null if a row references no row.
 *
 * @param nulls tests the value of a referenced row
 * @param isWanted true if rows with a null value pass, false if rows with a value pass
 */
record ReferredNulls(RowMapping path, TableStore<?> referred, IntPredicate nulls, boolean isWanted) implements RowTest {
    /** Returns the opposite test. */
    ReferredNulls negated() {
        return new ReferredNulls(path, referred, nulls, !isWanted);
    }

    @Override
    public boolean test(int row) {
        boolean passes = isNull(path.applyAsInt(row)) == isWanted;
        referred.keepAlive();
        return passes;
    }

    private boolean isNull(int found) {
        return found < 0 || nulls != RowExpression.NEVER_NULL && nulls.test(found);
    }

    /** Returns whether the value of any of some referenced rows is null. A row of −1 counts as null. */
    boolean isAnyNull(int[] found, int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= found[i];
        }
        boolean isNull = all < 0;
        for (int i = 0; nulls != RowExpression.NEVER_NULL && i < count && !isNull; i++) {
            isNull = nulls.test(found[i]);
        }
        return isNull;
    }

    @Override
    public boolean isRowByRow() {
        return false;
    }

    @Override
    public int keep(int[] rows, int count) {
        try (Scratch scratch = Scratch.own()) {
            int[] found = scratch.ints(count);
            path.map(rows, count, found);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += isNull(found[i]) == isWanted ? 1 : 0;
            }
            referred.keepAlive();
            return kept;
        }
    }
}
