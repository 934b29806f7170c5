package org.speedwell.accelerator.collect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A factory of the user's records that calls their canonical constructor. If a component cannot hold its value, the
 * exception names both.
 */
public final class RecordMaker<R> implements Function<@Nullable Object[], R> {
    /** The constructors by class. A query asks for the same classes each time it runs. */
    private static final ClassValue<Canonical> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Canonical computeValue(Class<?> type) {
            return Canonical.of(type);
        }
    };

    private final Class<R> type;
    private final Canonical canonical;
    private final int keys;

    private RecordMaker(Class<R> type, Canonical canonical, int keys) {
        this.type = type;
        this.canonical = canonical;
        this.keys = keys;
    }

    /**
     * The canonical constructor of a record.
     *
     * @param call takes the components in an array, and widens numbers where necessary
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Canonical(RecordComponent[] components, MethodHandle call) {
        static Canonical of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            try {
                Constructor<?> canonical = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                canonical.setAccessible(true);
                MethodHandle call = MethodHandles.lookup()
                        .unreflectConstructor(canonical)
                        .asType(MethodType.genericMethodType(components.length))
                        .asSpreader(Object[].class, components.length);
                return new Canonical(components, call);
            } catch (NoSuchMethodException | IllegalAccessException | InaccessibleObjectException e) {
                throw new IllegalArgumentException(
                        "Speedwell cannot call the constructor of %s. Make the record public, or open its package."
                                .formatted(type.getName()),
                        e);
            }
        }
    }

    /**
     * Returns a factory for a record class whose components are keys, followed by aggregates.
     *
     * @throws IllegalArgumentException if the record has another number of components, or its constructor is not
     *     accessible
     */
    public static <R extends Record> RecordMaker<R> of(Class<R> type, int keys, int aggregates) {
        int components = type.getRecordComponents().length;
        if (components != keys + aggregates) {
            throw new IllegalArgumentException("%s has %d components. The aggregation has %d keys and %d aggregates."
                    .formatted(type.getName(), components, keys, aggregates));
        }
        return new RecordMaker<>(type, CONSTRUCTORS.get(type), keys);
    }

    @Override
    @SuppressWarnings("unchecked") // the constructor returns an R
    public R apply(@Nullable Object[] parts) {
        try {
            return (R) canonical.call.invokeExact(parts);
        } catch (ClassCastException | NullPointerException e) {
            String misfit = mismatch(parts);
            throw misfit == null ? e : new IllegalArgumentException(misfit, e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a canonical constructor declares no checked exceptions
        }
    }

    /**
     * Returns a message about the first part that its component cannot hold. Returns null if all parts fit: then the
     * record's own code threw.
     */
    private @Nullable String mismatch(@Nullable Object[] parts) {
        RecordComponent[] components = canonical.components;
        for (int i = 0; i < parts.length; i++) {
            try {
                MethodHandle cast = MethodHandles.identity(components[i].getType())
                        .asType(MethodType.methodType(Object.class, Object.class));
                Object _ = (Object) cast.invokeExact(parts[i]);
            } catch (Throwable e) {
                String part = i < keys ? "key " + (i + 1) : "aggregate " + (i - keys + 1);
                Object given = parts[i];
                return "Component %s of %s has the type %s, but %s is %s."
                        .formatted(
                                components[i].getName(),
                                type.getName(),
                                components[i].getType().getName(),
                                part,
                                given == null ? "null" : given.getClass().getName());
            }
        }
        return null;
    }
}
