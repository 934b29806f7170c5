package org.speedwell.streaming.pane;

import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.NonInlined;
import org.speedwell.streaming.state.LongKeys;

/**
 * Gives events of {@code long} keys one by one to accumulators of the pane that their times are in, and what needs a
 * closer look, such as a late event, to the operator as a batch of one. For one thread.
 */
final class PaneTaker implements DirectConsumer {
    private final PaneOperator<?, ?> operator;
    private final Aggregate.Accumulator<Object, Object> accumulator;
    private final LongKeys keys;
    private final Failures failures;
    private final NonInlined begin;
    private final Batch alone = new Batch(Layout.EVENTS);

    PaneTaker(
            PaneOperator<?, ?> operator,
            Aggregate.Accumulator<Object, Object> accumulator,
            LongKeys keys,
            Failures failures) {
        this.operator = operator;
        this.accumulator = accumulator;
        this.keys = keys;
        this.begin = new NonInlined(operator::begin);
        this.failures = failures;
    }

    /** Small when it is compiled: what is large the compiler does not take into the source's loop, and makes each event. */
    @Override
    public boolean take(long key, Object event, long time) {
        if (Long.compareUnsigned(time - operator.openFrom, operator.openLength) >= 0) {
            operator.openAt(time);
        }
        ObjectPane pane = operator.open;
        if (pane == null) { // asked for every event, so that the compiler sees that it never happens where it does not
            takeAlone(key, event, time);
            return true;
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

    private void takeAlone(long key, Object event, long time) {
        alone.size = 0;
        alone.add(time, key);
        alone.events[0] = event;
        operator.accept(alone, 0);
        alone.events[0] = null;
    }
}
