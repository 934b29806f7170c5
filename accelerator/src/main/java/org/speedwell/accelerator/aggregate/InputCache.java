package org.speedwell.accelerator.aggregate;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.KeyLongs;
import org.speedwell.accelerator.eval.LongOperation;
import org.speedwell.accelerator.eval.RowLongs;

/** The numbers that one aggregator reads. All aggregates that use the same number share one input. For one thread. */
final class InputCache {
    private final Map<KeyColumn, Map<Object, LongInput>> columns = new IdentityHashMap<>();
    private final int tables;
    private final boolean retracts;
    private final Map<RowLongs, Map<Object, LongInput>> expressions = new HashMap<>();

    /**
     * Creates an empty cache.
     *
     * @param tables the number of tables in each block
     * @param retracts whether the aggregator will retract rows
     */
    InputCache(int tables, boolean retracts) {
        this.tables = tables;
        this.retracts = retracts;
    }

    /** Returns a new cache for other blocks of rows of the same tables. */
    InputCache ofOtherBlocks() {
        return new InputCache(tables, retracts);
    }

    /** Returns whether the aggregator will retract rows. */
    boolean retracts() {
        return retracts;
    }

    /** Returns the number of tables in each block. */
    int tables() {
        return tables;
    }

    /** Returns the keys of a column. Keys of NULL rows are undefined. */
    LongInput of(KeyColumn column, Reader of) {
        return columns.computeIfAbsent(column, _ -> new HashMap<>())
                .computeIfAbsent(of.source(), _ -> LongInput.of(column, of));
    }

    /** Returns the results of an expression. Its operands are shared with other expressions. */
    LongInput of(RowLongs expression, Reader of) {
        if (expression instanceof KeyLongs keys) {
            return of(keys.column(), of);
        }
        Map<Object, LongInput> bySource = expressions.computeIfAbsent(expression, _ -> new HashMap<>());
        LongInput known = bySource.get(of.source());
        if (known == null) {
            known = expression instanceof LongOperation operation
                    ? LongInput.of(operation, of(operation.first(), of), of(operation.second(), of))
                    : LongInput.of(expression, of);
            bySource.put(of.source(), known);
        }
        return known;
    }
}
