package org.speedwell.accelerator.stream;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of the values of a mapped field or expression. For the first value, it finds the first row and applies the
 * function once, without a JDK stream. For every other operation it uses a JDK stream of all values.
 */
final class MappedStream<V> extends TableStream<V> {
    private final TableStore<?> table;
    private final IntSupplier first;
    private final IntFunction<@Nullable Object> value;
    private final Supplier<Stream<V>> all;

    /**
     * Creates a stream.
     *
     * @param first a supplier of the first row id, or of −1 if there are no rows
     * @param value a function from a row id to the value
     * @param all a supplier of a stream of all values, which it creates only when it is called
     */
    MappedStream(
            TableStore<?> table,
            IntSupplier first,
            IntFunction<@Nullable Object> value,
            Supplier<Stream<V>> all,
            StreamState state) {
        super(state);
        this.table = table;
        this.first = first;
        this.value = value;
        this.all = all;
    }

    @Override
    @SuppressWarnings("unchecked") // the function returns values of this type
    public Optional<V> findFirst() {
        if (state.trace() != null) {
            return super.findFirst();
        }
        link();
        int row = first.getAsInt();
        Optional<V> found = row < 0 ? Optional.empty() : Optional.of((V) value.apply(row));
        table.keepAlive(); // without a plan, nothing else keeps the memory alive
        return found;
    }

    @Override
    public Optional<V> findAny() {
        return findFirst();
    }

    @Override
    Stream<V> jdk() {
        link();
        return all.get();
    }
}
