package org.speedwell.streaming;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rule that turns the events that join into results. */
sealed interface IntervalMatch<T, U, R> {

    /** The rule of one result for each pair, and one for each event alone if {@code alone} is not null. */
    record Pairs<T, U, R>(
            BiFunction<? super T, ? super U, ? extends R> pair,
            @Nullable Function<? super T, ? extends R> alone) implements IntervalMatch<T, U, R> {}

    /** The rule of one result for each event with all others that it joins. */
    record Groups<T, U, R>(BiFunction<? super T, ? super List<U>, ? extends R> function)
            implements IntervalMatch<T, U, R> {}
}
