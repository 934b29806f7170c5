package org.speedwell.accelerator.mapping;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The converters of Jakarta Persistence.
 *
 * @param automatic the converters that apply to all attributes of a class, by this class
 */
record Converters(Map<Class<?>, Conversion.ByFunction> automatic) {

    /** Returns the automatic converters among some classes. */
    static Converters of(List<Class<?>> classes) {
        Map<Class<?>, Conversion.ByFunction> automatic = new HashMap<>();
        for (Class<?> type : classes) {
            Converter converter = type.getAnnotation(Converter.class);
            if (converter != null && converter.autoApply()) {
                automatic.put(TypeArguments.raw(argument(type, 0)), conversion(type));
            }
        }
        return new Converters(Map.copyOf(automatic));
    }

    Optional<Conversion.ByFunction> automatic(Class<?> attribute) {
        return Optional.ofNullable(automatic.get(attribute));
    }

    /** Creates a converter of a class that implements {@code AttributeConverter}. */
    @SuppressWarnings("unchecked") // the values of column and attribute have the classes of the type arguments
    static Conversion.ByFunction conversion(Class<?> type) {
        AttributeConverter<Object, Object> converter;
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            converter = (AttributeConverter<Object, Object>) constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new MappingException(
                    "Converter " + type.getName() + " cannot be created: " + e
                            + ". Give it a constructor without parameters, and open its package to"
                            + " org.speedwell.accelerator.",
                    e);
        }
        return new Conversion.ByFunction(
                TypeArguments.raw(argument(type, 1)),
                converter::convertToEntityAttribute,
                converter::convertToDatabaseColumn);
    }

    /** Returns a type argument that a class gives to {@code AttributeConverter}. */
    private static Type argument(Class<?> type, int place) {
        TypeVariable<?> variable = AttributeConverter.class.getTypeParameters()[place];
        Type argument = TypeArguments.of(type).resolve(variable);
        if (argument == variable) {
            throw new MappingException("Converter " + type.getName()
                    + " does not state the classes of column and attribute. Implement AttributeConverter<X, Y> with"
                    + " both.");
        }
        return argument;
    }
}
