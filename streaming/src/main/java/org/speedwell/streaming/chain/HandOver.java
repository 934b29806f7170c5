package org.speedwell.streaming.chain;

import java.util.function.ToLongFunction;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/** Gives each event to its only receiver, which is on the same thread, at once. */
final class HandOver implements Stage<Object> {
    private final Outbox outbox;
    private final Conveyor conveyor;
    private final ToLongFunction<Object> key;
    private final Failures failures;

    HandOver(Port port, ToLongFunction<Object> key, Failures failures) {
        this.outbox = port.outbox();
        this.conveyor = outbox.conveyor(port.first());
        this.key = key;
        this.failures = failures;
    }

    @Override
    public void accept(Object event, long time) {
        long keyOfEvent;
        try {
            keyOfEvent = key.applyAsLong(event);
        } catch (Throwable e) {
            failures.report("the key", event, e);
            return;
        }
        if (!conveyor.taker().take(keyOfEvent, event, time)) {
            outbox.askAgain();
        }
    }
}
