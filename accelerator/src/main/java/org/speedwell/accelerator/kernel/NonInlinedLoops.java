package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Loops that C2 never inlines. If a loop is inlined into its callers, C2 compiles it once per caller and vectorises it
 * only sometimes. The same scan then takes two or four times as long in some JVM runs. C2 does not inline through a
 * method handle that is not constant, so callers keep the handle in an array or a non-final field.
 */
final class NonInlinedLoops {
    private NonInlinedLoops() {}

    /** Returns a handle of a static method of this package. */
    static MethodHandle of(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns a loop's exception as an unchecked one to rethrow. No loop declares checked exceptions. */
    static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }
}
