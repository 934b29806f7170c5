package org.speedwell.streaming;

import java.util.List;
import org.speedwell.streaming.engine.Conveyor;

/**
 * What sends events along an edge, seen from its receivers.
 *
 * @param conveyors one to each receiver
 * @param operation the number of the operation that it is a part of, in its job
 * @param isInStep whether all parts of the operation send the same watermarks, some sooner and some later: not those of
 *     several senders one of which may fall idle, as each part may hear of that at another time
 * @param mayFallIdle whether it may tell not to be waited for, by the clock on the wall
 * @param isReadFirst whether it is read to its end before others are read at all
 */
record Sender(List<Conveyor> conveyors, int operation, boolean isInStep, boolean mayFallIdle, boolean isReadFirst) {

    /** The same with other conveyors. */
    Sender through(List<Conveyor> others) {
        return new Sender(others, operation, isInStep, mayFallIdle, isReadFirst);
    }
}
