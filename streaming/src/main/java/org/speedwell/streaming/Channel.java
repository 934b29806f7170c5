package org.speedwell.streaming;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Layout;

/**
 * What flows along an edge between tasklets.
 *
 * @param layout of the batches
 * @param receivers how many tasklets receive what one sender sends
 * @param hasLocalTotals whether each sender's events are added up where they come from, and only totals go on
 * @param handsOver whether events are given to the receiver where they are made, as it is on the same thread
 * @param step watermarks are wanted at multiples of this, in milliseconds
 * @param offset what is added to those multiples
 * @param number what is summed; null if nothing is
 */
record Channel(
        Layout layout,
        int receivers,
        boolean hasLocalTotals,
        boolean handsOver,
        long step,
        long offset,
        @Nullable ToLongFunction<Object> number) {
    /** Of events, where watermarks are wanted at all times. */
    static Channel of(Layout layout, int receivers) {
        return new Channel(layout, receivers, false, false, 1, 0, null);
    }

    /** The same, where watermarks are wanted when another wants them. */
    Channel inStepWith(Channel other) {
        return new Channel(layout, receivers, hasLocalTotals, handsOver, other.step, other.offset, number);
    }

    /** The same, where watermarks are wanted at all times. */
    Channel atAllTimes() {
        return new Channel(layout, receivers, hasLocalTotals, handsOver, 1, 0, number);
    }

    boolean isInStepWith(Channel other) {
        return step == other.step && offset == other.offset;
    }

    /** The same, handing events over or not. */
    Channel handingOver(boolean on) {
        return new Channel(layout, receivers, hasLocalTotals, on, step, offset, number);
    }

    /** What each of its rows is, in words. */
    @Override
    public String toString() {
        return handsOver
                ? "events at once"
                : layout.events() ? "events" : layout.values() ? "keys and numbers" : "keys";
    }
}
