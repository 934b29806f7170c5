package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Output;

/** A handler of late events: all windows that they belong to have closed. */
@FunctionalInterface
public interface LateEvents {
    /**
     * Handles an event.
     *
     * @param watermark the watermark that makes the event late
     * @param output the output of the operator, which may be closed after the call
     */
    void late(Batch batch, int i, long watermark, Output<?> output);
}
