package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Times the terminal operation of a stream. */
final class TimedStream extends StreamProxy {
    private final Object target;
    private final String operations;
    private final Watch watch;

    /** Told once, when the terminal operation has ended. */
    @FunctionalInterface
    interface Watch {
        /** The event has begun and ended with the operation. */
        void ended(String operations, QueryEvent event, long nanos);
    }

    /** Operations are those called before, each followed by a point. */
    TimedStream(Object target, String operations, Watch watch) {
        this.target = target;
        this.operations = operations;
        this.watch = watch;
    }

    @Override
    Object target() {
        return target;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a stream that returns itself
    StreamProxy intermediate(Method operation, Object @Nullable [] arguments) throws Throwable {
        Object next = requireNonNull(call(target, operation, arguments));
        return next == target ? this : new TimedStream(next, operations + operation.getName() + '.', watch);
    }

    @Override
    @Nullable
    Object terminal(Method operation, Object @Nullable [] arguments) throws Throwable {
        if (isLazy(operation)) {
            return call(target, operation, arguments);
        }
        QueryEvent event = new QueryEvent();
        event.begin();
        long begun = System.nanoTime();
        try {
            return call(target, operation, arguments);
        } finally {
            long nanos = System.nanoTime() - begun;
            event.end();
            watch.ended(operations + operation.getName(), event, nanos);
        }
    }
}
