package org.speedwell.accelerator.classes;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.entity.Handles;
import org.speedwell.accelerator.entity.ReferenceModel;
import org.speedwell.accelerator.live.Shadow;
import org.speedwell.accelerator.load.EntityRows;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/**
 * The rows of the database as entities. A pipeline over them is a plain stream of Java, without columns. Thread-safe.
 *
 * <p>A pipeline reads its whole table, one row after the other. Tables to which the entities refer are read before, and
 * stay on the heap during the pipeline. If they refer back to the table, so do its own rows.
 */
final class DatabaseRows implements Shadow.DatabaseStreams {
    private final EntityModels models;
    private final Predicate<ColumnId> isNullIfBad;
    private final Map<Class<?>, EntityModel<?>> byClass = new HashMap<>();

    /** @param isNullIfBad returns whether a value of a column that does not fit the class becomes NULL */
    DatabaseRows(EntityModels models, Predicate<ColumnId> isNullIfBad) {
        this.models = models;
        this.isNullIfBad = isNullIfBad;
        models.all().forEach(model -> byClass.put(model.mapping().type(), model));
    }

    @Override
    @SuppressWarnings("unchecked") // a table has the model of its class
    public <E> @Nullable Object run(
            TableId<E> table, Connection connection, Function<Stream<E>, @Nullable Object> pipeline) {
        EntityModel<E> model = (EntityModel<E>) models.of(table);
        Set<TableId<?>> linked = linked(model);
        LinkedRows rows = new LinkedRows(models);
        try {
            for (TableId<?> other : linked) {
                readAll(models.of(other), connection, rows);
            }
            rows.link();
            return linked.contains(table)
                    ? pipeline.apply(rows.entities(model))
                    : read(model, connection, values -> rows.linked(model, values), pipeline);
        } catch (SQLException e) {
            throw new DataStoreException("Table " + table + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the tables to which entities refer, directly or through others. */
    private Set<TableId<?>> linked(EntityModel<?> model) {
        Set<TableId<?>> known = new LinkedHashSet<>();
        Deque<EntityModel<?>> next = new ArrayDeque<>(List.of(model));
        while (!next.isEmpty()) {
            EntityModel<?> from = next.remove();
            Stream.<TableId<?>>concat(
                            from.references().stream().map(reference -> reference.table()),
                            from.children().stream().map(children -> children.table()))
                    .filter(known::add)
                    .forEach(table -> next.add(models.of(table)));
        }
        return known;
    }

    private <E> void readAll(EntityModel<E> model, Connection connection, LinkedRows rows) throws SQLException {
        var _ = read(model, connection, values -> rows.add(model, values), Stream::count);
    }

    private <E, O, R> R read(
            EntityModel<E> model,
            Connection connection,
            Function<@Nullable Object[], O> entities,
            Function<Stream<O>, R> use)
            throws SQLException {
        TableModel<E> table = model.table();
        List<ColumnModel<E>> columns = table.columns();
        try (PreparedStatement statement = connection.prepareStatement(
                table.select(columns, ""), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // asks Connector/J to stream rows
            try (ResultSet result = statement.executeQuery()) {
                return use.apply(new EntityRows<>(
                                table,
                                columns,
                                result,
                                (_, column, reason) -> requireNullable(table, columns.get(column), reason),
                                values -> {
                                    requireNoInterrupt(connection, table);
                                    return entities.apply(values);
                                })
                        .stream());
            }
        }
    }

    private <E> void requireNullable(TableModel<E> table, ColumnModel<E> column, Exception reason)
            throws LoadException {
        if (!isNullIfBad.test(column.identifier()) || table.refusalOfNull(column) != null) {
            throw new LoadException(
                    "Table " + table + ", column " + column.name()
                            + ": a value of the database does not fit the class: " + reason.getMessage(),
                    reason);
        }
    }

    /** Ends the reading of a table when the store closes: closing the result would read the remaining rows. */
    private static void requireNoInterrupt(Connection connection, TableModel<?> table) {
        if (Thread.currentThread().isInterrupted()) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                // the connection is lost already
            }
            throw new DataStoreException("The thread was interrupted while it read table " + table + ".");
        }
    }

    /**
     * Returns the columns of an entity and the keys of its references, because entities of Jakarta Persistence need not
     * have {@code equals}.
     */
    @Override
    public Object values(Object object) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            EntityModel<?> model = byClass.get(type);
            if (model != null) {
                return values(model, object);
            }
        }
        return object;
    }

    private <E> List<@Nullable Object> values(EntityModel<E> model, Object object) {
        E entity = model.mapping().type().cast(object);
        List<@Nullable Object> values = new ArrayList<>();
        model.table().columns().forEach(column -> values.add(column.databaseValueOf(entity)));
        for (ReferenceModel<E> reference : model.references()) {
            if (reference.attribute().declaringClass().isInstance(entity)) {
                Object target = Handles.reader(reference.attribute()).apply(entity);
                values.add(target == null ? null : key(models.of(reference.table()), reference.key(), target));
            }
        }
        return values;
    }

    private static <E> List<@Nullable Object> key(EntityModel<E> model, List<String> columns, Object object) {
        E entity = model.mapping().type().cast(object);
        List<@Nullable Object> key = new ArrayList<>();
        model.table().columns().stream()
                .filter(column -> columns.contains(column.name()))
                .forEach(column -> key.add(column.databaseValueOf(entity)));
        return key;
    }
}
