package org.speedwell.accelerator.entity;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.MappingException;

/** A maker of functions that create objects and read and write their attributes, also private ones. */
public final class Handles {
    private static final MethodType READ = MethodType.methodType(Object.class, Object.class);
    private static final MethodType WRITE = MethodType.methodType(void.class, Object.class, Object.class);
    private static final MethodType CREATE = MethodType.methodType(Object.class, Object[].class);

    private Handles() {}

    /** Returns the constructor of a record, or the constructor without parameters, as a function of an array. */
    static Function<@Nullable Object[], Object> constructor(Class<?> type) {
        Class<?>[] parameters = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new)
                : new Class<?>[0];
        MethodHandle handle = access(type, lookup -> {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            return lookup.unreflectConstructor(constructor)
                    .asSpreader(Object[].class, parameters.length)
                    .asType(CREATE);
        });
        return arguments -> {
            try {
                return handle.invokeExact(arguments);
            } catch (Throwable e) {
                throw failure(type, e);
            }
        };
    }

    /** Returns a function that reads an attribute. */
    public static Function<Object, @Nullable Object> reader(Attribute attribute) {
        Class<?> type = attribute.declaringClass();
        Attribute.Property property = attribute.property();
        MethodHandle handle = access(
                type,
                lookup -> (property == null
                                ? lookup.unreflectGetter(field(attribute))
                                : lookup.unreflect(property.getter()))
                        .asType(READ));
        return object -> {
            try {
                return handle.invokeExact(object);
            } catch (Throwable e) {
                throw failure(type, e);
            }
        };
    }

    /** Returns a function that follows attributes from an object to another one. It returns null if one of them is null. */
    static Function<Object, @Nullable Object> reader(List<Attribute> path) {
        List<Function<Object, @Nullable Object>> steps =
                path.stream().map(Handles::reader).toList();
        return object -> {
            Object value = object;
            for (Function<Object, @Nullable Object> step : steps) {
                value = value == null ? null : step.apply(value);
            }
            return value;
        };
    }

    /** Returns a function that writes an attribute. */
    static BiConsumer<Object, @Nullable Object> writer(Attribute attribute) {
        Class<?> type = attribute.declaringClass();
        Attribute.Property property = attribute.property();
        MethodHandle handle = access(
                type,
                lookup -> (property == null
                                ? lookup.unreflectSetter(field(attribute))
                                : lookup.unreflect(property.setter()))
                        .asType(WRITE));
        return (object, value) -> {
            try {
                handle.invokeExact(object, value);
            } catch (Throwable e) {
                throw failure(type, e);
            }
        };
    }

    private static Field field(Attribute attribute) {
        return Objects.requireNonNull(attribute.field(), "an attribute without methods has a field");
    }

    private interface Access {
        MethodHandle with(MethodHandles.Lookup lookup) throws ReflectiveOperationException;
    }

    private static MethodHandle access(Class<?> type, Access access) {
        try {
            Handles.class.getModule().addReads(type.getModule());
            return access.with(MethodHandles.privateLookupIn(type, MethodHandles.lookup()));
        } catch (ReflectiveOperationException e) {
            throw new MappingException(
                    "Speedwell cannot access class " + type.getName() + ": " + e.getMessage() + ". Add 'opens "
                            + type.getPackageName() + " to org.speedwell.accelerator;' to the module of the class.",
                    e);
        }
    }

    /** Returns the exception that tells of a failure in a method of an entity. Throws it if it needs no wrapper. */
    private static IllegalStateException failure(Class<?> type, Throwable e) {
        switch (e) {
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> {
                return new IllegalStateException("Class " + type.getName() + " refuses a value: " + e, e);
            }
        }
    }
}
