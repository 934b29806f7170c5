package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of results that depend only on an analysed function and on the owner of the cache. An example is the filter
 * of a predicate on one version of a table. Lambdas of one place in the code that capture equal values share a result.
 * A newer function may displace an older one. Thread-safe.
 */
public final class FunctionCache {
    private static final int SIZE = 64; // a power of two

    /** The results. Racing threads at worst compute a result twice, because entries are immutable. */
    private final @Nullable Entry[] entries = new Entry[SIZE];

    /**
     * A result.
     *
     * @param code the expression of the function, or the code that creates it
     * @param result null if the function has no result of this kind
     */
    private record Entry(
            Object code,
            List<? extends @Nullable Object> captured,
            Class<?> kind,
            @Nullable Object result) {
        @SuppressWarnings("ReferenceEquality") // each lambda is analysed once
        boolean isOf(Object other, List<? extends @Nullable Object> values, Class<?> wanted) {
            return code == other && kind == wanted && areSame(captured, values);
        }
    }

    /**
     * Returns the result for a predicate or another function, and computes it if it is not in the cache.
     *
     * @param kind the class of the result
     * @param computed computes the result. The cache keeps null like any other result.
     */
    public <R> @Nullable R of(
            Class<R> kind, AnalyzedFunction<?, ?> function, Supplier<? extends @Nullable R> computed) {
        return of(kind, function.code(), function.captured(), computed);
    }

    /** Returns the result for a comparator, as {@link #of(Class, AnalyzedFunction, Supplier)} does. */
    public <R> @Nullable R of(Class<R> kind, AnalyzedOrder<?> order, Supplier<? extends @Nullable R> computed) {
        return of(kind, order.made(), List.of(), computed);
    }

    private <R> @Nullable R of(
            Class<R> kind,
            Object code,
            List<? extends @Nullable Object> captured,
            Supplier<? extends @Nullable R> computed) {
        int place = System.identityHashCode(code) & SIZE - 1;
        Entry known = entries[place];
        if (known == null || !known.isOf(code, captured, kind)) {
            known = new Entry(code, captured, kind, computed.get());
            entries[place] = known;
        }
        return kind.cast(known.result);
    }

    /** Returns whether values are equal and of the same classes, so that no pure method can distinguish them. */
    private static boolean areSame(List<? extends @Nullable Object> some, List<? extends @Nullable Object> others) {
        if (some.size() != others.size()) {
            return false; // functions that capture nothing relevant may share a constant
        }
        for (int i = 0; i < some.size(); i++) {
            Object one = some.get(i);
            Object other = others.get(i);
            if (!Objects.equals(one, other) || one != null && other != null && one.getClass() != other.getClass()) {
                return false;
            }
        }
        return true;
    }
}
