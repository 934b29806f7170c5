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

/** How events are sent along an edge. Its stages are of a class that no other edge has, as those of a {@link Step}. */
@FunctionalInterface
public interface Sending {
    /** The stage that sends into a port. */
    Stage<Object> into(Port port);

    /** All to one receiver. */
    static Sending toOne() {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), EventSender.class);
        return port -> copy.make(port);
    }

    /** Each to the only receiver at once, with its key. */
    static Sending handOver(Failures failures, ToLongFunction<Object> key) {
        HiddenClassCopy copy = HiddenClassCopy.of(MethodHandles.lookup(), HandOver.class);
        return port -> copy.make(port, key, failures);
    }

    /**
     * Each to the receiver of its key, which is a number or an object: one of the two functions is null.
     *
     * @param layout what is sent
     * @param number what is summed; null if nothing is
     * @param restarts whether another process must send each key to the same receiver
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
