package org.speedwell.streaming;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Layout;

/**
 * The rows that flow along an edge between tasklets.
 *
 * @param layout the layout of the batches
 * @param receivers the number of tasklets that receive the rows of one sender
 * @param hasLocalTotals true if each sender's events are added up on its own thread, and only totals flow on
 * @param handsOver true if events go to the receiver where they are created, because it runs on the same thread
 * @param step the period of watermarks that receivers need, in milliseconds
 * @param offset the offset of these watermarks from multiples of {@code step}, in milliseconds
 * @param number the number that the receiver sums, or null
 */
record Channel(
        Layout layout,
        int receivers,
        boolean hasLocalTotals,
        boolean handsOver,
        long step,
        long offset,
        @Nullable ToLongFunction<Object> number) {
    /** Returns a channel whose receivers need a watermark for every millisecond. */
    static Channel of(Layout layout, int receivers) {
        return new Channel(layout, receivers, false, false, 1, 0, null);
    }

    /** Returns the same channel with the watermarks that another channel needs. */
    Channel inStepWith(Channel other) {
        return new Channel(layout, receivers, hasLocalTotals, handsOver, other.step, other.offset, number);
    }

    /** Returns the same channel with a watermark for every millisecond. */
    Channel atAllTimes() {
        return new Channel(layout, receivers, hasLocalTotals, handsOver, 1, 0, number);
    }

    boolean isInStepWith(Channel other) {
        return step == other.step && offset == other.offset;
    }

    /** Returns the same channel with handing over switched on or off. */
    Channel handingOver(boolean on) {
        return new Channel(layout, receivers, hasLocalTotals, on, step, offset, number);
    }

    /** Returns the kind of the channel's rows, in words. */
    @Override
    public String toString() {
        return handsOver
                ? "events directly"
                : layout.events() ? "events" : layout.values() ? "keys and numbers" : "keys";
    }
}
