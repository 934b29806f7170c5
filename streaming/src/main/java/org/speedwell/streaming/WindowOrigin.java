package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.keyed.KeyBudget;
import org.speedwell.streaming.window.LateEvents;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowOperator;
import org.speedwell.streaming.window.WindowResult;

/** The results of a window: an operator a thread, each for its part of the keys. */
record WindowOrigin<T, K, R>(
        Keyed<T, K> keyed,
        Window window,
        @Nullable Consumer<? super T> onLate,
        @Nullable Duration earlyPeriod,
        Aggregate<? super T, ?, R> aggregate)
        implements Events.Origin<WindowResult<K, R>> {

    @Override
    public List<List<Conveyor>> assemble(Assembly assembly, Tail<WindowResult<K, R>> tail) {
        Layout layout = WindowOperator.layout(window, aggregate, keyed.hasObjectKeys(), onLate != null);
        long step = window instanceof Window.Sliding sliding ? sliding.slide() : 1;
        long offset = window instanceof Window.Sliding sliding ? sliding.size() % sliding.slide() : 0;
        List<List<Conveyor>> senders = keyed.assemble(assembly, layout, step, offset, number());
        List<KeyBudget> budgets = assembly.keyBudgets();
        List<List<Conveyor>> results = new ArrayList<>();
        for (int i = 0; i < assembly.parallelism(); i++) {
            WindowOperator<K, R> operator = WindowOperator.of(
                    window,
                    aggregate,
                    keyed.hasObjectKeys(),
                    budgets.get(i),
                    assembly.failures(),
                    lateEvents(assembly));
            results.add(assembly.addOperator(keyed.place(window.toString()), i, senders, operator, earlyPeriod, tail));
        }
        return results;
    }

    @SuppressWarnings("unchecked") // the number of an aggregate of these events takes these events
    private @Nullable ToLongFunction<? super T> number() {
        return aggregate instanceof Totals<?, ?> totals ? (ToLongFunction<? super T>) totals.number() : null;
    }

    @SuppressWarnings("unchecked") // a batch to this window holds these events
    private LateEvents lateEvents(Assembly assembly) {
        return (batch, i) -> {
            assembly.late().increment();
            T event = onLate == null ? null : (T) batch.events[i];
            if (onLate != null && event != null) {
                try {
                    onLate.accept(event);
                } catch (RuntimeException e) {
                    assembly.failures().report("the handler of late events", event, e);
                }
            }
        };
    }
}
