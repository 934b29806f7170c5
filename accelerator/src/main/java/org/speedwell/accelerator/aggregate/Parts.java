package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** Parts rows by a test: an aggregate of those that pass it, and perhaps one of the others, as the JDK's collectors do. */
final class Parts implements State {
    private final IntPredicate test;
    private final int table;
    private final Part passed;
    private final @Nullable Part failed;

    /** @param failed null if the rows that do not pass are not wanted */
    Parts(IntPredicate test, int table, int tables, State passed, @Nullable State failed) {
        this.test = test;
        this.table = table;
        this.passed = new Part(passed, tables);
        this.failed = failed == null ? null : new Part(failed, tables);
    }

    /** The rows of one kind, and their aggregate. */
    private static final class Part {
        private final State state;
        private final Lanes rows = new Lanes();
        private final RowBlock block;
        private final BlockGroups groups = new BlockGroups();

        Part(State state, int tables) {
            this.state = state;
            this.block = new RowBlock(tables);
        }

        void take(RowBlock from, BlockGroups of, int place) {
            for (int any = 0; any < from.rows.length; any++) {
                block.rows[any][block.size] = from.rows[any][place];
            }
            groups.of[block.size++] = of.of[place];
        }

        void clear() {
            block.fillings++;
            block.size = 0;
        }

        void add(BlockGroups of) {
            if (block.size > 0) {
                groups.filled(block, of.count());
                rows.count(groups);
                state.add(block, groups);
            }
        }

        void retract(BlockGroups of) {
            if (block.size > 0) {
                groups.filled(block, of.count());
                rows.uncount(groups);
                state.retract(block, groups);
            }
        }

        void grow(int size) {
            rows.grow(size);
            state.grow(size);
        }

        void merge(Part other, int[] to, int size) {
            for (int group = BlockGroups.NONE + 1; group < size; group++) {
                rows.add(to[group], other.rows.sum(group));
            }
            state.merge(other.state, to, size);
        }

        @Nullable
        Object result(int group) {
            return state.result(group, rows.sum(group));
        }
    }

    @Override
    public void grow(int groups) {
        passed.grow(groups);
        if (failed != null) {
            failed.grow(groups);
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        part(block, groups);
        passed.add(groups);
        if (failed != null) {
            failed.add(groups);
        }
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        part(block, groups);
        passed.retract(groups);
        if (failed != null) {
            failed.retract(groups);
        }
    }

    private void part(RowBlock block, BlockGroups groups) {
        passed.clear();
        if (failed != null) {
            failed.clear();
        }
        int[] tested = block.rows[table];
        for (int i = 0; i < block.size; i++) {
            Part of = test.test(tested[i]) ? passed : failed;
            if (of != null) {
                of.take(block, groups, i);
            }
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        Parts parts = (Parts) other;
        passed.merge(parts.passed, groups, size);
        if (failed != null) {
            failed.merge(requireNonNull(parts.failed), groups, size);
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        Part others = failed;
        return others == null ? passed.result(group) : partitions(passed.result(group), others.result(group));
    }

    /** Returns the map that the JDK makes of two partitions, of a class of its own. */
    private static Object partitions(@Nullable Object ofTrue, @Nullable Object ofFalse) {
        Collector<Boolean, @Nullable Object[], @Nullable Object> value = Collector.of(
                () -> new @Nullable Object[1],
                (result, isTrue) -> result[0] = isTrue ? ofTrue : ofFalse,
                (one, _) -> one,
                result -> result[0]);
        return Stream.of(true, false).collect(Collectors.partitioningBy(Boolean::booleanValue, value));
    }

    @Override
    public Optional<String> retractionRefusal() {
        return passed.state.retractionRefusal();
    }

    @Override
    public boolean isOrdered() {
        return passed.state.isOrdered();
    }

    @Override
    public long bytes() {
        return passed.state.bytes() + (failed == null ? 0 : failed.state.bytes());
    }
}
