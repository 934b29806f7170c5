package org.speedwell.streaming.pane;

import org.speedwell.streaming.engine.Batch;

/** Is told of the events that come after every window they belong to has closed. */
@FunctionalInterface
public interface LateEvents {
    void late(Batch batch, int i);
}
