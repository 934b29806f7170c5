package org.speedwell.streaming;

import java.io.Serializable;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.keyed.Results;
import org.speedwell.streaming.keyed.SideOutput;

/**
 * A late event, as a side output contains it. Its event time in that output is the watermark of the operation that
 * found it late. So following operations do not find it late again.
 *
 * @param event the event; {@link Serializable} in the state of a job with checkpoints
 * @param time the original time of the event, in milliseconds
 */
public record LateEvent<T>(T event, long time) implements Serializable {

    /** Counts a late event, and sends it to a side output if there is one. */
    static <E> void report(E event, long time, @Nullable SideOutput<LateEvent<E>> output, Results<?> results) {
        results.late();
        if (output != null) {
            results.side(output, new LateEvent<>(event, time));
        }
    }

    /** Returns those side outputs that are not null. */
    static SideOutput<?>[] outputs(@Nullable SideOutput<?>... outputs) {
        return Stream.of(outputs).filter(Objects::nonNull).toArray(SideOutput<?>[]::new);
    }
}
