package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A set of stream functions through which the rows of tables pass into memory, to keep a part of a table, or to keep
 * changed rows:
 *
 * {@snippet :
 * StreamSupplierComponentDecorator.builder()
 *     .withStreamDecorator(FilmManager.IDENTIFIER, films -> films.limit(100))
 *     .build()
 * }
 *
 * A decorator receives the rows in primary key order. The store keeps its results in the order of the returned stream.
 * Immutable.
 */
public final class StreamSupplierComponentDecorator {
    private static final StreamSupplierComponentDecorator IDENTITY = builder().build();

    private final Map<TableIdentifier<?>, UnaryOperator<? extends Stream<?>>> decorators;

    private StreamSupplierComponentDecorator(Map<TableIdentifier<?>, UnaryOperator<? extends Stream<?>>> decorators) {
        this.decorators = Map.copyOf(decorators);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns a decorator that keeps all rows of all tables as they are. */
    public static StreamSupplierComponentDecorator identity() {
        return IDENTITY;
    }

    /** Returns the function for the rows of a table; null if they are kept as they are. */
    @SuppressWarnings("unchecked") // the builder stored them together
    public <E> @Nullable UnaryOperator<Stream<E>> of(TableIdentifier<E> table) {
        return (UnaryOperator<Stream<E>>) decorators.get(table);
    }

    /** A builder of decorators. For one thread. */
    public static final class Builder {
        private final Map<TableIdentifier<?>, UnaryOperator<? extends Stream<?>>> decorators = new HashMap<>();

        private Builder() {}

        /** Passes the rows of a table through {@code decorator}, after any earlier decorators of that table. */
        @SuppressWarnings("unchecked") // stored here, together with the table
        public <E> Builder withStreamDecorator(TableIdentifier<E> table, UnaryOperator<Stream<E>> decorator) {
            requireNonNull(decorator);
            UnaryOperator<Stream<E>> before = (UnaryOperator<Stream<E>>) decorators.get(requireNonNull(table));
            UnaryOperator<Stream<E>> all = before == null ? decorator : rows -> decorator.apply(before.apply(rows));
            decorators.put(table, all);
            return this;
        }

        public StreamSupplierComponentDecorator build() {
            return new StreamSupplierComponentDecorator(decorators);
        }
    }
}
