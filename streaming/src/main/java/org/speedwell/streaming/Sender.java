package org.speedwell.streaming;

import java.util.List;
import org.speedwell.streaming.engine.Conveyor;

/**
 * The sending end of an edge, as its receivers see it.
 *
 * @param conveyors one conveyor for each receiver
 * @param clock the number of the operation whose watermarks this sender passes on unchanged. It is the source if all
 * events come from one source.
 * @param isInStep true if all senders of the clock send the same watermarks, possibly at different times. It is false
 * after several clocks of which one may become idle, because each sender may learn of that at another time.
 * @param mayFallIdle true if the sender may declare itself idle, by wall-clock time, so that receivers do not wait for
 * it
 */
record Sender(List<Conveyor> conveyors, int clock, boolean isInStep, boolean mayFallIdle) {

    /** Returns a sender that differs only in its conveyors. */
    Sender through(List<Conveyor> others) {
        return new Sender(others, clock, isInStep, mayFallIdle);
    }
}
