package org.speedwell.accelerator.aggregate;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.KeyLongs;
import org.speedwell.accelerator.eval.LongOperation;
import org.speedwell.accelerator.eval.RowLongs;

/** The numbers that one aggregator reads, each once for all that want it. For one thread. */
final class Inputs {
    private final Map<KeyColumn, Map<Integer, LongInput>> columns = new IdentityHashMap<>();
    private final int tables;
    private final boolean retracts;
    private final Map<RowLongs, Map<Integer, LongInput>> expressions = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param tables how many tables the blocks have rows of
     * @param retracts whether rows will be retracted
     */
    Inputs(int tables, boolean retracts) {
        this.tables = tables;
        this.retracts = retracts;
    }

    /** Returns the inputs of other blocks of rows of the same tables. */
    Inputs ofOtherBlocks() {
        return new Inputs(tables, retracts);
    }

    /** Tells whether rows will be retracted. */
    boolean retracts() {
        return retracts;
    }

    /** Returns how many tables the blocks have rows of. */
    int tables() {
        return tables;
    }

    /**
     * The keys of a column; those of NULL rows mean nothing.
     *
     * @param table the place of its table among those of a block
     */
    LongInput of(KeyColumn column, int table) {
        return columns.computeIfAbsent(column, _ -> new HashMap<>())
                .computeIfAbsent(table, _ -> LongInput.of(column, table));
    }

    /** What an expression gives; its operands may be those of others. */
    LongInput of(RowLongs expression, int table) {
        if (expression instanceof KeyLongs keys) {
            return of(keys.column(), table);
        }
        Map<Integer, LongInput> byTable = expressions.computeIfAbsent(expression, _ -> new HashMap<>());
        LongInput known = byTable.get(table);
        if (known == null) {
            known = expression instanceof LongOperation operation
                    ? LongInput.of(operation, of(operation.first(), table), of(operation.second(), table))
                    : LongInput.of(expression, table);
            byTable.put(table, known);
        }
        return known;
    }
}
