package org.speedwell.streaming.engine;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search for the fields that lead from one object to another, along the references that serialization writes. For one
 * thread.
 */
final class FieldPath {
    /** The largest number of objects that the search visits. */
    private static final int LIMIT = 10_000;

    private final Object target;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Step> steps = new ArrayDeque<>();

    private record Step(Object object, String path) {}

    private FieldPath(Object target) {
        this.target = target;
    }

    /** Returns the shortest path, such as {@code shop.Order.lines[3].product}; null if the search finds none. */
    static @Nullable String find(Object from, Object target) {
        return new FieldPath(target).from(from);
    }

    private @Nullable String from(Object root) {
        seen.add(root);
        steps.add(new Step(root, root.getClass().getTypeName()));
        while (!steps.isEmpty() && seen.size() < LIMIT) {
            Step step = steps.remove();
            if (step.object == target) {
                return step.path;
            }
            addAll(step);
        }
        return null;
    }

    private void addAll(Step from) {
        Object object = from.object;
        if (object instanceof Object[] array) {
            for (int i = 0; i < Array.getLength(array); i++) {
                add(array[i], from.path + "[" + i + "]");
            }
        } else if (object instanceof Collection<?> all && isOfJdk(object)) {
            int i = 0;
            for (Object each : all) {
                add(each, from.path + "[" + i++ + "]");
            }
        } else if (object instanceof Map<?, ?> map && isOfJdk(object)) {
            map.forEach((key, value) -> {
                add(key, from.path + "[a key]");
                add(value, from.path + "[" + Failures.describe(key == null ? "null" : key) + "]");
            });
        } else if (object instanceof Serializable && !isOfJdk(object)) {
            for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
                addFields(from, type);
            }
        }
    }

    private void addFields(Step from, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            boolean isWritten = !Modifier.isStatic(field.getModifiers())
                    && !Modifier.isTransient(field.getModifiers())
                    && !field.getType().isPrimitive();
            if (isWritten && field.trySetAccessible()) {
                try {
                    add(field.get(from.object), from.path + "." + field.getName());
                } catch (IllegalAccessException e) {
                    // the search skips inaccessible fields
                }
            }
        }
    }

    private void add(@Nullable Object object, String path) {
        if (object != null && seen.add(object)) {
            steps.add(new Step(object, path));
        }
    }

    private static boolean isOfJdk(Object object) {
        return object.getClass().getName().startsWith("java.");
    }
}
