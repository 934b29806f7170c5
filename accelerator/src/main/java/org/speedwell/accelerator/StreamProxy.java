package org.speedwell.accelerator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a stream of any of the four kinds and sees each of its operations, at the price of about a microsecond a
 * stream. For one thread, as every stream.
 */
abstract class StreamProxy implements InvocationHandler {
    private static final List<Class<?>> KINDS =
            List.of(Stream.class, IntStream.class, LongStream.class, DoubleStream.class);

    /** A stream of objects that goes through a handler of one. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // elements are the handler's affair
    static <E> Stream<E> of(StreamProxy handler) {
        return (Stream<E>) proxy(Stream.class, handler);
    }

    private static Object proxy(Class<?> kind, StreamProxy handler) {
        return Proxy.newProxyInstance(StreamProxy.class.getClassLoader(), new Class<?>[] {kind}, handler);
    }

    /** The stream behind. */
    abstract Object target();

    /** An operation that gives a stream: the handler of the stream that it gives. */
    abstract StreamProxy intermediate(Method operation, Object @Nullable [] arguments) throws Throwable;

    /** An operation that ends the stream. */
    abstract @Nullable Object terminal(Method operation, Object @Nullable [] arguments) throws Throwable;

    @Override
    @SuppressWarnings("ReferenceEquality") // a proxy equals nothing but itself
    public final @Nullable Object invoke(Object proxy, Method operation, Object @Nullable [] arguments)
            throws Throwable {
        if (operation.getDeclaringClass() == Object.class) {
            return switch (operation.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> target().toString();
            };
        }
        if (BaseStream.class.isAssignableFrom(operation.getReturnType())) {
            StreamProxy next = intermediate(operation, arguments);
            return next == this ? proxy : proxy(kind(next.target()), next);
        }
        return switch (operation.getName()) {
            case "close", "isParallel" -> call(target(), operation, arguments);
            default -> terminal(operation, arguments);
        };
    }

    /** Whether the operation hands out elements one by one, later. */
    static boolean isLazy(Method operation) {
        return operation.getName().equals("iterator") || operation.getName().equals("spliterator");
    }

    static @Nullable Object call(Object stream, Method operation, Object @Nullable [] arguments) throws Throwable {
        try {
            return operation.invoke(stream, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Class<?> kind(Object stream) {
        return KINDS.stream()
                .filter(kind -> kind.isInstance(stream))
                .findFirst()
                .orElseThrow();
    }
}
