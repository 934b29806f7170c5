package org.speedwell.accelerator.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.types.ValueReader;

/**
 * A spliterator over the rows of a result, as entities or other objects. For one thread.
 *
 * @param <E> the class of the objects
 */
public final class EntityRows<E> extends AbstractSpliterator<E> {
    private final TableModel<?> model;
    private final List<? extends ColumnModel<?>> columns;

    /** The place of each column among the columns of the model. */
    private final int[] places;

    private final List<ValueReader> readers;
    private final ResultSet result;
    private final OnBadValue onBadValue;
    private final Function<@Nullable Object[], E> entities;

    /** A handler of a value of the current row that does not fit the model. */
    public interface OnBadValue {
        /** Handles a bad value. Returns normally if the value becomes NULL, and throws otherwise. */
        void take(ResultSet result, int column, Exception reason) throws LoadException;
    }

    /** A wrapper that carries the failure of a load through the user's stream. */
    static final class FailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private FailedException(LoadException reason) {
            super(reason);
        }

        LoadException reason() {
            return (LoadException) Objects.requireNonNull(getCause());
        }
    }

    /**
     * Creates a spliterator.
     *
     * @param columns the columns of the result
     * @param entities makes an object from one value for each column of the model
     */
    public EntityRows(
            TableModel<?> model,
            List<? extends ColumnModel<?>> columns,
            ResultSet result,
            OnBadValue onBadValue,
            Function<@Nullable Object[], E> entities) {
        super(Long.MAX_VALUE, ORDERED | NONNULL);
        this.model = model;
        this.columns = columns;
        this.places = columns.stream().mapToInt(model.columns()::indexOf).toArray();
        this.readers = columns.stream()
                .map(column -> ValueReader.of(column.databaseClass()))
                .toList();
        this.result = result;
        this.onBadValue = onBadValue;
        this.entities = entities;
    }

    /** Returns a sequential stream of the entities. */
    public Stream<E> stream() {
        return StreamSupport.stream(this, false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        E entity;
        try {
            if (!result.next()) {
                return false;
            }
            entity = entity();
        } catch (SQLException e) {
            throw new FailedException(new LoadException(
                    "The database failed while the load read table " + model + ": " + e.getMessage(), e));
        }
        action.accept(entity);
        return true;
    }

    private E entity() {
        @Nullable Object[] values = new @Nullable Object[model.columns().size()];
        for (int i = 0; i < columns.size(); i++) {
            ColumnModel<?> column = columns.get(i);
            try {
                Object value = column.value(readers.get(i).read(result, i + 1));
                if (value != null) {
                    values[places[i]] = value;
                    continue;
                }
                String refusal = model.refusalOfNull(column);
                if (refusal != null) {
                    throw new IllegalArgumentException(refusal);
                }
            } catch (SQLException | RuntimeException e) {
                onBadValue(i, e);
            }
        }
        return entities.apply(values);
    }

    private void onBadValue(int column, Exception reason) {
        try {
            onBadValue.take(result, column, reason);
        } catch (LoadException e) {
            throw new FailedException(e);
        }
    }
}
