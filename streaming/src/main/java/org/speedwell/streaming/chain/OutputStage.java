package org.speedwell.streaming.chain;

import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Tagged;
import org.speedwell.streaming.keyed.SideOutput;

/** A stage that passes on the events of one output of the operation before it: the results, or a side output. */
final class OutputStage implements Stage<Object> {
    private final Stage<Object> next;
    private final @Nullable SideOutput<?> side;

    OutputStage(Stage<Object> next, @Nullable SideOutput<?> side) {
        this.next = next;
        this.side = side;
    }

    @Override
    public void accept(Object event, long time) {
        if (!(event instanceof Tagged(Object output, Object tagged))) {
            if (side == null) {
                next.accept(event, time);
            }
        } else if (output == side) {
            next.accept(tagged, time);
        }
    }
}
