package org.speedwell.accelerator.live;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.JsonConversion;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;

/** A column of a model, which is in memory. Immutable and thread-safe. */
record DescribedColumn<E>(
        ColumnModel<E> model,
        ColumnIdentifier<E> identifier,
        String property,
        boolean isNullable,
        Map<String, Object> constants)
        implements TableColumn<E> {

    /** Returns the columns of a table that are in memory and have an attribute. */
    static <E> List<TableColumn<E>> all(TableModel<E> table, StoreConfiguration configuration) {
        List<TableColumn<E>> columns = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (ColumnModel<E> column : table.columns()) {
            @SuppressWarnings("unchecked") // the column belongs to the table
            ColumnIdentifier<E> identifier = (ColumnIdentifier<E>) SpeedmentIds.identifier(column.identifier());
            String property = column.property();
            if (property != null && configuration.isLoaded(identifier)) {
                columns.add(new DescribedColumn<>(
                        column,
                        identifier,
                        taken.add(property) ? property : column.name(), // of attributes of different subclasses
                        !column.primitive()
                                && (column.nullable() || configuration.badValue(identifier) == BadValue.NULL),
                        constants(column)));
            }
        }
        return columns;
    }

    private static Map<String, Object> constants(ColumnModel<?> column) {
        Object[] constants = column.valueClass().getEnumConstants();
        if (constants == null) {
            return Map.of();
        }
        Map<String, Object> byText = new LinkedHashMap<>();
        for (Object constant : constants) {
            if (!(databaseValue(column, constant) instanceof String text) || byText.put(text, constant) != null) {
                byText.clear();
                for (Object named : constants) {
                    byText.put(((Enum<?>) named).name(), named);
                }
                break;
            }
        }
        return Collections.unmodifiableMap(byText);
    }

    private static @Nullable Object databaseValue(ColumnModel<?> column, Object constant) {
        try {
            return column.databaseValue(constant);
        } catch (RuntimeException e) {
            return null; // a converter of the application may know no value for a constant
        }
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Class<?> valueClass() {
        return model.valueClass();
    }

    @Override
    public Optional<Field<E, ?>> field() {
        if (valueClass() == String.class) {
            return Optional.of(ColumnField.ofText(identifier, values()));
        }
        return Comparable.class.isAssignableFrom(valueClass()) ? Optional.of(comparable()) : Optional.empty();
    }

    private <V extends Comparable<? super V>> Field<E, V> comparable() {
        return ColumnField.of(identifier, this.<V>values());
    }

    @SuppressWarnings("unchecked") // the reader returns values of the column's class
    private <V> Function<E, @Nullable V> values() {
        return (Function<E, @Nullable V>) model.reader();
    }

    @Override
    public RowEncoder<E> addTo(RowEncoder<E> encoder) {
        if (model.inverse() instanceof JsonConversion json) {
            return encoder.putJson(property, field(values()), json::apply);
        }
        return encoder.put(property, constants.isEmpty() ? field(values()) : enumField());
    }

    private ReferenceField<E, ?, ?> field(Function<E, @Nullable Object> values) {
        return ReferenceField.<E, Object, Object>create(
                identifier, values::apply, (_, _) -> ColumnField.immutable(), TypeMapper.identity(), false);
    }

    @SuppressWarnings("unchecked") // the constants belong to the column's class
    private <V extends Enum<V>> EnumField<E, V, V> enumField() {
        Map<Object, String> texts = new LinkedHashMap<>();
        constants.forEach((text, constant) -> texts.put(constant, text));
        Function<E, @Nullable V> values = values();
        return EnumField.create(
                identifier,
                values::apply,
                (_, _) -> ColumnField.immutable(),
                TypeMapper.identity(),
                texts::get,
                text -> (V) constants.get(text),
                (Class<V>) valueClass());
    }
}
