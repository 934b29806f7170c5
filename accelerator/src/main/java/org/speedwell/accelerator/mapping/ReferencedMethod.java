package org.speedwell.accelerator.mapping;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/** A reader of the method that a method reference names. */
final class ReferencedMethod {
    private ReferencedMethod() {}

    /** Returns the name of the attribute of {@code type} that a getter reads. */
    static String attribute(Class<?> type, Getter<?, ?> getter) {
        String method = name(type, getter);
        if (method.startsWith("lambda$")) {
            throw new MappingException("A lambda does not name an attribute of class " + type.getName()
                    + ". Use a method reference such as " + type.getSimpleName() + "::getId.");
        }
        return Attributes.propertyName(method);
    }

    private static String name(Class<?> type, Getter<?, ?> getter) {
        try {
            Method form = getter.getClass().getDeclaredMethod("writeReplace");
            form.setAccessible(true);
            return ((SerializedLambda) form.invoke(getter)).getImplMethodName();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new MappingException(
                    "Speedwell cannot read a method reference of class " + type.getName()
                            + ". Open the package that maps the class to module org.speedwell.accelerator.",
                    e);
        }
    }
}
