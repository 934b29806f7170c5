package org.speedwell.streaming;

import java.util.function.Function;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;

/**
 * What becomes of events, seen from where they come.
 *
 * @param receivers how many tasklets receive them
 * @param layout of the conveyors to those
 * @param step watermarks are wanted at multiples of this, in milliseconds
 * @param offset what is added to those multiples
 * @param entry makes the chain that ends in an outbox, one for each sender
 */
record Tail<T>(int receivers, Layout layout, long step, long offset, Function<Outbox, Stage<T>> entry) {

    /** The same with a step before it. */
    <S> Tail<S> after(Function<Stage<T>, Stage<S>> step) {
        return new Tail<>(receivers, layout, this.step, offset, outbox -> step.apply(entry.apply(outbox)));
    }
}
