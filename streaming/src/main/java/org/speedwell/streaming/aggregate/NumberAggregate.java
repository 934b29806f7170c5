package org.speedwell.streaming.aggregate;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of one number of each event. Batches carry only the number, the key and the time. Panes store
 * primitives.
 */
public sealed interface NumberAggregate<T> permits Totals, TimeIntegral {
    /** Returns the function that reads the number of an event; null if the aggregate does not use one. */
    @Nullable
    ToLongFunction<? super T> number();
}
