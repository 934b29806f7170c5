package org.speedwell.accelerator.mapping;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The types that a class gives to the type variables of its superclasses and interfaces. */
final class TypeArguments {
    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    private TypeArguments() {}

    static TypeArguments of(Class<?> type) {
        TypeArguments found = new TypeArguments();
        found.add(type);
        return found;
    }

    private void add(Class<?> type) {
        if (type.getGenericSuperclass() != null) {
            add(type.getGenericSuperclass());
        }
        for (Type implemented : type.getGenericInterfaces()) {
            add(implemented);
        }
    }

    private void add(Type supertype) {
        if (supertype instanceof ParameterizedType given) {
            TypeVariable<?>[] variables = raw(supertype).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                arguments.put(variables[i], resolve(given.getActualTypeArguments()[i]));
            }
        }
        add(raw(supertype));
    }

    /** Returns the type that replaces a type variable, and any other type itself. */
    Type resolve(Type type) {
        return Objects.requireNonNullElse(arguments.get(type), type);
    }

    /** Returns the class of a type. */
    static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> known -> known;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
            case TypeVariable<?> variable -> raw(variable.getBounds()[0]);
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            default -> Object.class;
        };
    }

    /** Returns the first type argument of a type, or {@code Object} if it has none. */
    static Class<?> first(Type type) {
        return type instanceof ParameterizedType generic ? raw(generic.getActualTypeArguments()[0]) : Object.class;
    }
}
