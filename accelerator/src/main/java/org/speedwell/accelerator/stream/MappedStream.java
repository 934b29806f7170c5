package org.speedwell.accelerator.stream;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * What a function that columns understand gives for each row. Where the first is all that is wanted, its row is found and the
 * function asked once, with no stream of the JDK; all else is done by the stream of all of them.
 */
final class MappedStream<V> extends TableStream<V> {
    private final TableStore<?> table;
    private final IntSupplier first;
    private final IntFunction<@Nullable Object> value;
    private final Supplier<Stream<V>> all;

    /**
     * @param first gives the first row, or −1
     * @param value what a row gives
     * @param all the same of all rows, which need be no stream of the JDK's yet
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
    @SuppressWarnings("unchecked") // what the function gives
    public Optional<V> findFirst() {
        if (state.profile() != null) {
            return super.findFirst();
        }
        link();
        int row = first.getAsInt();
        Optional<V> found = row < 0 ? Optional.empty() : Optional.of((V) value.apply(row));
        table.keepAlive(); // no plan need have run, that would hold it
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
