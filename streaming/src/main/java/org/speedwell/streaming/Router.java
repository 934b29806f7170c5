package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.state.StableHash;

/** Sends each event to the receiver of its key, with its key if that is an object, or with what is summed of it. */
final class Router<T> implements Stage<T> {
    private final Outbox outbox;
    private final @Nullable ToLongFunction<? super T> longKey;
    private final @Nullable Function<? super T, ?> objectKey;
    private final @Nullable ToLongFunction<? super T> number;
    private final boolean sendsEvents;
    private final boolean restarts;
    private final Failures failures;

    /**
     * What sends events by a key that is a number, or by one that is an object; one of the two is null.
     *
     * @param restarts whether another process must send each key to the same receiver
     */
    static <T> Stage<T> of(
            Outbox outbox,
            Layout layout,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ?> objectKey,
            @Nullable ToLongFunction<? super T> number,
            boolean restarts,
            Failures failures) {
        return longKey != null && !layout.events()
                ? new NumberRouter<>(outbox, longKey, layout.values() ? number : null, failures)
                : new Router<>(outbox, layout, longKey, objectKey, number, restarts, failures);
    }

    private Router(
            Outbox outbox,
            Layout layout,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ?> objectKey,
            @Nullable ToLongFunction<? super T> number,
            boolean restarts,
            Failures failures) {
        this.outbox = outbox;
        this.longKey = longKey;
        this.objectKey = objectKey;
        this.number = layout.values() ? number : null;
        this.sendsEvents = layout.events();
        this.restarts = restarts;
        this.failures = failures;
    }

    @Override
    public void accept(T event, long time) {
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
            key = StableHash.of(object); // what it refuses stops the job: it refuses all events, and not this one
        }
        Batch batch = outbox.batch(outbox.receiver(key));
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
