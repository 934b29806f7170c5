package org.speedwell.streaming.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.LongToIntFunction;

/**
 * A function of which the compiler never puts a copy where it is called: it is behind a handle that is no constant. For what
 * a loop seldom does once it is warm, but for every event when it begins: taken in then, it would make the loop's part so
 * large that this in turn is not taken into the loop, and stays so.
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
        return (RuntimeException) thrown; // the function declares no other
    }
}
