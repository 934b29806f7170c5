package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** The state of an arbitrary collector: one container for each group. */
final class Containers implements State {
    private final RowObject value;
    private final Collector<@Nullable Object, Object, @Nullable Object> collector;
    private final BiConsumer<Object, @Nullable Object> accumulator;

    /** The container by group; null before the group's first row. */
    private @Nullable Object[] containers = {};

    @SuppressWarnings("unchecked") // the collector accepts the type of the values
    Containers(RowObject value, Collector<?, ?, ?> collector) {
        this.value = value;
        this.collector = (Collector<@Nullable Object, Object, @Nullable Object>) collector;
        this.accumulator = this.collector.accumulator();
    }

    /** A function that returns a value of a row as an object. */
    @FunctionalInterface
    interface RowObject {
        @Nullable
        Object of(RowBlock block, int place);
    }

    @Override
    public void grow(int groups) {
        if (groups > containers.length) {
            containers = Arrays.copyOf(containers, Math.max(groups, 2 * containers.length));
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        for (int i = 0; i < block.size; i++) {
            Object of = value.of(block, i);
            int group = groups.of[i];
            Object container = containers[group];
            if (container == null) {
                container = requireNonNull(collector.supplier().get());
                containers[group] = container;
            }
            accumulator.accept(container, of);
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            Object theirs = ((Containers) other).containers[group];
            int mine = groups[group];
            Object container = containers[mine];
            containers[mine] = container == null || theirs == null
                    ? container == null ? theirs : container
                    : collector.combiner().apply(container, theirs);
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        Object container = containers[group];
        return collector
                .finisher()
                .apply(container == null ? collector.supplier().get() : container);
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.of("A collector has no operation that removes a value.");
    }
}
