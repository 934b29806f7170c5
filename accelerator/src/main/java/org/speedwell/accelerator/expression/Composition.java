package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.getter.TupleGetter;
import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A composed function: the second function reads the result of the first.
 *
 * @param first the function that runs first
 * @param second an expression or a predicate
 * @param isOrder true if the composed function is also a comparator
 */
public record Composition(Function<?, ?> first, Object second, boolean isOrder) {
    private static final String TUPLES = "com.speedment.common.tuple.";

    /** Returns the two parts of a composed function; null for any other function. */
    public static @Nullable Composition of(Object function) {
        return switch (function) {
            case ComposedPredicate<?, ?> composed ->
                new Composition(composed.firstStep(), composed.secondStep(), false);
            case ComposedExpression<?, ?> composed ->
                new Composition(composed.firstStep(), composed.secondStep(), function instanceof HasCompare<?>);
            default -> null;
        };
    }

    /** Returns the index of the tuple element that a tuple getter of Speedment returns; −1 for any other function. */
    public static int tupleIndex(Function<?, ?> getter) {
        return getter instanceof TupleGetter<?, ?> known
                        && getter.getClass().isHidden()
                        && getter.getClass().getName().startsWith(TUPLES)
                ? known.index()
                : -1;
    }
}
