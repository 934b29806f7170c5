package org.speedwell.accelerator.lambda;

import java.lang.constant.ClassDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Existence;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.PureMethod;

/** A hidden class that the JVM creates for one lambda or method reference in the code. Thread-safe. */
final class LambdaClass {
    private static final String MARK = "$$Lambda";

    /** The greatest number of attempts to find the code that creates the function. */
    private static final int MAX_LOOKED = 8;

    /** The cache by class; empty for a class that belongs to no place in the user's code. */
    private static final ClassValue<Optional<LambdaClass>> CLASSES = new ClassValue<>() {
        @Override
        protected Optional<LambdaClass> computeValue(Class<?> type) {
            boolean isOfUser = type.isHidden()
                    && type.getClassLoader() != null
                    && type.getName().contains(MARK);
            return isOfUser ? Optional.of(new LambdaClass(type)) : Optional.empty();
        }
    };

    /**
     * The computation of the function on an entity.
     *
     * @param code the expression
     * @param used the captured values that the code reads
     * @param result the type of the result
     * @param isReferring see {@link AnalyzedFunction}
     */
    private record Meaning(Expr code, BitSet used, Class<?> result, boolean isReferring) {}

    /** An {@link Emission} of the function, and the captured values that it reads. */
    private record Emitting(Emission emission, BitSet used) {}

    /** The analysis of the single function of a class that captures nothing. */
    private volatile @Nullable Only only;

    private record Only(ElementCode entity, AnalyzedFunction<?, ?> known) {}

    private final Class<?> type;
    private final List<Field> captured;
    private volatile @Nullable Object origin;
    private final CachedAnalysis<Meaning> meaning = new CachedAnalysis<>();
    private final CachedAnalysis<Emitting> emitting = new CachedAnalysis<>();
    private final CachedAnalysis<Set<String>> fieldsRead = new CachedAnalysis<>();
    private final CachedAnalysis<Reduction> reduction = new CachedAnalysis<>();
    private final CachedAnalysis<ReturnedRow> referenced = new CachedAnalysis<>();
    private final CachedAnalysis<Expr> cast = new CachedAnalysis<>();

    /** The number of failed attempts; approximate under concurrency. */
    private int failedAttempts;

    private LambdaClass(Class<?> type) {
        this.type = type;
        this.captured = Arrays.stream(type.getDeclaredFields())
                .filter(field -> field.getName().startsWith("arg$"))
                .sorted(Comparator.comparingInt(
                        field -> Integer.parseInt(field.getName().substring("arg$".length()))))
                .toList();
    }

    /** Returns the lambda class of a class; null if it belongs to no place in the user's code. */
    static @Nullable LambdaClass of(Class<?> type) {
        return CLASSES.get(type).orElse(null);
    }

    /** Returns whether the engine has searched for the code that creates the function. */
    boolean isSearched() {
        return origin != null;
    }

    /**
     * Returns whether a further search may find the code that creates the function. Code may pass a function in several
     * places, and only some places reveal its creation.
     */
    boolean isNew() {
        return origin == null || origin instanceof NotAnalyzableException && failedAttempts < MAX_LOOKED;
    }

    /** Returns the code that creates the function. */
    Code origin() {
        if (origin instanceof Code made) {
            return made;
        }
        throw origin instanceof NotAnalyzableException opaque
                ? opaque
                : new NotAnalyzableException("was created elsewhere");
    }

    /**
     * Records the code that creates the function.
     *
     * @param given the result of reading the code that passes the function
     */
    void found(Code given) {
        if (given instanceof Code.Function function && isCreatedBy(function)) {
            origin = function;
            meaning.forget();
            emitting.forget();
            fieldsRead.forget();
            reduction.forget();
            referenced.forget();
            cast.forget();
        } else {
            origin = given instanceof Code.Unknown unknown
                    ? new NotAnalyzableException(unknown.reason())
                    : new NotAnalyzableException("was created elsewhere");
            failedAttempts++;
        }
    }

    private boolean isCreatedBy(Code.Function function) {
        List<String> fields = captured.stream()
                .map(field -> field.getType().descriptorString())
                .toList();
        List<String> shape = function.shape().parameterList().stream()
                .map(ClassDesc::descriptorString)
                .toList();
        String made = function.shape().returnType().descriptorString();
        return type.getName().startsWith(function.maker().getName() + MARK)
                && fields.equals(shape)
                && type.getInterfaces().length == 1
                && type.getInterfaces()[0].descriptorString().equals(made);
    }

    /** Returns the analysis of a function of this class; throws {@link NotAnalyzableException} if it is opaque. */
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // the cached analysis belongs to one function object
    <E, R extends @Nullable Object> AnalyzedFunction<E, R> known(Object function, ElementCode entity) {
        Only last = only;
        if (last != null && last.entity == entity && last.known.function() == function) {
            return (AnalyzedFunction<E, R>) last.known;
        }
        Meaning known = meaning.of(entity, this::meaning);
        if (!captured.isEmpty()) {
            return new AnalyzedFunction<>(
                    function, known.code, captured(function, known.used), known.result, known.isReferring);
        }
        AnalyzedFunction<E, R> made =
                new AnalyzedFunction<>(function, known.code, List.of(), known.result, known.isReferring);
        only = new Only(entity, made);
        return made;
    }

    private Meaning meaning(ElementCode entity) {
        Code.Function function = withCaptured();
        Code code = entity.read(function, function.type().parameterCount());
        Class<?> result = Linkage.typeOf(function.maker(), function.type().returnType());
        Expr expr = ExprReader.read(code, result);
        return new Meaning(expr, used(code), result, Existence.isTested(expr));
    }

    /**
     * Returns the values that a function of this class passes to its consumer, as two functions. Throws
     * {@link NotAnalyzableException} if the function is opaque.
     */
    <E> AnalyzedEmission<E> emission(BiConsumer<E, ?> function, ElementCode entity) {
        Emitting known = emitting.of(entity, this::emitting);
        return known.emission.known(function, captured(function, known.used));
    }

    private Emitting emitting(ElementCode entity) {
        Emission emission = Emission.of(withCaptured(), entity);
        BitSet used = used(emission.condition());
        used.or(used(emission.value()));
        return new Emitting(emission, used);
    }

    /**
     * Returns the fields that a function reads of an entity; throws {@link NotAnalyzableException} if the entity may
     * escape.
     */
    Set<String> fieldsRead(EntityCode entity) {
        return fieldsRead.of(entity, _ -> EntityUse.of(entity, function()));
    }

    /** Returns the row whose entity a function returns; throws {@link NotAnalyzableException} for other functions. */
    ReturnedRow referenced(EntityCode entity) {
        return referenced.of(entity, of -> of.readReferenced(function()));
    }

    /** Returns when a function returns its argument; throws {@link NotAnalyzableException} for other functions. */
    Expr cast(EntityCode entity) {
        return cast.of(entity, of -> of.readCast(withCaptured()));
    }

    /**
     * Returns the reduction of two values; throws {@link NotAnalyzableException} if the function is not a known
     * reduction.
     */
    Reduction reduction(ElementCode entity) {
        return reduction.of(entity, of -> Reduction.of(function(), of));
    }

    private Code.Function function() {
        return (Code.Function) origin(); // found() accepts only functions
    }

    private Code.Function withCaptured() {
        Code.Function function = function();
        List<Code> values = new ArrayList<>();
        int next = captured.size();
        for (int i = 0; i < captured.size(); i++) {
            Code value = function.captured().get(i);
            if (value instanceof Code.Function inner) {
                values.add(withCaptured(inner, next));
                next += inner.captured().size();
            } else if (value instanceof Code.Literal literal && literal.value() instanceof Class<?>) {
                values.add(literal); // the code states the class, as in Card.class::isInstance
            } else {
                values.add(new Code.Captured(i, captured.get(i).getType()));
            }
        }
        return withCaptured(function, values);
    }

    /** Returns a captured function. The numbers of its own captured values start at {@code first}. */
    private static Code.Function withCaptured(Code.Function inner, int first) {
        List<Code> values = new ArrayList<>();
        for (ClassDesc type : inner.shape().parameterList()) {
            values.add(new Code.Captured(first + values.size(), Linkage.typeOf(inner.maker(), type)));
        }
        return withCaptured(inner, values);
    }

    private static Code.Function withCaptured(Code.Function function, List<Code> values) {
        return new Code.Function(
                function.maker(),
                function.implementation(),
                function.name(),
                function.type(),
                function.shape(),
                values);
    }

    /** Returns the captured values, with null for unused ones. */
    private List<@Nullable Object> captured(Object function, BitSet used) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : captured) {
            values.add(used.get(values.size()) ? value(field, function) : null);
        }
        if (used.length() > values.size()) { // the code reads a value of a captured function
            for (int i = 0; i < captured.size(); i++) {
                if (function().captured().get(i) instanceof Code.Function inner) {
                    values.addAll(inner(captured.get(i), function, inner));
                }
            }
        }
        return values;
    }

    /** Returns the captured values of a captured function. */
    private static List<@Nullable Object> inner(Field field, Object function, Code.Function inner) {
        Object captured = content(field, function);
        LambdaClass type = captured == null ? null : of(captured.getClass());
        if (captured == null || type == null || !type.isCreatedBy(inner)) {
            throw new NotAnalyzableException("captures a function that was created elsewhere");
        }
        List<@Nullable Object> values = new ArrayList<>();
        type.captured.forEach(each -> values.add(value(each, captured)));
        return values;
    }

    /** Returns all values that a function of this class captures; throws {@link NotAnalyzableException} if it cannot. */
    List<@Nullable Object> capturedBy(Object function) {
        List<@Nullable Object> values = new ArrayList<>();
        captured.forEach(field -> values.add(content(field, function)));
        return values;
    }

    private static BitSet used(Code code) {
        BitSet used = new BitSet();
        collect(code, used);
        return used;
    }

    private static void collect(Code code, BitSet used) {
        if (code instanceof Code.Captured of) {
            used.set(of.index());
        }
        code.parts().forEach(part -> collect(part, used));
    }

    private static @Nullable Object value(Field field, Object function) {
        Object value = content(field, function);
        Object fixed = value == null ? null : PureMethod.fixed(value);
        if (value != null && fixed == null) {
            throw new NotAnalyzableException(
                    "captures an object of class " + value.getClass().getName() + ", which may change");
        }
        return fixed;
    }

    private static @Nullable Object content(Field field, Object function) {
        if (!field.trySetAccessible()) {
            throw new NotAnalyzableException("captures a value in a module that is not open");
        }
        try {
            return field.get(function);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // trySetAccessible() has succeeded
        }
    }
}
