package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;

/** A handler of late events: all windows that they belong to have closed. */
@FunctionalInterface
public interface LateEvents {
    void late(Batch batch, int i);
}
