package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** What a collector of any kind makes of the rows of each group: a container for each. */
public final class CollectedRows implements Accumulator {
    private final Supplier<Object> supplier;
    private final Rows accumulator;
    private final BinaryOperator<Object> combiner;
    private final Function<Object, @Nullable Object> finisher;
    private Object[] containers = {};

    /** Adds a tuple of rows to a container. */
    @FunctionalInterface
    public interface Rows {
        void add(Object container, RowBlock block, int place);
    }

    public CollectedRows(
            Supplier<Object> supplier,
            Rows accumulator,
            BinaryOperator<Object> combiner,
            Function<Object, @Nullable Object> finisher) {
        this.supplier = supplier;
        this.accumulator = accumulator;
        this.combiner = combiner;
        this.finisher = finisher;
    }

    @Override
    public void grow(int groups) {
        int former = containers.length;
        if (groups > former) {
            containers = Arrays.copyOf(containers, Math.max(groups, 2 * former));
            for (int group = former; group < containers.length; group++) {
                containers[group] = supplier.get();
            }
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        for (int i = 0; i < block.size; i++) {
            accumulator.add(containers[groups.of[i]], block, i);
        }
    }

    @Override
    public void merge(Accumulator other, int[] groups, int size) {
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            int mine = groups[group];
            containers[mine] = combiner.apply(containers[mine], ((CollectedRows) other).containers[group]);
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        return finisher.apply(containers[group]);
    }
}
