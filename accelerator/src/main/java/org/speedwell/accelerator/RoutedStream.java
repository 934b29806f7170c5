package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumnException;

/**
 * A stream over a table of which columns are not loaded. It runs in memory; where it turns out to need such a column, all
 * its operations are done anew on a stream from the database. Users' functions see each element once: an entity needs
 * every column, so that the first one that is asked for fails before any function has seen it.
 */
final class RoutedStream extends StreamProxy {
    /** From the database; all operations so far have to be called on it. */
    private final Supplier<? extends Stream<?>> database;

    private List<Call> calls;
    private Object target;
    private boolean inMemory;

    /** An operation with its arguments. */
    @FunctionalInterface
    private interface Call {
        Object on(Object stream) throws Throwable;
    }

    private RoutedStream(Supplier<? extends Stream<?>> database, List<Call> calls, Object target, boolean inMemory) {
        this.database = database;
        this.calls = calls;
        this.target = target;
        this.inMemory = inMemory;
    }

    /** The stream in memory, as long as that will do. */
    static <E> Stream<E> of(Stream<E> memory, Supplier<Stream<E>> database) {
        return StreamProxy.of(new RoutedStream(database, List.of(), memory, true));
    }

    @Override
    Object target() {
        return target;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a stream that returns itself
    StreamProxy intermediate(Method operation, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && operation.getName().equals("onClose")) {
            arguments[0] = once((Runnable) arguments[0]);
        }
        Call call = stream -> requireNonNull(call(stream, operation, arguments));
        Object next;
        try {
            next = call.on(target);
        } catch (AbsentColumnException e) {
            goToDatabase();
            next = call.on(target);
        }
        List<Call> all = new ArrayList<>(calls);
        all.add(call);
        if (next == target) {
            calls = all;
            return this;
        }
        return new RoutedStream(database, all, next, inMemory);
    }

    @Override
    @Nullable
    Object terminal(Method operation, Object @Nullable [] arguments) throws Throwable {
        if (isLazy(operation)) {
            goToDatabase(); // whether the columns will do shows only when elements are asked for
        }
        try {
            return call(target, operation, arguments);
        } catch (AbsentColumnException e) {
            goToDatabase();
            return call(target, operation, arguments);
        }
    }

    /** Speedment's streams over SQL close themselves at their end, and run handlers again when the user closes them. */
    private static @Nullable Runnable once(@Nullable Runnable handler) {
        if (handler == null) {
            return null; // for the stream to refuse
        }
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                handler.run();
            }
        };
    }

    private void goToDatabase() throws Throwable {
        if (inMemory) {
            Object stream = database.get();
            for (Call call : calls) {
                stream = call.on(stream);
            }
            target = stream;
            inMemory = false;
        }
    }
}
