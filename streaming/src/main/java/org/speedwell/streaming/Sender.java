package org.speedwell.streaming;

import java.util.List;
import org.speedwell.streaming.engine.Conveyor;

/**
 * What sends events along an edge, seen from its receivers.
 *
 * @param conveyors one to each receiver
 * @param clock the number of the operation in the job that makes the watermarks which it hands on one by one: the source,
 *     if it has events of one source alone
 * @param isInStep whether all senders of the clock send the same watermarks, some sooner and some later: not those behind
 *     several clocks one of which may fall idle, as each sender may hear of that at another time
 * @param mayFallIdle whether it may tell not to be waited for, by the clock on the wall
 */
record Sender(List<Conveyor> conveyors, int clock, boolean isInStep, boolean mayFallIdle) {

    /** The same with other conveyors. */
    Sender through(List<Conveyor> others) {
        return new Sender(others, clock, isInStep, mayFallIdle);
    }
}
