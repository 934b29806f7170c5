package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.model.ColumnId;

/** A column of a mapped table. Subclasses with rows in one table may hold it in different attributes. */
final class MappedColumn {
    private final String name;
    private final ColumnForm form;
    private final boolean isNullable;
    private final boolean isPrimitive;
    private @Nullable String property;
    private @Nullable ForeignKey foreignKey;
    private final List<Reader> readers = new ArrayList<>();

    /** A function that reads the value of an attribute from instances of a class. */
    private record Reader(Class<?> of, Function<Object, @Nullable Object> function) {}

    private record ForeignKey(Attribute reference, Supplier<@Nullable MappedColumn> key) {}

    MappedColumn(DatabaseColumn column, ColumnForm form, boolean isPrimitive) {
        this.name = column.name();
        this.isNullable = column.isNullable();
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
        if (property == null) {
            property = path.stream().map(Attribute::name).collect(Collectors.joining("."));
        }
        Function<Object, @Nullable Object> reader = Handles.reader(path);
        readers.add(new Reader(path.getFirst().declaringClass(), entity -> {
            Object value = reader.apply(entity);
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        }));
    }

    /**
     * Makes this a foreign key: the value is that of a column of the row that an attribute holds.
     *
     * @param key finds the column when all columns are known; it returns null if that table lacks the column
     */
    void readThrough(Attribute reference, Supplier<@Nullable MappedColumn> key) {
        foreignKey = new ForeignKey(reference, key);
        Function<Object, @Nullable Object> reader = Handles.reader(reference);
        readers.add(new Reader(reference.declaringClass(), entity -> {
            Object row = reader.apply(entity);
            MappedColumn column = key.get();
            Object value = row == null || column == null ? null : column.read(row);
            return form.valueClass().isInstance(value) ? value : null;
        }));
    }

    /** Returns the path of the attribute that shows the value; null if there is none. */
    private @Nullable String property() {
        ForeignKey known = foreignKey;
        MappedColumn key = known == null ? null : known.key.get();
        if (known == null || key == null || key.form.valueClass() != form.valueClass()) {
            return property;
        }
        String ofKey = key.property();
        return known.reference.name() + "." + (ofKey == null ? key.name : ofKey);
    }

    /** Adds a function that computes the value from an entity. */
    void readBy(Function<Object, @Nullable Object> function) {
        readers.add(new Reader(Object.class, function));
    }

    <E> ColumnModel<E> model(ColumnId identifier) {
        return new ColumnModel<>(
                name,
                property(),
                isNullable,
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
