package org.speedwell.streaming.chain;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/**
 * A stage that sends only the numbers that a window needs: the key and the number to sum. The application may reuse one
 * mutable event object. If it creates new objects, the compiler sees that they do not escape and does not allocate
 * them. This stage does nothing else: the mere tests of a {@link KeySender} would make it slower by a fifth of its
 * time.
 */
final class NumberSender implements Stage<Object> {
    private final Outbox outbox;
    private final int first;
    private final int receivers;
    private final Failures failures;
    private final ToLongFunction<Object> key;
    private final @Nullable ToLongFunction<Object> number;

    /**
     * Creates a stage.
     *
     * @param number the number to sum; null if events are only counted
     */
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
