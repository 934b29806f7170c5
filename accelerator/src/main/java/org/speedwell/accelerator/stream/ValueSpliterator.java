package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A spliterator of entities or values. It creates each one from its row when the stream reads it. */
record ValueSpliterator<T>(RowSpliterator rows, IntFunction<? extends T> value, int characteristics)
        implements Spliterator<T> {

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
        requireNonNull(action);
        return rows.tryAdvance((int row) -> action.accept(value.apply(row)));
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
        requireNonNull(action);
        rows.forEachRemaining((int row) -> action.accept(value.apply(row)));
    }

    @Override
    public @Nullable Spliterator<T> trySplit() {
        RowSpliterator prefix = rows.trySplit();
        return prefix == null ? null : new ValueSpliterator<>(prefix, value, characteristics);
    }

    @Override
    public long estimateSize() {
        return rows.estimateSize();
    }

    /** Returns null for sorted values, which have their natural order. */
    @Override
    public @Nullable Comparator<? super T> getComparator() {
        if (hasCharacteristics(SORTED)) {
            return null;
        }
        throw new IllegalStateException("not sorted");
    }
}
