package org.speedwell.accelerator.lambda;

import java.lang.constant.DirectMethodHandleDesc;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entry point for the analysis of the functions that a user passes to a stream. The analysis runs before the first
 * call of the function. It finds the code that passes a lambda or stores it in a constant. Then it reads the lambda's
 * body from the class file. A function stays opaque if its code is not certain. Thread-safe.
 */
public final class Functions {
    private Functions() {}

    /**
     * Returns the analysed function, or null if it is opaque. The operation that receives the function must call this
     * on the caller's thread.
     *
     * @param function the user's function
     * @param entity the elements of the stream
     * @param operation the name of the stream's method
     * @param isStream returns whether a class on the stack is one of the streams, not their user
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

    /** Returns the analysis of a lambda inside the JDK, which the calling code created with a factory. */
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
        return AnalyzedFunction.of(function, ExprReader.read(code, result), List.of(), result);
    }

    /**
     * Returns the analysis of a function that the user passed to the factory of a collector.
     *
     * @param function the function that a call of the result calls
     * @param code the code that creates it
     * @param entity the elements
     * @throws NotAnalyzableException if it may do anything but compute
     */
    public static <E, R extends @Nullable Object> AnalyzedFunction<E, R> known(
            Object function, Code.Function code, ElementCode entity) {
        Class<?> result = Linkage.typeOf(code.maker(), code.type().returnType());
        return known(function, entity.read(code, 1), result);
    }

    /** Returns the analysed comparator, or null if it is opaque; called like {@link #known}. */
    public static <E> @Nullable AnalyzedOrder<E> order(
            Comparator<? super E> comparator, ElementCode entity, String operation, Predicate<Class<?>> isStream) {
        try {
            Agents.requireNone();
            LambdaClass lambda = LambdaClass.of(comparator.getClass());
            Code made = Caller.argument(operation, isStream);
            if (lambda != null && lambda.isNew()) {
                lambda.found(made);
            }
            Code origin = lambda == null ? made : lambda.origin();
            return new AnalyzedOrder<>(comparator, new ComparatorReader(entity).read(origin), origin);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** Returns what the function passes to its consumer, or null if it is opaque; called like {@link #known}. */
    public static <E> @Nullable AnalyzedEmission<E> emission(
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

    /**
     * Returns the reduction that the function computes of two values, or null if it is opaque; called like {@link
     * #known}.
     */
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

    /**
     * Returns why a function of an operation is opaque, such as {@code calls Shop.isGood}; null if there is no reason
     * to report.
     */
    public static @Nullable String refusal(Object function, ElementCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null) {
            return null;
        }
        String ofAgent = Agents.refusal();
        if (ofAgent != null || !lambda.isSearched()) {
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

    /** Identifies the function at its call site; called like {@link #known}. */
    public static void recognize(Object function, String operation, Predicate<Class<?>> isStream) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda != null && Agents.refusal() == null) {
            find(lambda, operation, isStream);
        }
    }

    /**
     * Identifies the function that a method receives as its first argument, such as a collector's factory. The method
     * must call this before it returns. Afterwards {@link #known(Object, ElementCode)} can analyse the function.
     *
     * @param function the function to identify
     * @param isCalled returns whether a class on the stack belongs to the called side and has the method
     */
    public static void recognizeFirst(Object function, Predicate<Class<?>> isCalled) {
        recognize(function, () -> Caller.firstArgument(isCalled));
    }

    /**
     * Identifies the function that a method receives as its last argument, like {@link #recognizeFirst} for the first.
     */
    public static void recognizeLast(Object function, Predicate<Class<?>> isCalled) {
        recognize(function, () -> Caller.lastArgument(isCalled));
    }

    private static void recognize(Object function, Supplier<Code> argument) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda != null && Agents.refusal() == null && lambda.isNew()) {
            lambda.found(argument.get());
        }
    }

    /**
     * Returns the analysis of a function that was {@linkplain #recognizeFirst identified} before; null if it is opaque.
     */
    public static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            Object function, ElementCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        try {
            Agents.requireNone();
            return lambda == null || !lambda.isSearched() ? null : lambda.known(function, entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /**
     * Returns the class of the first argument of a function that was {@linkplain #recognizeFirst identified} before;
     * null if the function is opaque.
     */
    public static @Nullable Class<?> argumentClass(Object function) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        try {
            return lambda != null && lambda.isSearched() && lambda.origin() instanceof Code.Function made
                    ? Linkage.typeOf(made.maker(), made.type().parameterType(0))
                    : null;
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /**
     * Returns the class whose constructor a method reference calls, if the function was {@linkplain #recognizeFirst
     * identified} before; null for any other function.
     */
    public static @Nullable Class<?> constructed(Object function) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        try {
            return lambda != null
                            && lambda.isSearched()
                            && lambda.origin() instanceof Code.Function made
                            && made.implementation().kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR
                    ? Linkage.classOf(made.maker(), made.implementation().owner())
                    : null;
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
     * Returns the instance fields that an opaque function reads of an entity. Returns null if the function may use the
     * entity in another way.
     */
    public static @Nullable Set<String> fieldsRead(Object function, EntityCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null || !lambda.isSearched() || Agents.refusal() != null) {
            return null;
        }
        try {
            return lambda.fieldsRead(entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /**
     * Returns the row whose entity a function returns. The function was identified before. Returns null for any other
     * function.
     */
    public static @Nullable ReturnedRow referenced(Object function, EntityCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null || !lambda.isSearched() || Agents.refusal() != null) {
            return null;
        }
        try {
            return lambda.referenced(entity);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /**
     * Returns the condition under which a function returns its argument, as a cast does. Otherwise the function throws.
     * The function was identified before. Returns null for any other function.
     */
    public static <E> @Nullable AnalyzedFunction<E, Boolean> cast(Object function, EntityCode entity) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null || !lambda.isSearched() || Agents.refusal() != null) {
            return null;
        }
        try {
            return AnalyzedFunction.of(function, lambda.cast(entity), List.of(), boolean.class);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** Returns the code of the last argument of a stream operation's call. */
    public static Code argument(String operation, Predicate<Class<?>> isStream) {
        String refusal = Agents.refusal();
        return refusal == null ? Caller.argument(operation, isStream) : new Code.Unknown(refusal);
    }

    /**
     * Returns the code of the last argument like {@link #argument(String, Predicate)}, for a method of a class that is
     * not a stream.
     */
    public static Code argument(String operation, Class<?> owner, Predicate<Class<?>> isCalled) {
        String refusal = Agents.refusal();
        return refusal == null ? Caller.argument(operation, owner, isCalled) : new Code.Unknown(refusal);
    }

    /** Returns a function as Java source for people: {@code f -> f.length > 60}. */
    public static String text(AnalyzedFunction<?, ?> function) {
        return CodeText.of(function);
    }

    /** Returns the calls that create a comparator or collector, as text for people. */
    public static String text(Code made, ElementCode entity) {
        return new CodeText(entity).of(made);
    }

    /** Returns the call site of an operation, such as {@code Shop.java:42}. */
    public static String place(Predicate<Class<?>> isStream) {
        return Caller.place(isStream);
    }
}
