package org.speedwell.streaming.chain;

import java.lang.invoke.MethodHandle;
import java.util.function.ToLongFunction;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/** A stage that passes each event directly to its only receiver, which runs on the same thread. */
final class HandOver implements Stage<Object> {
    private final Outbox outbox;
    private final Conveyor conveyor;
    private final MethodHandle passage;
    private final ToLongFunction<Object> key;
    private final Failures failures;

    HandOver(Port port, ToLongFunction<Object> key, Failures failures) {
        this.outbox = port.outbox();
        this.conveyor = outbox.conveyor(port.first());
        this.passage = conveyor.passage();
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
        conveyor.countHandedOver();
        boolean hasRoom;
        try {
            hasRoom = (boolean) passage.invokeExact(keyOfEvent, event, time);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a consumer declares no checked exception
        }
        if (!hasRoom) {
            outbox.recheckReceivers();
        }
    }
}
