package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.store.TableStore;

/** The rows of a query as entities, each made when it is asked for. */
record EntitySpliterator<E>(TableStore<E> table, RowSpliterator rows) implements Spliterator<E> {

    /** The entities of a query, which is run by this call. */
    static <E> EntitySpliterator<E> of(TableStore<E> table, RowQuery query, boolean sized) {
        return new EntitySpliterator<>(table, RowSpliterator.of(table, query, sized));
    }

    /** A stream of the entities of a query, which is run when the stream's terminal operation starts. */
    static <E> Stream<E> stream(TableStore<E> table, RowQuery query, StreamState state) {
        boolean sized = !state.isSizeHidden();
        return StreamSupport.stream(() -> of(table, query, sized), RowSpliterator.characteristics(query, sized), false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        requireNonNull(action);
        return rows.tryAdvance((int row) -> action.accept(table.entity(row)));
    }

    @Override
    public void forEachRemaining(Consumer<? super E> action) {
        requireNonNull(action);
        rows.forEachRemaining((int row) -> action.accept(table.entity(row)));
    }

    @Override
    public @Nullable Spliterator<E> trySplit() {
        RowSpliterator prefix = rows.trySplit();
        return prefix == null ? null : new EntitySpliterator<>(table, prefix);
    }

    @Override
    public long estimateSize() {
        return rows.estimateSize();
    }

    @Override
    public int characteristics() {
        return rows.characteristics();
    }
}
