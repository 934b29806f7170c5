package org.speedwell.accelerator.mapping;

import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value that instances of a class hold: an instance field, a record component, or a property with getter and setter.
 *
 * @param type the declared type; type variables of superclasses are resolved
 * @param field the instance field; null if a property has no field of its name
 * @param property the getter and setter of a property; null if the field itself is read and written
 */
public record Attribute(
        Class<?> declaringClass,
        String name,
        Type type,
        @Nullable Field field,
        @Nullable Property property) {

    /** The methods that read and write a property. */
    public record Property(Method getter, Method setter) {}

    /** Returns the class of the values. */
    public Class<?> rawType() {
        return TypeArguments.raw(type);
    }

    /** Returns the type of the values: the declared type, or the type argument of an {@code Optional}. */
    public Type valueType() {
        return rawType() == Optional.class && type instanceof ParameterizedType optional
                ? optional.getActualTypeArguments()[0]
                : type;
    }

    /** Returns the class of the values: boxed, and without {@code Optional}. */
    public Class<?> valueClass() {
        return MethodType.methodType(TypeArguments.raw(valueType())).wrap().returnType();
    }

    /** Returns the element that carries the annotations. */
    AnnotatedElement annotated() {
        if (property != null) {
            return property.getter();
        }
        if (field == null) {
            throw new IllegalStateException(this + " has neither a field nor methods.");
        }
        return field;
    }

    /** Returns the text for messages: class and name. */
    @Override
    public String toString() {
        return declaringClass.getName() + "." + name;
    }
}
