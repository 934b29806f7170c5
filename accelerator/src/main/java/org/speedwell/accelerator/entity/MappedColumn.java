package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.model.ColumnId;

/** A column of a mapped table. Subclasses with rows in one table may hold it in different attributes. */
final class MappedColumn {
    private final String name;
    private final ColumnForm form;
    private final boolean isPrimitive;
    private final List<Reader> readers = new ArrayList<>();

    /** A function that reads the value of an attribute from instances of a class. */
    private record Reader(Class<?> of, Function<Object, @Nullable Object> function) {}

    MappedColumn(String name, ColumnForm form, boolean isPrimitive) {
        this.name = name;
        this.form = form;
        this.isPrimitive = isPrimitive;
    }

    String name() {
        return name;
    }

    ColumnForm form() {
        return form;
    }

    /**
     * Adds an attribute that holds the column.
     *
     * @param path the attributes of embedded objects down to the attribute itself
     */
    void readFrom(List<Attribute> path) {
        List<Function<Object, @Nullable Object>> steps =
                path.stream().map(Handles::reader).toList();
        readers.add(new Reader(path.getFirst().declaringClass(), entity -> {
            Object value = entity;
            for (Function<Object, @Nullable Object> step : steps) {
                value = value == null ? null : step.apply(value);
            }
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        }));
    }

    /** Adds a function that computes the value from an entity. */
    void readBy(Function<Object, @Nullable Object> function) {
        readers.add(new Reader(Object.class, function));
    }

    <E> ColumnModel<E> model(ColumnId identifier) {
        return new ColumnModel<>(
                name,
                identifier,
                this::read,
                form.databaseClass(),
                form.valueClass(),
                isPrimitive,
                form.mapper(),
                form.inverse());
    }

    private @Nullable Object read(Object entity) {
        for (Reader reader : readers) {
            if (reader.of.isInstance(entity)) {
                return reader.function.apply(entity);
            }
        }
        return null;
    }
}
