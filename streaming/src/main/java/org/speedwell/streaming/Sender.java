package org.speedwell.streaming;

import java.util.List;
import org.speedwell.streaming.engine.Conveyor;

/**
 * What sends events, seen from its receivers.
 *
 * @param conveyors one to each receiver
 * @param operation the number of the operation that it is a part of, in its job: all parts of an operation send the same
 *     watermarks in the end, some sooner and some later
 * @param mayFallIdle whether it may tell not to be waited for: then its watermarks depend on the clock on the wall, and
 *     parts of an operation may send others
 */
record Sender(List<Conveyor> conveyors, int operation, boolean mayFallIdle) {}
