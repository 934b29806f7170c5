package org.speedwell.streaming.chain;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/** The way in which events travel along an edge. Each edge has stages of a class of its own, like a {@link Step}. */
@FunctionalInterface
public interface Sending {
    /** Creates the stage that sends into a port. */
    Stage<Object> into(Port port);

    /** Returns a sending of all events to one receiver. */
    static Sending toOne() {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), EventSender.class);
        return port -> copy.make(port);
    }

    /** Returns a sending that passes each event with its key directly to the only receiver. */
    static Sending handOver(Failures failures, ToLongFunction<Object> key) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), HandOver.class);
        return port -> copy.make(port, key, failures);
    }

    /**
     * Returns a sending of each event to the receiver of its key. The key is a number or an object, so one of the two
     * functions is null.
     *
     * @param layout the columns to send
     * @param number the number to sum; null if there is none
     * @param restarts true if another process must send each key to the same receiver
     */
    static Sending byKey(
            Failures failures,
            Layout layout,
            @Nullable ToLongFunction<Object> longKey,
            @Nullable Function<Object, ?> objectKey,
            @Nullable ToLongFunction<Object> number,
            boolean restarts) {
        if (longKey != null && !layout.events()) {
            HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), NumberSender.class);
            return port -> copy.make(port, failures, longKey, number);
        }
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), KeySender.class);
        return port -> copy.make(port, layout, longKey, objectKey, number, restarts, failures);
    }
}
