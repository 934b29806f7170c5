package org.speedwell.streaming.chain;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.state.StableHash;

/**
 * A stage that sends each event to the receiver of its key. The batch also contains keys that are objects, and the
 * number to sum.
 */
final class KeySender implements Stage<Object> {
    private final Port port;
    private final @Nullable ToLongFunction<Object> longKey;
    private final @Nullable Function<Object, ?> objectKey;
    private final @Nullable ToLongFunction<Object> number;
    private final boolean sendsEvents;
    private final boolean restarts;
    private final Failures failures;

    /**
     * Creates a stage. One of the two key functions is null.
     *
     * @param number the number to sum; null if there is none
     * @param restarts true if another process must send each key to the same receiver
     */
    KeySender(
            Port port,
            Layout layout,
            @Nullable ToLongFunction<Object> longKey,
            @Nullable Function<Object, ?> objectKey,
            @Nullable ToLongFunction<Object> number,
            boolean restarts,
            Failures failures) {
        this.port = port;
        this.longKey = longKey;
        this.objectKey = objectKey;
        this.number = number;
        this.sendsEvents = layout.events();
        this.restarts = restarts;
        this.failures = failures;
    }

    @Override
    public void accept(Object event, long time) {
        long key = 0;
        Object object = null;
        long value = 0;
        String place = "the key";
        try {
            if (longKey != null) {
                key = longKey.applyAsLong(event);
            } else if (objectKey != null) {
                object = requireNonNull(objectKey.apply(event), "The key is null.");
                key = restarts ? 0 : object.hashCode();
            }
            if (number != null) {
                place = "the number to sum";
                value = number.applyAsLong(event);
            }
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
        }
        if (restarts && object != null) {
            key = StableHash.of(object); // keys that it rejects stop the job, since it rejects them for every event
        }
        Batch batch = port.batch(key);
        int i = batch.add(time, key);
        if (object != null) {
            batch.objectKeys[i] = object;
        }
        if (number != null) {
            batch.values[i] = value;
        }
        if (sendsEvents) {
            batch.events[i] = event;
        }
    }
}
