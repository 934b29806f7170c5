package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.window.KeyBudget;
import org.speedwell.streaming.window.LateEvents;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowOperator;
import org.speedwell.streaming.window.WindowResult;

/** The results of a window: an operator a thread, each for its part of the keys. */
record WindowOrigin<T, K, R>(
        Events<T> events,
        @Nullable ToLongFunction<? super T> longKey,
        @Nullable Function<? super T, ? extends K> key,
        Window window,
        @Nullable Consumer<? super T> onLate,
        Aggregate<? super T, ?, R> aggregate)
        implements Events.Origin<WindowResult<K, R>> {

    @Override
    public List<List<Conveyor>> assemble(Assembly assembly, Tail<WindowResult<K, R>> tail) {
        Layout layout = WindowOperator.layout(window, aggregate, key != null, onLate != null);
        long step = window instanceof Window.Sliding sliding ? sliding.slide() : 1;
        long offset = window instanceof Window.Sliding sliding ? sliding.size() % sliding.slide() : 0;
        List<List<Conveyor>> rows = events.assemble(
                assembly,
                new Tail<>(
                        assembly.parallelism(),
                        layout,
                        step,
                        offset,
                        outbox -> new Router<>(outbox, layout, longKey, key, number(), assembly.failures())));
        KeyBudget budget = new KeyBudget(assembly.options().maxKeys());
        List<List<Conveyor>> results = new ArrayList<>();
        for (int i = 0; i < assembly.parallelism(); i++) {
            WindowOperator<K, R> operator = WindowOperator.of(
                    window, aggregate, key != null, budget, assembly.failures(), lateEvents(assembly));
            List<Conveyor> row = Assembly.conveyors(tail);
            Outbox outbox = new Outbox(row);
            Inbox inbox = Assembly.inbox(rows, i);
            assembly.add(new WindowTasklet<>(inbox, operator, tail.entry().apply(outbox), outbox));
            results.add(row);
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
