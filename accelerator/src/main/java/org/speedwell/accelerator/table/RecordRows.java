package org.speedwell.accelerator.table;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A factory of rows that are records. It calls their canonical constructor. Immutable. */
final class RecordRows<E> {
    private final Class<E> type;
    private final List<RecordComponent> components;
    private final Constructor<E> constructor;

    RecordRows(Class<E> type) {
        RecordComponent[] all = type.getRecordComponents();
        if (all == null) {
            throw new IllegalArgumentException(
                    type.getName() + " is not a record. Pass its constructor, and a setter with each field.");
        }
        this.type = type;
        this.components = List.of(all);
        try {
            this.constructor = type.getDeclaredConstructor(
                    Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "The constructor of " + type.getName()
                            + " cannot be called. Make the record public, or open its package.",
                    e);
        }
    }

    Class<E> type() {
        return type;
    }

    /**
     * Checks that the record has a component of this name and type.
     *
     * @throws IllegalArgumentException if it does not
     */
    void requireComponent(String name, Class<?> of) {
        for (RecordComponent component : components) {
            if (component.getName().equals(name) && component.getType() == of) {
                return;
            }
        }
        throw new IllegalArgumentException("Column " + name + ": " + type.getName() + " has no component "
                + of.getSimpleName() + " " + name + ". The columns of a record have the names of its components.");
    }

    /**
     * Checks that each component has a column.
     *
     * @throws IllegalStateException if one does not
     */
    void requireAll(List<String> columns) {
        for (RecordComponent component : components) {
            if (!columns.contains(component.getName())) {
                throw new IllegalStateException("Component " + component.getName() + " of " + type.getName()
                        + " has no column. Declare one for each component before the table is created.");
            }
        }
    }

    /**
     * Creates a row from the values of these columns. A null value becomes 0 if the component is a primitive number.
     */
    E make(List<String> columns, @Nullable Object[] values) {
        Object[] arguments = new Object[components.size()];
        for (int i = 0; i < arguments.length; i++) {
            RecordComponent component = components.get(i);
            Object value = values[columns.indexOf(component.getName())];
            arguments[i] = value == null ? Array.get(Array.newInstance(component.getType(), 1), 0) : value;
        }
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    type.getName() + " rejected the values " + Arrays.toString(arguments) + " of a row.", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " could not be created.", e);
        }
    }
}
