package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of tables pass through on their way into memory, so that a part of a table is kept, or rows are kept
 * changed:
 *
 * {@snippet :
 * StreamSupplierComponentDecorator.builder()
 *     .withStreamDecorator(FilmManager.IDENTIFIER, films -> films.limit(100))
 *     .build()
 * }
 *
 * The stream given to a decorator has the rows in the primary key's order; what comes out of it is stored in the order in
 * which it comes. Immutable.
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

    /** Keeps all rows of all tables as they are. */
    public static StreamSupplierComponentDecorator identity() {
        return IDENTITY;
    }

    /** What the rows of a table pass through, or null where they are kept as they are. */
    @SuppressWarnings("unchecked") // the builder took them together
    public <E> @Nullable UnaryOperator<Stream<E>> of(TableIdentifier<E> table) {
        return (UnaryOperator<Stream<E>>) decorators.get(table);
    }

    /** Gathers decorators; for one thread. */
    public static final class Builder {
        private final Map<TableIdentifier<?>, UnaryOperator<? extends Stream<?>>> decorators = new HashMap<>();

        private Builder() {}

        /** Sends the rows of a table through {@code decorator}, after what was given for that table before. */
        @SuppressWarnings("unchecked") // put here, together with the table
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
