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
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.KnownEmission;
import org.speedwell.accelerator.lambda.KnownOrder;
import org.speedwell.accelerator.lambda.NotAnalyzableException;
import org.speedwell.accelerator.lambda.Reduction;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.text.ValueText;

/**
 * The functions that users give to streams, in the form that columns understand where it is known what they compute. To be
 * asked by the operation that is given the function, while its caller waits.
 */
final class LambdaRecognition {
    private LambdaRecognition() {}

    /** The predicate, known if it can be. */
    static <E> Predicate<? super E> predicate(
            TableStore<E> table, String operation, Predicate<? super E> predicate, StreamState state) {
        AnalyzedFunction<E, ?> known = known(table, operation, predicate, state);
        return known == null ? References.predicate(table, predicate, state.fallbacks(), state.profile()) : known;
    }

    /** The mapper, known if it can be. */
    static <E, R> Function<? super E, ? extends R> mapper(
            TableStore<E> table, Function<? super E, ? extends R> mapper, StreamState state) {
        AnalyzedFunction<E, R> known = known(table, "map", mapper, state);
        return known == null ? mapper : known;
    }

    /** The function, known; or null. */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            TableStore<E> table, String operation, Object function, StreamState state) {
        return known(table, operation, function, state.fallbacks(), state.profile());
    }

    /** As above. */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            TableStore<?> table,
            String operation,
            Object function,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace profile) {
        return known(table.fields().code(), operation, function, fallbacks, profile);
    }

    /** As above, of elements whose code is given. */
    static <E, R extends @Nullable Object> @Nullable AnalyzedFunction<E, R> known(
            @Nullable ElementCode entity,
            String operation,
            Object function,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace profile) {
        if (!function.getClass().isHidden() || !fallbacks.readsFunctions()) {
            return null;
        }
        AnalyzedFunction<E, R> known =
                entity == null ? null : Functions.known(function, entity, operation, LambdaRecognition::isStream);
        if (known != null && profile != null) {
            tell(profile, operation, Functions.text(known));
        }
        return known;
    }

    static void tell(ExecutionTrace profile, String operation, String what) {
        profile.functionRead("%s %s (%s)"
                .formatted(operation, ValueText.escaped(what), Functions.place(LambdaRecognition::isStream)));
    }

    /** The comparator, known if it can be. */
    static <E> Comparator<? super E> comparator(
            TableStore<E> table, String operation, Comparator<? super E> comparator, StreamState state) {
        return comparator(table.fields().code(), operation, comparator, state);
    }

    /** As above, of elements whose code is given. */
    static <E> Comparator<? super E> comparator(
            @Nullable ElementCode entity, String operation, Comparator<? super E> comparator, StreamState state) {
        if (!isOpaque(comparator) || !state.fallbacks().readsFunctions()) {
            return comparator;
        }
        KnownOrder<E> known =
                entity == null ? null : Functions.order(comparator, entity, operation, LambdaRecognition::isStream);
        if (entity == null || known == null) {
            return comparator;
        }
        ExecutionTrace profile = state.profile();
        if (profile != null) {
            tell(profile, operation, Functions.text(known.made(), entity));
        }
        return known;
    }

    /** What the function makes of two values, as one that columns can total; or null. */
    static @Nullable Reduction reduction(TableStore<?> table, Object function, StreamState state) {
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code()
                : null;
        Reduction known =
                entity == null ? null : Functions.reduction(function, entity, "reduce", LambdaRecognition::isStream);
        ExecutionTrace profile = state.profile();
        if (known != null && profile != null) {
            tell(profile, "reduce", "to the " + known.kind().name().toLowerCase(Locale.ROOT));
        }
        return known;
    }

    /** Returns what the function of {@code mapMulti} hands on, as a filter and a map; null if that is not known. */
    static <E> @Nullable KnownEmission<E> emission(
            TableStore<E> table, Operation<Stream<E>, ?> operation, StreamState state) {
        if (!(operation.argument() instanceof BiConsumer<?, ?>)) {
            return null;
        }
        BiConsumer<E, ?> function = operation.given();
        EntityCode entity = function.getClass().isHidden() && state.fallbacks().readsFunctions()
                ? table.fields().code()
                : null;
        String method = operation.method().toString();
        KnownEmission<E> known =
                entity == null ? null : Functions.emission(function, entity, method, LambdaRecognition::isStream);
        ExecutionTrace profile = state.profile();
        if (known != null && profile != null) {
            AnalyzedFunction<E, Boolean> condition = known.condition();
            tell(
                    profile,
                    method,
                    Functions.text(known.value()) + (condition == null ? "" : " if " + Functions.text(condition)));
        }
        return known;
    }

    /** What the JDK's collector is, as one of columns; or null. Its own functions cannot be called. */
    static @Nullable CollectorShape collector(TableStore<?> table, Collector<?, ?, ?> collector, StreamState state) {
        EntityCode entity = collector.getClass().getName().startsWith("java.util.stream.Collectors$")
                        && state.fallbacks().readsFunctions()
                ? table.fields().code()
                : null;
        if (entity == null) {
            return null;
        }
        try {
            Code made = Functions.argument("collect", LambdaRecognition::isStream);
            CollectorShape known = new CollectorReader(entity).read(made);
            ExecutionTrace profile = state.profile();
            if (profile != null) {
                tell(profile, "collect", Functions.text(made, entity));
            }
            return known;
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    /** Whether it is a lambda, of the user's or the JDK's own, or one of the JDK's comparators that turn others around. */
    private static boolean isOpaque(Comparator<?> comparator) {
        Class<?> type = comparator.getClass();
        return type.isHidden() || type.getName().startsWith("java.util.Collections$");
    }

    /** Why a function that an operation was given is opaque, as in {@code calls Shop.isGood}, or null where that is not known. */
    static @Nullable String refusal(TableStore<?> table, Object function, StreamState state) {
        return refusal(table.fields().code(), function, state);
    }

    /** As above, of elements whose code is given. */
    static @Nullable String refusal(@Nullable ElementCode elements, Object function, StreamState state) {
        return elements == null || !state.fallbacks().readsFunctions() ? null : Functions.refusal(function, elements);
    }

    /** Finds out which function an operation is given, of which nothing is wanted but what it reads: see {@link #columnsRead}. */
    static void lookAt(String operation, Object function, StreamState state) {
        if (function.getClass().isHidden() && state.fallbacks().readsFunctions()) {
            Functions.lookAt(function, operation, LambdaRecognition::isStream);
        }
    }

    /**
     * The columns that an opaque function reads of entities, which it hands to nobody; null where it may, or where the entity's
     * class is not known. Where columns are not loaded, no function may see an element before all are known not to be needed:
     * see {@link RoutedStream}.
     */
    static int @Nullable [] columnsRead(TableStore<?> table, Object function, StreamState state) {
        EntityCode entity = state.fallbacks().readsFunctions() && table.isComplete()
                ? table.fields().code()
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
