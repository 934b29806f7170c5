package org.speedwell.streaming.chain;

import org.speedwell.streaming.engine.Stage;

/** A stage that passes each event to two stages. */
final class ForkStage implements Stage<Object> {
    private final Stage<Object> first;
    private final Stage<Object> second;

    ForkStage(Stage<Object> first, Stage<Object> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void accept(Object event, long time) {
        first.accept(event, time);
        second.accept(event, time);
    }
}
