package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Loops that stay calls. Copied into whatever calls it, a loop would be compiled anew with each caller, by vectors or not as
 * chance has it, and from one start of the JVM to the next the same scan would take twice or four times as long. The compiler
 * does not look through a method handle that is no constant: callers keep it in an array or a field that is not final.
 */
final class NonInlinedLoops {
    private NonInlinedLoops() {}

    /** A static method of this package. */
    static MethodHandle of(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What a loop has thrown, to be thrown on: no loop declares anything. */
    static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }
}
