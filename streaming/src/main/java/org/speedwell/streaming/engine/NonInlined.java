package org.speedwell.streaming.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.LongToIntFunction;

/**
 * A function that the compiler never inlines into its callers, because its handle is not a constant. Use it for work
 * that a loop does seldom once it is warm, but for every event at the start. If the compiler inlined this work at the
 * start, the enclosing method would become too large to inline into the loop. It would remain so.
 */
public final class NonInlined implements LongToIntFunction {
    private static final MethodHandle APPLY;

    static {
        try {
            APPLY = MethodHandles.lookup()
                    .findVirtual(LongToIntFunction.class, "applyAsInt", MethodType.methodType(int.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MethodHandle handle;

    public NonInlined(LongToIntFunction function) {
        this.handle = APPLY.bindTo(function);
    }

    @Override
    public int applyAsInt(long value) {
        try {
            return (int) handle.invokeExact(value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown; // the function declares no checked exception
    }
}
