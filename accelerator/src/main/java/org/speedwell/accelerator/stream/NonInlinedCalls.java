package org.speedwell.accelerator.stream;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Calls that the JIT compiler does not inline. It would inline a slow path that runs often into its fast path, until
 * the method is too large for inlining into the user's code. Only there the fast path does not allocate memory. The
 * compiler cannot inline a call through a method handle that is not a constant.
 */
final class NonInlinedCalls {
    /** The handle of {@code count}. The handles are not final, because a final handle would be a constant. */
    private static MethodHandle count = find(PlannedTerminals.class, "count", streamType(long.class));

    private static MethodHandle first = find(PlannedTerminals.class, "first", streamType(Object.class));

    private static MethodHandle firstOfKey = find(
            KeyQuery.class,
            "first",
            MethodType.methodType(Optional.class, TableStore.class, SortedIndex.class, long.class));

    private static MethodHandle givenFilter = find(
            FilterRecognition.class,
            "of",
            MethodType.methodType(
                    FilterRecognition.class,
                    TableStore.class,
                    Predicate.class,
                    Logical.class,
                    boolean.class,
                    FallbackListener.class,
                    ExecutionTrace.class));

    private static MethodHandle countRange = find(
            KeyQuery.class,
            "countRange",
            MethodType.methodType(
                    long.class, TableStore.class, int.class, long.class, long.class, boolean.class, boolean.class));

    private NonInlinedCalls() {}

    /** Calls {@link PlannedTerminals#count}. */
    static long count(
            TableStore<?> table,
            Logical query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        try {
            return (long) count.invokeExact(table, query, predicate, parallel, fallbacks, trace);
        } catch (Throwable failure) {
            throw NonInlinedCalls.<RuntimeException>unchanged(failure);
        }
    }

    /** Calls {@link PlannedTerminals#first(TableStore, Logical, Object, boolean, FallbackListener, ExecutionTrace)}. */
    static Object first(
            TableStore<?> table,
            Logical query,
            @Nullable Object predicate,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        try {
            return first.invokeExact(table, query, predicate, parallel, fallbacks, trace);
        } catch (Throwable failure) {
            throw NonInlinedCalls.<RuntimeException>unchanged(failure);
        }
    }

    /** Calls {@link KeyQuery#first}. */
    static Optional<?> firstOfKey(TableStore<?> table, SortedIndex index, long key) {
        try {
            return (Optional<?>) firstOfKey.invokeExact(table, index, key);
        } catch (Throwable failure) {
            throw NonInlinedCalls.<RuntimeException>unchanged(failure);
        }
    }

    /** Calls {@link FilterRecognition#of}. */
    static FilterRecognition givenFilter(
            TableStore<?> table,
            Predicate<?> function,
            Logical query,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        try {
            return (FilterRecognition) givenFilter.invokeExact(table, function, query, parallel, fallbacks, trace);
        } catch (Throwable failure) {
            throw NonInlinedCalls.<RuntimeException>unchanged(failure);
        }
    }

    /** Calls {@link KeyQuery#countRange}. */
    static long countRange(TableStore<?> table, int column, long low, long high, boolean inverted, boolean parallel) {
        try {
            return (long) countRange.invokeExact(table, column, low, high, inverted, parallel);
        } catch (Throwable failure) {
            throw NonInlinedCalls.<RuntimeException>unchanged(failure);
        }
    }

    /** Returns the type of the slow paths of streams. */
    private static MethodType streamType(Class<?> result) {
        return MethodType.methodType(
                result,
                TableStore.class,
                Logical.class,
                Object.class,
                boolean.class,
                FallbackListener.class,
                ExecutionTrace.class);
    }

    /**
     * Returns a handle of {@link IntColumnStream#acceptOrdered} or of the method of the same name in another kind of
     * stream.
     */
    static MethodHandle acceptOrdered(Class<?> stream, Class<?> statistics) {
        MethodType type = MethodType.methodType(
                void.class,
                statistics,
                KeyColumn.class,
                ColumnRef.Ordered.class,
                boolean.class,
                boolean.class,
                int.class,
                int.class);
        return find(stream, "acceptOrdered", type);
    }

    private static MethodHandle find(Class<?> owner, String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Throws any failure, checked or unchecked, without wrapping it. A user's function may throw either. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast has no effect at run time
    static <T extends Throwable> T unchanged(Throwable failure) throws T {
        throw (T) failure;
    }
}
