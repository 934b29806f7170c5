package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The computation of one aggregate over blocks of rows. Aggregators of several threads can be merged. For one thread.
 */
public final class Aggregator implements RowWorker<Aggregator> {
    private final int tables;
    private final Aggregate of;
    private final State state;

    /** The groups of a block in which all rows belong to one group. */
    private final BlockGroups all = new BlockGroups();

    private long rows;

    /** The memory account of the query; null if the engine does not count the bytes of this aggregator. */
    private @Nullable WorkingMemory memory;

    /** The bytes of the state that {@link #memory} includes. */
    private long counted;

    /**
     * Creates an aggregator without rows.
     *
     * @param tables the number of tables in each block
     * @throws NotOnColumnsException if columns cannot compute the aggregate
     */
    public Aggregator(int tables, Aggregate of) {
        this(tables, of, false);
    }

    private Aggregator(int tables, Aggregate of, boolean retracts) {
        this.tables = tables;
        this.of = of;
        InputCache inputs = new InputCache(tables, retracts);
        this.state = of instanceof Aggregate.Grouped grouped ? new Groups(grouped, inputs, false) : of.state(inputs);
        state.grow(BlockGroups.ALL + 1);
    }

    /** Creates an aggregator that can {@link #retract} rows, unless it has a {@link #retractionRefusal}. */
    public static Aggregator retracting(int tables, Aggregate of) {
        return new Aggregator(tables, of, true);
    }

    @Override
    public boolean skipsUnselectedRows() {
        return state.cannotThrow();
    }

    @Override
    public boolean isOrdered() {
        return state.isOrdered();
    }

    /**
     * Allows rows in any order. If several rows throw, any of their exceptions may result. The groups keep the order of
     * their first rows.
     */
    public Aggregator inAnyOrder() {
        if (state instanceof Groups groups) {
            groups.setUnordered();
        }
        return this;
    }

    /**
     * Counts the bytes of the state in the memory of the query from now on. The query fails if it exceeds its budget.
     */
    public Aggregator countedIn(WorkingMemory queryMemory) {
        memory = queryMemory;
        return this;
    }

    /**
     * Adds the rows of a block. If it throws, the exception is that of the first row that throws when rows are added
     * one by one.
     */
    @Override
    public void accept(RowBlock block) {
        try {
            add(block);
        } catch (RuntimeException e) {
            throw firstOf(block, e);
        }
        countBytes();
    }

    private void add(RowBlock block) {
        reserve(block);
        for (int i = 0; i < block.othersSize; i++) {
            all.of[block.others[i]] = BlockGroups.NONE;
        }
        all.filled(block, BlockGroups.ALL + 1);
        state.add(block, all);
        rows += block.size - block.othersSize;
        for (int i = 0; i < block.othersSize; i++) {
            all.of[block.others[i]] = BlockGroups.ALL;
        }
    }

    private void reserve(RowBlock block) {
        if (all.of.length < block.size) {
            all.reserve(block);
            Arrays.fill(all.of, BlockGroups.ALL);
        }
    }

    /** Returns the reason why this aggregator cannot {@link #retract} rows; empty if it can. */
    public Optional<String> retractionRefusal() {
        return state.retractionRefusal();
    }

    /**
     * Removes rows that were added before. The result then covers the other rows only. Groups without rows disappear
     * from it.
     *
     * @throws UnsupportedOperationException if there is a {@link #retractionRefusal}
     */
    public void retract(RowBlock block) {
        retractionRefusal().ifPresent(reason -> {
            throw new UnsupportedOperationException(reason);
        });
        reserve(block);
        all.filled(block, BlockGroups.ALL + 1);
        state.retract(block, all);
        rows -= block.size;
    }

    private void countBytes() {
        WorkingMemory in = memory;
        if (in != null) {
            long bytes = state.bytes();
            in.add(bytes - counted);
            counted = bytes;
        }
    }

    private RuntimeException firstOf(RowBlock block, RuntimeException any) {
        Aggregator other = new Aggregator(tables, of);
        RowBlock one = new RowBlock(tables, 1);
        one.size = 1;
        for (int place = 0; place < block.size; place++) {
            for (int table = 0; table < tables; table++) {
                one.rows[table][0] = block.rows[table][place];
            }
            one.fillings++;
            try {
                other.add(one);
            } catch (RuntimeException first) {
                return first;
            }
        }
        return any;
    }

    @Override
    public Aggregator append(Aggregator other) {
        state.merge(other.state, new int[] {BlockGroups.NONE, BlockGroups.ALL}, BlockGroups.ALL + 1);
        rows += other.rows;
        countBytes();
        other.release();
        return this;
    }

    private void release() {
        WorkingMemory in = memory;
        if (in != null) {
            in.release(counted);
            counted = 0;
            memory = null;
        }
    }

    /** Returns the number of rows that were added and not retracted. */
    public long rows() {
        return rows;
    }

    /** Returns the number of groups of all levels, subtotals included; 1 without keys. */
    public long size() {
        return state instanceof Groups groups ? groups.size() : 1;
    }

    /** Returns the result, which may be null. Call it after all rows were added. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the caller knows the type, and whether the result may be null
    public <R> R result() {
        return (R) state.result(BlockGroups.ALL, rows);
    }
}
