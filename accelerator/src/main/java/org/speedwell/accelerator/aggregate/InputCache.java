package org.speedwell.accelerator.aggregate;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.KeyLongs;
import org.speedwell.accelerator.eval.LongOperation;
import org.speedwell.accelerator.eval.RowLongs;

/** The numbers that one aggregator reads, each once for all that want it. For one thread. */
final class InputCache {
    private final Map<KeyColumn, Map<Object, LongInput>> columns = new IdentityHashMap<>();
    private final int tables;
    private final boolean retracts;
    private final Map<RowLongs, Map<Object, LongInput>> expressions = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param tables how many tables the blocks have rows of
     * @param retracts whether rows will be retracted
     */
    InputCache(int tables, boolean retracts) {
        this.tables = tables;
        this.retracts = retracts;
    }

    /** Returns the inputs of other blocks of rows of the same tables. */
    InputCache ofOtherBlocks() {
        return new InputCache(tables, retracts);
    }

    /** Tells whether rows will be retracted. */
    boolean retracts() {
        return retracts;
    }

    /** Returns how many tables the blocks have rows of. */
    int tables() {
        return tables;
    }

    /** Returns the keys of a column; those of NULL rows mean nothing. */
    LongInput of(KeyColumn column, Reader of) {
        return columns.computeIfAbsent(column, _ -> new HashMap<>())
                .computeIfAbsent(of.source(), _ -> LongInput.of(column, of));
    }

    /** Returns what an expression gives; its operands may be those of others. */
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
