package org.speedwell.streaming;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;

/**
 * Sends of each event the numbers that a window needs, its key and what is summed, to the receiver of the key. One
 * mutable event object can serve for all, and of a new one for each the compiler sees that nobody keeps it, and makes
 * none. For that this is not one class with {@link Router}: some other use of it, that keeps events, would be seen too.
 */
final class NumberRouter<T> implements Stage<T> {
    private final Outbox outbox;
    private final ToLongFunction<? super T> key;
    private final @Nullable ToLongFunction<? super T> number;
    private final Failures failures;

    /** @param number what is summed; null if events are only counted */
    NumberRouter(
            Outbox outbox,
            ToLongFunction<? super T> key,
            @Nullable ToLongFunction<? super T> number,
            Failures failures) {
        this.outbox = outbox;
        this.key = key;
        this.number = number;
        this.failures = failures;
    }

    @Override
    public void accept(T event, long time) {
        long keyOfEvent;
        long value = 0;
        String place = "the key";
        try {
            keyOfEvent = key.applyAsLong(event);
            if (number != null) {
                place = "the number to sum";
                value = number.applyAsLong(event);
            }
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        Batch batch = outbox.batch(outbox.receiver(keyOfEvent));
        int i = batch.add(time, keyOfEvent);
        if (number != null) {
            batch.values[i] = value;
        }
    }
}
