package org.speedwell.accelerator.lambda;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.PureMethod;

/** The values of static fields that never change. */
final class Constants {
    private Constants() {}

    /**
     * Returns the value of a field as seen by a class that reads it. Throws {@link NotAnalyzableException} if it may
     * change.
     */
    static Code of(Class<?> user, Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            boolean isKnownClass = field.isEnumConstant() || owner == Boolean.class || owner == BigDecimal.class;
            if (isFinal && (isKnownClass || owner == user && !field.getType().isPrimitive())) {
                Object value = value(field);
                Object fixed = value == null ? null : PureMethod.fixed(value);
                if (fixed != null) {
                    return new Code.Literal(fixed);
                }
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // the value is unknown
        }
        throw new NotAnalyzableException("reads " + owner.getSimpleName() + "." + name + ", which may change");
    }

    /** Returns the value of a static field. It is null also while the class initialiser has not assigned it yet. */
    private static @Nullable Object value(Field field) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(null);
    }
}
