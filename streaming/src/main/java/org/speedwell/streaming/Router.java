package org.speedwell.streaming;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;

/** Sends each event to the receiver of its key, with its key if that is an object, or with what is summed of it. */
final class Router<T> implements Stage<T> {
    private final Outbox outbox;
    private final @Nullable ToLongFunction<? super T> longKey;
    private final @Nullable Function<? super T, ?> objectKey;
    private final @Nullable ToLongFunction<? super T> number;
    private final boolean sendsEvents;
    private final Failures failures;

    /** What sends events by a key that is a number, or by one that is an object; one of the two is null. */
    static <T> Stage<T> of(
            Outbox outbox,
            Layout layout,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ?> objectKey,
            @Nullable ToLongFunction<? super T> number,
            Failures failures) {
        return longKey != null && !layout.events()
                ? new NumberRouter<>(outbox, longKey, layout.values() ? number : null, failures)
                : new Router<>(outbox, layout, longKey, objectKey, number, failures);
    }

    private Router(
            Outbox outbox,
            Layout layout,
            @Nullable ToLongFunction<? super T> longKey,
            @Nullable Function<? super T, ?> objectKey,
            @Nullable ToLongFunction<? super T> number,
            Failures failures) {
        this.outbox = outbox;
        this.longKey = longKey;
        this.objectKey = objectKey;
        this.number = layout.values() ? number : null;
        this.sendsEvents = layout.events();
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
                object = objectKey.apply(event);
                key = object.hashCode();
            }
            if (number != null) {
                place = "the number to sum";
                value = number.applyAsLong(event);
            }
        } catch (Throwable e) {
            failures.report(place, event, e);
            return;
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
