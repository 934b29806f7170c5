package org.speedwell.accelerator.lambda;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the functions are that a user hands to a stream, before any of them is called. A lambda is known by the code that
 * hands it over, or that puts it into a constant. Its body is then read from the class file. Nothing is known of what might
 * be anything else. Thread-safe.
 */
public final class Functions {
    private Functions() {}

    /**
     * The function, known, or null. To be called by the operation that is given the function, on its caller's thread.
     *
     * @param operation the name of the stream's method
     * @param isStream whether a class on the stack is one of the streams, not their user
     */
    public static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            Object function, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        try {
            Agents.requireNone();
            LambdaClass lambda = LambdaClass.of(function.getClass());
            if (lambda == null) {
                return composed(function, entity, operation, isStream);
            }
            find(lambda, operation, isStream);
            return lambda.known(function, entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** Of a lambda of the JDK's, which the code that hands it over has made. */
    private static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> composed(
            Object function, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        boolean isPredicate = function instanceof Predicate<?>;
        return (isPredicate || function instanceof Function<?, ?>)
                        && Caller.argument(operation, isStream) instanceof Code.Call call
                ? known(function, entity.readComposed(call), isPredicate ? boolean.class : Object.class)
                : null;
    }

    private static <E, R extends @Nullable Object> AnalyzedFunction<E, R> known(
            Object function, Code code, Class<?> result) {
        return new AnalyzedFunction<>(function, ExprReader.read(code, result), List.of(), result);
    }

    /**
     * Returns a function of entities that a collector is made with, known.
     *
     * @param function is called in its place
     * @throws NotAnalyzableException if it may do anything else than to compute
     */
    public static <E, R extends @Nullable Object> AnalyzedFunction<E, R> known(
            Object function, Code.Function code, ElementCode entity) {
        Class<?> result = Linkage.typeOf(code.maker(), code.type().returnType());
        return known(function, entity.read(code, 1), result);
    }

    /** The comparator, known, or null; called as {@link #known}. */
    public static <E> @Nullable KnownOrder<E> order(
            Comparator<? super E> comparator, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        try {
            Agents.requireNone();
            LambdaClass lambda = LambdaClass.of(comparator.getClass());
            Code made = Caller.argument(operation, isStream);
            if (lambda != null && lambda.isNew()) {
                lambda.found(made);
            }
            Code origin = lambda == null ? made : lambda.origin();
            return new KnownOrder<>(comparator, new ComparatorReader(entity).read(origin), origin);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** What the function hands to its consumer, or null where that is not known; called as {@link #known}. */
    public static <E> @Nullable KnownEmission<E> emission(
            BiConsumer<E, ?> function, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null) {
            return null;
        }
        try {
            Agents.requireNone();
            find(lambda, operation, isStream);
            return lambda.emission(function, entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** What the function makes of two values, or null where that is not known; called as {@link #known}. */
    public static @Nullable Reduction reduction(
            Object function, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null) {
            return null;
        }
        try {
            Agents.requireNone();
            find(lambda, operation, isStream);
            return lambda.reduction(entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** Why a function that has been given to an operation is not known, as in {@code calls Shop.isGood}; null where nothing is to be said. */
    public static @Nullable String refusal(Object function, ElementCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null) {
            return null;
        }
        String ofAgent = Agents.refusal();
        if (ofAgent != null || !lambda.isLookedAt()) {
            return ofAgent;
        }
        try {
            var _ = function instanceof BiConsumer<?, ?> emitting
                    ? lambda.emission(emitting, entity)
                    : lambda.known(function, entity);
            return null;
        } catch (NotAnalyzableException e) {
            return e.reason();
        }
    }

    /** Finds out which function it is; called as {@link #known}. */
    public static void lookAt(Object function, String operation, Predicate<Class<?>> isStream) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda != null && Agents.refusal() == null) {
            find(lambda, operation, isStream);
        }
    }

    /**
     * Finds out which function a method is given as its first argument, such as one that makes a collector; to be called while its
     * caller waits. The function is {@link #known} to the stream that gets what the method makes.
     *
     * @param isCalled whether a class on the stack belongs to what is called, and has the method
     */
    public static void lookAtFirst(Object function, Predicate<Class<?>> isCalled) {
        lookAt(function, () -> Caller.firstArgument(isCalled));
    }

    /** Finds out which function a method is given as its last argument, as {@link #lookAtFirst} does for the first. */
    public static void lookAtLast(Object function, Predicate<Class<?>> isCalled) {
        lookAt(function, () -> Caller.lastArgument(isCalled));
    }

    private static void lookAt(Object function, Supplier<Code> argument) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda != null && Agents.refusal() == null && lambda.isNew()) {
            lambda.found(argument.get());
        }
    }

    /** Returns a function that was {@linkplain #lookAtFirst looked at} before, known; null if it is opaque. */
    public static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            Object function, ElementCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        try {
            Agents.requireNone();
            return lambda == null || !lambda.isLookedAt() ? null : lambda.known(function, entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    private static void find(LambdaClass lambda, String operation, Predicate<Class<?>> isStream) {
        if (lambda.isNew()) {
            lambda.found(Caller.argument(operation, isStream));
        }
    }

    /**
     * The instance fields of an entity that a function reads, which has been given to an operation, and of which nothing else is
     * known; null where it may do more with the entity than that.
     */
    public static @Nullable Set<String> fieldsRead(Object function, EntityCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null || !lambda.isLookedAt() || Agents.refusal() != null) {
            return null;
        }
        try {
            return lambda.fieldsRead(entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** What the code that calls an operation of a stream makes its last argument of. */
    public static Code argument(String operation, Predicate<Class<?>> isStream) {
        String refusal = Agents.refusal();
        return refusal == null ? Caller.argument(operation, isStream) : new Code.Unknown(refusal);
    }

    /** As {@link #argument(String, Predicate)}, of a method of other classes than streams. */
    public static Code argument(String operation, Class<?> owner, Predicate<Class<?>> isCalled) {
        String refusal = Agents.refusal();
        return refusal == null ? Caller.argument(operation, owner, isCalled) : new Code.Unknown(refusal);
    }

    /** A function as Java has it, for a person: {@code f -> f.length > 60}. */
    public static String text(AnalyzedFunction<?, ?> function) {
        return CodeText.of(function);
    }

    /** A comparator or collector, by the calls that make it, for a person. */
    public static String text(Code made, ElementCode entity) {
        return new CodeText(entity).of(made);
    }

    /** Where an operation is called, as {@code Shop.java:42}, for a person. */
    public static String place(Predicate<Class<?>> isStream) {
        return Caller.place(isStream);
    }
}
