package org.speedwell.accelerator.aggregate;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/** Several states of the same groups, whose results are combined into one. */
record Composite(List<State> parts, Finisher finisher) implements State {
    /** A function that combines the number of rows and the results of the parts. */
    @FunctionalInterface
    interface Finisher {
        @Nullable
        Object of(long rows, @Nullable Object[] results);
    }

    @Override
    public void grow(int groups) {
        for (State part : parts) {
            part.grow(groups);
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        for (State part : parts) {
            part.add(block, groups);
        }
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        for (State part : parts) {
            part.retract(block, groups);
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).merge(((Composite) other).parts.get(i), groups, size);
        }
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        @Nullable Object[] results = new @Nullable Object[parts.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = parts.get(i).result(group, rows);
        }
        return finisher.of(rows, results);
    }

    @Override
    public Optional<String> retractionRefusal() {
        return parts.stream().flatMap(part -> part.retractionRefusal().stream()).findFirst();
    }

    @Override
    public boolean isOrdered() {
        return parts.stream().anyMatch(State::isOrdered);
    }

    @Override
    public boolean cannotThrow() {
        return parts.stream().allMatch(State::cannotThrow);
    }

    @Override
    public long bytes() {
        return parts.stream().mapToLong(State::bytes).sum();
    }
}
