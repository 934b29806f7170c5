package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.memory.WorkingMemory;

/** Computes an aggregate of rows that come in blocks, and merges with those of other threads. For one thread. */
public final class Aggregator implements RowWorker<Aggregator> {
    private final int tables;
    private final Aggregate of;
    private final State state;

    /** All rows are of one group. */
    private final BlockGroups all = new BlockGroups();

    private long rows;

    /** Counts the bytes of the state; null if they are not counted. */
    private @Nullable WorkingMemory memory;

    /** The bytes that the memory has counted. */
    private long counted;

    /**
     * Makes an aggregator of no rows.
     *
     * @param tables how many tables the blocks have rows of
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
        Arrays.fill(all.of, BlockGroups.ALL);
    }

    /** Makes an aggregator from which rows can be {@link #retract retracted}, if there is no {@link #retractionRefusal}. */
    public static Aggregator retracting(int tables, Aggregate of) {
        return new Aggregator(tables, of, true);
    }

    @Override
    public boolean takesOthers() {
        return state.isTotal();
    }

    @Override
    public boolean isOrdered() {
        return state.isOrdered();
    }

    /** Lets rows come in any order, of which any may throw first; groups still come in the order of their first rows. */
    public Aggregator inAnyOrder() {
        if (state instanceof Groups groups) {
            groups.setUnordered();
        }
        return this;
    }

    /** Counts the state from now on in the memory of its query, which is refused where it takes too much. */
    public Aggregator countedIn(WorkingMemory queryMemory) {
        memory = queryMemory;
        return this;
    }

    /** Adds the rows of a block. If something is thrown it is what the first row throws, as if they were added one by one. */
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

    /** Tells why rows cannot be {@link #retract retracted}; empty if they can. */
    public Optional<String> retractionRefusal() {
        return state.retractionRefusal();
    }

    /**
     * Removes rows that were added before. The result is then that of the other rows. A group whose rows are all removed is none.
     *
     * @throws UnsupportedOperationException if there is a {@link #retractionRefusal}
     */
    public void retract(RowBlock block) {
        retractionRefusal().ifPresent(reason -> {
            throw new UnsupportedOperationException(reason);
        });
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
        RowBlock one = new RowBlock(tables);
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

    /** Merges another aggregator, whose rows may lie between those of this one. */
    @Override
    public Aggregator merge(Aggregator other) {
        if (state instanceof Groups groups) {
            groups.setMixed();
        }
        return append(other);
    }

    /** Merges another aggregator, whose rows come behind all rows of this one. */
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

    /** Returns how many rows were added. */
    public long rows() {
        return rows;
    }

    /** Returns how many groups there are, with those of subtotals; 1 without keys. */
    public long size() {
        return state instanceof Groups groups ? groups.size() : 1;
    }

    /** Returns the result, when all rows have been added; null if that is the result. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the caller knows of what it is, and whether it may be null
    public <R> R result() {
        return (R) state.result(BlockGroups.ALL, rows);
    }
}
