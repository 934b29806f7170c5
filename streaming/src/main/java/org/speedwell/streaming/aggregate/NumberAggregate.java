package org.speedwell.streaming.aggregate;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An aggregate of one number of each event: only that travels, with the key and the time. Panes keep it as primitives. */
public sealed interface NumberAggregate<T> permits Totals, TimeIntegral {
    /** The number of an event; null where it is not looked at. */
    @Nullable
    ToLongFunction<? super T> number();
}
