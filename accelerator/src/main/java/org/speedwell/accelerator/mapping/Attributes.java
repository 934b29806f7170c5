package org.speedwell.accelerator.mapping;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A finder of the attributes of classes. */
final class Attributes {
    private Attributes() {}

    /** Returns the classes of a hierarchy, the topmost superclass first, without {@code Object} and {@code Record}. */
    static List<Class<?>> hierarchy(Class<?> type) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> next = type;
                next != null && next != Object.class && next != Record.class;
                next = next.getSuperclass()) {
            classes.addFirst(next);
        }
        return classes;
    }

    /** Returns all instance fields of a class and its superclasses, or the components of a record in their order. */
    static List<Attribute> all(Class<?> type) {
        TypeArguments arguments = TypeArguments.of(type);
        return hierarchy(type).stream()
                .flatMap(declaring -> fields(declaring, arguments).stream())
                .toList();
    }

    /**
     * Returns the fields that a class declares itself, without static and transient ones.
     *
     * @param arguments the type arguments of the class
     */
    static List<Attribute> fields(Class<?> declaring, TypeArguments arguments) {
        return declared(declaring)
                .filter(field -> !isStaticOrTransient(field.getModifiers()) && !field.isSynthetic())
                .map(field -> new Attribute(
                        declaring, field.getName(), arguments.resolve(field.getGenericType()), field, null))
                .toList();
    }

    private static Stream<Field> declared(Class<?> declaring) {
        if (!declaring.isRecord()) {
            return Arrays.stream(declaring.getDeclaredFields());
        }
        return Arrays.stream(declaring.getRecordComponents()).map(component -> {
            try {
                return declaring.getDeclaredField(component.getName());
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e); // each component has a field
            }
        });
    }

    private static boolean isStaticOrTransient(int modifiers) {
        return Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers);
    }

    /** Returns whether an attribute is a record whose components may have columns: a record that holds itself cannot. */
    static boolean isEmbeddable(Attribute attribute) {
        return attribute.rawType().isRecord() && !isHeld(attribute.rawType(), List.of());
    }

    /**
     * Returns whether a record holds itself, or another record that does.
     *
     * @param within the records that hold the record
     */
    private static boolean isHeld(Class<?> type, List<Class<?>> within) {
        if (within.contains(type)) {
            return true;
        }
        List<Class<?>> path = Stream.concat(within.stream(), Stream.of(type)).toList();
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .anyMatch(inner -> inner.isRecord() && isHeld(inner, path));
    }

    /** Returns the methods of a class that read a property. */
    static List<Method> getters(Class<?> declaring) {
        return Arrays.stream(declaring.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic()
                        && isGetter(method))
                .toList();
    }

    private static boolean isGetter(Method method) {
        boolean isBoolean = method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class;
        return method.getReturnType() != void.class
                && !propertyName(method.getName()).equals(method.getName())
                && (isBoolean || !method.getName().startsWith("is"));
    }

    /** Returns the property of a getter; empty if the class has no setter for it. */
    static Optional<Attribute> property(Method getter, TypeArguments arguments) {
        String name = propertyName(getter.getName());
        String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        Class<?> declaring = getter.getDeclaringClass();
        return Arrays.stream(declaring.getDeclaredMethods())
                .filter(method -> method.getName().equals(setter)
                        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {getter.getReturnType()}))
                .findFirst()
                .map(found -> new Attribute(
                        declaring,
                        name,
                        arguments.resolve(getter.getGenericReturnType()),
                        field(declaring, name, getter.getReturnType()),
                        new Attribute.Property(getter, found)));
    }

    private static @Nullable Field field(Class<?> declaring, String name, Class<?> type) {
        return Arrays.stream(declaring.getDeclaredFields())
                .filter(field -> field.getName().equals(name) && field.getType() == type)
                .findFirst()
                .orElse(null);
    }

    /** Returns the name of the property that a getter reads, or the method's name if it is not a getter. */
    static String propertyName(String method) {
        for (String prefix : List.of("get", "is")) {
            if (method.startsWith(prefix)
                    && method.length() > prefix.length()
                    && !Character.isLowerCase(method.charAt(prefix.length()))) {
                return decapitalized(method.substring(prefix.length()));
            }
        }
        return method;
    }

    /** Returns a name that starts in lower case, except for an acronym: {@code URL} stays as it is. */
    private static String decapitalized(String name) {
        boolean isAcronym =
                name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1));
        return isAcronym ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** Checks that an attribute can be written after its object is made. */
    static Attribute requireWritable(Attribute attribute) {
        Field field = attribute.field();
        if (attribute.property() == null
                && field != null
                && Modifier.isFinal(field.getModifiers())
                && !attribute.declaringClass().isRecord()) {
            throw MappingException.of(
                    attribute, "is final. Remove final, map a record instead, or make the field transient.");
        }
        return attribute;
    }
}
