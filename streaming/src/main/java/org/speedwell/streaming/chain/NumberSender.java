package org.speedwell.streaming.chain;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/**
 * Sends of each event the numbers that a window needs, its key and what is summed, to the receiver of the key. One mutable
 * event object can serve for all; and of new ones the compiler sees that nobody keeps them, and makes none. It does no more
 * than that, as what a {@link KeySender} only has to look at takes a fifth of the time here.
 */
final class NumberSender implements Stage<Object> {
    private final Outbox outbox;
    private final int first;
    private final int receivers;
    private final Failures failures;
    private final ToLongFunction<Object> key;
    private final @Nullable ToLongFunction<Object> number;

    /** @param number what is summed; null if events are only counted */
    NumberSender(Port port, Failures failures, ToLongFunction<Object> key, @Nullable ToLongFunction<Object> number) {
        this.outbox = port.outbox(); // one reference less to follow for each event
        this.first = port.first();
        this.receivers = port.receivers();
        this.failures = failures;
        this.key = key;
        this.number = number;
    }

    @Override
    public void accept(Object event, long time) {
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
        Batch batch = outbox.batch(first, receivers, keyOfEvent);
        int i = batch.add(time, keyOfEvent);
        if (number != null) {
            batch.values[i] = value;
        }
    }
}
