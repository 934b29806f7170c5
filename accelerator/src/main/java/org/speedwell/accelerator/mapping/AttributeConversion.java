package org.speedwell.accelerator.mapping;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Temporal;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The conversion that the annotations of an attribute state. */
record AttributeConversion(Attribute attribute, Converters converters) {
    /** The name of an annotation of version 3.2 of the API, which version 3.1 lacks. */
    private static final String ENUMERATED_VALUE = "jakarta.persistence.EnumeratedValue";

    /** The annotation of Hibernate that states the type of a column. */
    private static final String JDBC_TYPE_CODE = "org.hibernate.annotations.JdbcTypeCode";

    /** {@code SqlTypes.JSON} of Hibernate. */
    private static final int JSON = 3001;

    Conversion get() {
        Optional<Conversion.ByFunction> function = function();
        if (function.isPresent()) {
            return function.get();
        }
        if (isJson()) {
            return new Conversion.Json();
        }
        Class<?> type = attribute.valueClass();
        if (type.isEnum()) {
            return ofEnum(type);
        }
        Temporal temporal = attribute.annotated().getAnnotation(Temporal.class);
        return temporal == null
                ? new Conversion.ByType()
                : new Conversion.Temporal(
                        switch (temporal.value()) {
                            case DATE -> java.sql.Date.class;
                            case TIME -> java.sql.Time.class;
                            case TIMESTAMP -> java.sql.Timestamp.class;
                        });
    }

    /** Returns whether an annotation of Hibernate says that the column holds JSON. A {@code String} is the JSON itself. */
    boolean isJson() {
        return attribute.valueClass() != String.class
                && Arrays.stream(attribute.annotated().getAnnotations()).anyMatch(AttributeConversion::isJson);
    }

    private static boolean isJson(Annotation annotation) {
        try {
            Class<?> type = annotation.annotationType();
            return type.getName().equals(JDBC_TYPE_CODE)
                    && type.getMethod("value").invoke(annotation).equals(JSON);
        } catch (ReflectiveOperationException e) {
            return false; // another version of Hibernate
        }
    }

    private Optional<Conversion.ByFunction> function() {
        Convert convert = attribute.annotated().getAnnotation(Convert.class);
        if (convert != null && convert.disableConversion()) {
            return Optional.empty();
        }
        return convert == null || convert.converter() == AttributeConverter.class
                ? converters.automatic(attribute.valueClass())
                : Optional.of(Converters.conversion(convert.converter()));
    }

    private Conversion ofEnum(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Arrays.stream(field.getAnnotations())
                    .anyMatch(found -> found.annotationType().getName().equals(ENUMERATED_VALUE))) {
                return byValue(type, field);
            }
        }
        Enumerated enumerated = attribute.annotated().getAnnotation(Enumerated.class);
        if (enumerated == null) {
            // entities have the default of Jakarta Persistence
            return attribute.declaringClass().isRecord() ? new Conversion.ByType() : new Conversion.EnumOrdinal();
        }
        return enumerated.value() == EnumType.STRING ? new Conversion.EnumName() : new Conversion.EnumOrdinal();
    }

    private static Conversion byValue(Class<?> type, Field field) {
        Map<Object, Object> constants = new HashMap<>();
        Map<Object, Object> values = new HashMap<>();
        try {
            field.setAccessible(true);
            for (Object constant : type.getEnumConstants()) {
                constants.put(field.get(constant), constant);
                values.put(constant, field.get(constant));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new MappingException(
                    "Speedwell cannot read " + type.getName() + "." + field.getName()
                            + ". Open its package to org.speedwell.accelerator.",
                    e);
        }
        Class<?> stored = constants.keySet().iterator().next().getClass();
        return new Conversion.ByFunction(stored, value -> constant(type, constants, value), values::get);
    }

    private static @Nullable Object constant(Class<?> type, Map<Object, Object> constants, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        Object constant = constants.get(value);
        if (constant == null) {
            throw new IllegalArgumentException("no constant of " + type.getName() + " has the value " + value);
        }
        return constant;
    }
}
