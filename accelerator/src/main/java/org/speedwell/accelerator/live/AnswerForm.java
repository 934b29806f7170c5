package org.speedwell.accelerator.live;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The form in which the answers of memory and of the database are compared: each entity becomes its values, also within
 * collections, maps and records.
 *
 * @param values returns the values of an entity, and any other object itself
 */
record AnswerForm(UnaryOperator<Object> values) {

    /** The exception for an answer with objects that equal themselves only. */
    static final class NotComparableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotComparableException(Class<?> type) {
            super(type.getName() + " has no equals");
        }
    }

    /** The contents of an object of a class. */
    private record Contents(Class<?> type, List<@Nullable Object> values) {}

    /**
     * Returns the form of an answer.
     *
     * @throws NotComparableException if two answers cannot be compared, because they contain an object of a class
     *     without {@code equals}
     */
    @Nullable
    Object of(@Nullable Object answer) {
        return switch (answer) {
            case null -> null;
            case Optional<?> optional -> optional.map(this::of);
            case Collection<?> collection -> all(collection);
            case Map<?, ?> map -> {
                Map<@Nullable Object, @Nullable Object> forms = new LinkedHashMap<>();
                map.forEach((key, value) -> forms.put(of(key), of(value)));
                yield forms;
            }
            case Map.Entry<?, ?> entry -> all(Arrays.asList(entry.getKey(), entry.getValue()));
            case Object[] array -> all(Arrays.asList(array));
            case Enum<?> constant -> constant;
            case Class<?> type -> type;
            default -> answer.getClass().isArray() ? Comparability.listed(answer) : ofObject(answer);
        };
    }

    private List<@Nullable Object> all(Collection<?> objects) {
        List<@Nullable Object> forms = new ArrayList<>();
        objects.forEach(object -> forms.add(of(object)));
        return forms;
    }

    private Object ofObject(Object object) {
        Object known = values.apply(object);
        if (known instanceof List<?> list && known != object) {
            return new Contents(object.getClass(), all(list));
        }
        if (object instanceof Record) {
            List<@Nullable Object> components = components(object);
            return components == null ? object : new Contents(object.getClass(), all(components));
        }
        if (!Comparability.isSummary(object) && !hasEquals(object.getClass())) {
            throw new NotComparableException(object.getClass());
        }
        return object;
    }

    private static boolean hasEquals(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the components of a record; null if they are not accessible. */
    private static @Nullable List<@Nullable Object> components(Object of) {
        try {
            List<@Nullable Object> components = new ArrayList<>();
            for (RecordComponent component : of.getClass().getRecordComponents()) {
                Method accessor = component.getAccessor();
                ((AccessibleObject) accessor).setAccessible(true);
                components.add(accessor.invoke(of));
            }
            return components;
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return null;
        }
    }
}
