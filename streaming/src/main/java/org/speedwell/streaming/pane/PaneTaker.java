package org.speedwell.streaming.pane;

import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.NonInlined;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.state.LongKeys;

/**
 * A consumer that adds events with {@code long} keys one by one to accumulators of the pane of their time. It passes
 * special cases, such as late events, to the operator as a batch of one event. For one thread.
 */
final class PaneTaker implements DirectConsumer {
    private final PaneOperator<?, ?> operator;
    private final Aggregate.Accumulator<Object, Object> accumulator;
    private final LongKeys keys;
    private final Failures failures;
    private final Output<?> output;
    private final NonInlined begin;
    private final Batch alone = new Batch(Layout.EVENTS);

    PaneTaker(
            PaneOperator<?, ?> operator,
            Aggregate.Accumulator<Object, Object> accumulator,
            LongKeys keys,
            Failures failures,
            Output<?> output) {
        this.operator = operator;
        this.accumulator = accumulator;
        this.keys = keys;
        this.begin = new NonInlined(operator::begin);
        this.failures = failures;
        this.output = output;
    }

    /**
     * Adds an event. The compiled method must be small. Otherwise the compiler does not inline it into the loop of the
     * source, and the loop has to create each event.
     */
    @Override
    public boolean take(long key, Object event, long time) {
        if (Long.compareUnsigned(time - operator.openFrom, operator.openLength) >= 0) {
            operator.openAt(time);
        }
        ObjectPane pane = operator.open;
        if (pane == null) { // checked for every event: shows the compiler if it never happens
            return takeAlone(key, event, time);
        }
        int slot = keys.near(key);
        if (slot < 0 || !pane.hasAccumulator(slot)) {
            slot = begin.applyAsInt(key);
        }
        try {
            accumulator.accumulate(pane.accumulator(slot), event, time);
        } catch (Throwable e) {
            failures.report("the aggregate", event, e);
            return true;
        }
        pane.counts.increment(slot);
        return true;
    }

    private boolean takeAlone(long key, Object event, long time) {
        alone.size = 0;
        alone.add(time, key);
        alone.events[0] = event;
        operator.accept(alone, 0, output);
        alone.events[0] = null;
        return output.isOpen(); // a late event may have filled it
    }
}
