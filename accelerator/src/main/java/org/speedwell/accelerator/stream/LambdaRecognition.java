package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorReader;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.eval.RowScope;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.lambda.AnalyzedEmission;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.AnalyzedOrder;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.NotAnalyzableException;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.lambda.ReturnedRow;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.text.ValueText;

/**
 * The analysis of the functions that users pass to streams. It returns the form that columns support, if it can
 * determine what a function computes. The operation that receives the function must call it before it returns, because
 * the analysis inspects the call stack.
 */
final class LambdaRecognition {
    private LambdaRecognition() {}

    /**
     * Returns the analysed predicate. If the analysis fails, returns the original, resolved by {@link References}.
     *
     * @param query the rows that the predicate tests
     */
    static <E> Predicate<? super E> predicate(
            TableStore<E> table, String operation, Predicate<? super E> predicate, Logical query, StreamState state) {
        AnalyzedFunction<E, ?> known = known(table, operation, predicate, state);
        return References.predicate(
                table, known == null ? predicate : known, query, state.isParallel(), state.fallbacks(), state.trace());
    }

    /** Returns the analysed mapper, or the original if the analysis fails. */
    static <E, R> Function<? super E, ? extends R> mapper(
            TableStore<E> table, Function<? super E, ? extends R> mapper, StreamState state) {
        AnalyzedFunction<E, R> known = known(table, "map", mapper, state);
        return known == null ? mapper : known;
    }

    /** Returns the analysed function, or null if the analysis fails. */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            TableStore<E> table, String operation, Object function, StreamState state) {
        return known(table, operation, function, state.fallbacks(), state.trace());
    }

    /** Returns the analysed function, or null if the analysis fails. */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            TableStore<?> table,
            String operation,
            Object function,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        return known(
                table.fields().code(fallbacks), new Scope(table, fallbacks), operation, function, fallbacks, trace);
    }

    /**
     * Returns the analysed function of elements with the given code, or null if the analysis fails.
     *
     * @param scope the rows of the elements
     */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            @Nullable ElementCode entity,
            RowScope scope,
            String operation,
            Object function,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        if (!function.getClass().isHidden() || !fallbacks.readsFunctions()) {
            return null;
        }
        AnalyzedFunction<E, R> known =
                entity == null ? null : Functions.known(function, entity, operation, LambdaRecognition::isStream);
        if (known != null && trace != null) {
            traceFunction(trace, operation, Functions.text(known));
        }
        return known == null ? null : known.with(scope::simplified);
    }

    /**
     * Returns the row whose entity a lambda returns. Returns null if this is unknown. {@link #mapper} must have received
     * the lambda before.
     */
    static @Nullable ReturnedRow referenced(TableStore<?> table, Object function, StreamState state) {
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code(state.fallbacks())
                : null;
        return entity == null ? null : Functions.referenced(function, entity);
    }

    /**
     * Returns the condition under which a lambda returns its argument; otherwise it throws. Returns null if this is
     * unknown. {@link #mapper} must have received the lambda before.
     */
    static <E> @Nullable AnalyzedFunction<E, Boolean> cast(TableStore<E> table, Object function, StreamState state) {
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code(state.fallbacks())
                : null;
        return entity == null ? null : Functions.cast(function, entity);
    }

    static void traceFunction(ExecutionTrace trace, String operation, String what) {
        trace.functionRead("%s %s (%s)"
                .formatted(operation, ValueText.escaped(what), Functions.place(LambdaRecognition::isStream)));
    }

    /** Returns the analysed comparator, or the original if the analysis fails. */
    static <E> Comparator<? super E> comparator(
            TableStore<E> table, String operation, Comparator<? super E> comparator, StreamState state) {
        return comparator(
                table.fields().code(state.fallbacks()),
                operation,
                comparator,
                new Scope(table, state.fallbacks()),
                state);
    }

    /**
     * Returns the analysed comparator of elements with the given code, or the original if the analysis fails.
     *
     * @param scope the rows of the elements
     */
    static <E> Comparator<? super E> comparator(
            @Nullable ElementCode entity,
            String operation,
            Comparator<? super E> comparator,
            RowScope scope,
            StreamState state) {
        if (!isOpaque(comparator) || !state.fallbacks().readsFunctions()) {
            return comparator;
        }
        AnalyzedOrder<E> known =
                entity == null ? null : Functions.order(comparator, entity, operation, LambdaRecognition::isStream);
        if (entity == null || known == null) {
            return comparator;
        }
        ExecutionTrace trace = state.trace();
        if (trace != null) {
            traceFunction(trace, operation, Functions.text(known.made(), entity));
        }
        return known.with(scope::simplified);
    }

    /** Returns the reduction that a function of two values performs, or null if columns cannot compute it. */
    static @Nullable Reduction reduction(TableStore<?> table, Object function, StreamState state) {
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code(state.fallbacks())
                : null;
        Reduction known =
                entity == null ? null : Functions.reduction(function, entity, "reduce", LambdaRecognition::isStream);
        ExecutionTrace trace = state.trace();
        if (known != null && trace != null) {
            traceFunction(trace, "reduce", "to the " + known.kind().name().toLowerCase(Locale.ROOT));
        }
        return known;
    }

    /** Returns what the function of {@code mapMulti} emits, as a filter and a map, or null if this is unknown. */
    static <E> @Nullable AnalyzedEmission<E> emission(
            TableStore<E> table, Operation<Stream<E>, ?> operation, StreamState state) {
        if (!(operation.argument() instanceof BiConsumer<?, ?>)) {
            return null;
        }
        BiConsumer<E, ?> function = operation.given();
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code(state.fallbacks())
                : null;
        String method = operation.method().toString();
        AnalyzedEmission<E> known =
                entity == null ? null : Functions.emission(function, entity, method, LambdaRecognition::isStream);
        ExecutionTrace trace = state.trace();
        if (known != null && trace != null) {
            AnalyzedFunction<E, Boolean> condition = known.condition();
            traceFunction(
                    trace,
                    method,
                    Functions.text(known.value()) + (condition == null ? "" : " if " + Functions.text(condition)));
        }
        return known == null ? null : known.with(new Scope(table, state.fallbacks())::simplified);
    }

    /** Returns the shape of a collector, or null if it is unknown. */
    static @Nullable CollectorShape shape(TableStore<?> table, Collector<?, ?, ?> collector, StreamState state) {
        return collector instanceof ColumnCollector<?, ?> known ? known.shape() : collector(table, collector, state);
    }

    /**
     * Returns the shape of a collector of the JDK, or null if the analysis fails. The shape contains analysed functions
     * only, because the JDK's collector does not expose its own.
     */
    static @Nullable CollectorShape collector(TableStore<?> table, Collector<?, ?, ?> collector, StreamState state) {
        EntityCode entity = collector.getClass().getName().startsWith("java.util.stream.Collectors$")
                        && state.fallbacks().readsFunctions()
                ? table.fields().code(state.fallbacks())
                : null;
        if (entity == null) {
            return null;
        }
        try {
            Code made = Functions.argument("collect", LambdaRecognition::isStream);
            CollectorShape known =
                    new CollectorReader(entity, new Scope(table, state.fallbacks())::simplified).read(made);
            ExecutionTrace trace = state.trace();
            if (trace != null) {
                traceFunction(trace, "collect", Functions.text(made, entity));
            }
            return known;
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /**
     * Returns whether a comparator is a lambda, of the user or of the JDK, or a comparator by which the JDK reverses
     * another one.
     */
    private static boolean isOpaque(Comparator<?> comparator) {
        Class<?> type = comparator.getClass();
        return type.isHidden() || type.getName().startsWith("java.util.Collections$");
    }

    /**
     * Returns why a function of an operation is opaque, as in {@code calls Shop.isGood}, or null if the reason is
     * unknown.
     */
    static @Nullable String refusal(TableStore<?> table, Object function, StreamState state) {
        return refusal(table.fields().code(state.fallbacks()), function, state);
    }

    /** Returns why a function of elements with the given code is opaque, or null if the reason is unknown. */
    static @Nullable String refusal(@Nullable ElementCode elements, Object function, StreamState state) {
        return elements == null || !state.fallbacks().readsFunctions() ? null : Functions.refusal(function, elements);
    }

    /** Identifies a function at its call site, so that {@link #columnsRead} can later analyse it. */
    static void recognize(String operation, Object function, StreamState state) {
        if (function.getClass().isHidden() && state.fallbacks().readsFunctions()) {
            Functions.recognize(function, operation, LambdaRecognition::isStream);
        }
    }

    /**
     * Returns the columns that an opaque function reads of entities that it passes nowhere. Returns null if it may pass
     * them on, or if the entity's class is unknown.
     *
     * <p>Also returns null if the table is not completely loaded. No function may then receive an element before the
     * router knows that the pipeline does not need the missing columns: see {@link RoutedStream}.
     */
    static int @Nullable [] columnsRead(TableStore<?> table, Object function, StreamState state) {
        EntityCode entity = state.fallbacks().readsFunctions() && table.isComplete()
                ? table.fields().code(state.fallbacks())
                : null;
        Set<String> fields = entity == null ? null : Functions.fieldsRead(function, entity);
        if (fields == null) {
            return null;
        }
        int[] columns = fields.stream().mapToInt(table.fields()::place).sorted().toArray();
        return columns.length > 0 && columns[0] < 0 ? null : columns;
    }

    private static boolean isStream(Class<?> type) {
        return RecordedStream.Watch.class.isAssignableFrom(type)
                || RecordedStream.Answers.class.isAssignableFrom(type)
                || type.getPackage() == LambdaRecognition.class.getPackage()
                        && (type == LambdaRecognition.class
                                || type == CollectedFunctions.class
                                || type == FilterRecognition.class
                                || type == NonInlinedCalls.class
                                || Elements.class.isAssignableFrom(type)
                                || type == Operation.class
                                || type.getNestHost() == RecordedStream.class
                                || BaseStream.class.isAssignableFrom(type)
                                || Stage.class.isAssignableFrom(type));
    }
}
