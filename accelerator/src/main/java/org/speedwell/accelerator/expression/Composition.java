package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.getter.TupleGetter;
import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of what another function gives.
 *
 * @param first the function that is called first
 * @param second an expression or a predicate
 * @param isOrder whether it is a comparator, too
 */
public record Composition(Function<?, ?> first, Object second, boolean isOrder) {
    private static final String TUPLES = "com.speedment.common.tuple.";

    /** Returns the parts of a function; null if it is not composed. */
    public static @Nullable Composition of(Object function) {
        return switch (function) {
            case ComposedPredicate<?, ?> composed ->
                new Composition(composed.firstStep(), composed.secondStep(), false);
            case ComposedExpression<?, ?> composed ->
                new Composition(composed.firstStep(), composed.secondStep(), function instanceof HasCompare<?>);
            default -> null;
        };
    }

    /** Returns which element of a tuple one of Speedment's own getters gives; −1 if the function is none. */
    public static int tupleIndex(Function<?, ?> getter) {
        return getter instanceof TupleGetter<?, ?> known
                        && getter.getClass().isHidden()
                        && getter.getClass().getName().startsWith(TUPLES)
                ? known.index()
                : -1;
    }
}
