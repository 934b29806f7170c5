package org.speedwell.accelerator.aggregate;

import java.util.Optional;
import java.util.OptionalInt;
import org.speedwell.accelerator.kernel.RowBlock;

/** The state of a row count. It stores nothing, because the groups count their rows. */
final class Counts implements State {
    @Override
    public void grow(int groups) {}

    @Override
    public void add(RowBlock block, BlockGroups groups) {}

    @Override
    public void retract(RowBlock block, BlockGroups groups) {}

    @Override
    public void merge(State other, int[] groups, int size) {}

    @Override
    public Object result(int group, long rows) {
        return rows;
    }

    @Override
    public OptionalInt scale() {
        return OptionalInt.of(0);
    }

    @Override
    public long unscaled(int group, long rows) {
        return rows;
    }

    @Override
    public Optional<String> retractionRefusal() {
        return Optional.empty();
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean cannotThrow() {
        return true;
    }
}
