package org.speedwell.streaming.chain;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.engine.Stage;

/** A stage that sends events without a key. */
final class EventSender implements Stage<Object> {
    private final Port port;

    EventSender(Port port) {
        this.port = port;
    }

    @Override
    public void accept(Object event, long time) {
        Batch batch = port.batch(0);
        int i = batch.add(time, 0); // may replace the arrays of the batch by larger ones
        batch.events[i] = event;
    }
}
