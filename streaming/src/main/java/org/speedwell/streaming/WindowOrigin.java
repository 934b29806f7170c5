package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.pane.LateEvents;
import org.speedwell.streaming.pane.LocalTotals;
import org.speedwell.streaming.pane.WindowOperator;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * The results of a window: an operator a thread, each for its part of the keys. Where it counts or sums on several
 * threads, the events of each sender are first added up where they come from.
 */
record WindowOrigin<T, K, R>(
        Keyed<T, K> keyed,
        Window window,
        @Nullable Consumer<? super T> onLate,
        @Nullable Duration earlyPeriod,
        Aggregate<? super T, ?, R> aggregate)
        implements Events.Origin<WindowResult<K, R>> {

    @Override
    public List<Sender> assemble(Assembly assembly, Tail<WindowResult<K, R>> tail) {
        Layout layout = WindowOperator.layout(window, aggregate, keyed.hasObjectKeys(), onLate != null);
        long step = window instanceof Window.Sliding sliding ? sliding.slide() : 1;
        long offset = window instanceof Window.Sliding sliding ? sliding.size() % sliding.slide() : 0;
        List<Sender> senders = hasTwoStages(assembly, layout)
                ? localTotals(assembly, layout, step, offset)
                : keyed.assemble(assembly, layout, step, offset, number());
        List<KeyBudget> budgets = assembly.keyBudgets();
        List<Sender> results = new ArrayList<>();
        int operation = assembly.nextOperation();
        if (assembly.takesCheckpoints()) {
            Definition definition = assembly.definition();
            String accumulators = definition.made(aggregate::create);
            definition.add(
                    keyed.place(window.toString()) + ": " + aggregate.definition() + " in " + accumulators,
                    aggregate,
                    onLate);
        }
        for (int i = 0; i < assembly.parallelism(); i++) {
            WindowOperator<K, R> operator = WindowOperator.of(
                    window,
                    aggregate,
                    keyed.hasObjectKeys(),
                    budgets.get(i),
                    assembly.failures(),
                    lateEvents(assembly));
            results.add(assembly.addOperator(
                    operation, keyed.place(window.toString()), i, senders, operator, earlyPeriod, tail));
        }
        return results;
    }

    /** Whether events are added up by key before they go to the thread of their key; not where each one is asked for. */
    private boolean hasTwoStages(Assembly assembly, Layout layout) {
        return assembly.parallelism() > 1
                && !layout.events()
                && !layout.objectKeys()
                && earlyPeriod == null
                && !assembly.evictsKeys();
    }

    /** A first stage for each sender. */
    private List<Sender> localTotals(Assembly assembly, Layout layout, long step, long offset) {
        Layout totals = new Layout(false, layout.values(), false, true);
        Tail<LocalTotals.Total> tail = new Tail<>(
                assembly.parallelism(), totals, step, offset, outbox -> (total, time) -> send(total, time, outbox));
        List<Sender> senders = new ArrayList<>();
        for (Sender sender : keyed.assemble(assembly, 1, layout, step, offset, number())) {
            LocalTotals operator =
                    new LocalTotals((Window.Sliding) window, (Totals<?, ?>) aggregate, assembly.localKeyBudget());
            String place = keyed.place("totals of sender " + (senders.size() + 1) + " for " + window);
            senders.add(assembly.addOperator(sender.operation(), place, 0, List.of(sender), operator, null, tail));
        }
        return senders;
    }

    private static void send(LocalTotals.Total total, long time, Outbox outbox) {
        Batch batch = outbox.batch(outbox.receiver(total.key()));
        int i = batch.add(time, total.key());
        batch.counts[i] = total.count();
        if (batch.values.length > 0) {
            batch.values[i] = total.sum();
        }
    }

    @SuppressWarnings("unchecked") // the number of an aggregate of these events takes these events
    private @Nullable ToLongFunction<? super T> number() {
        return aggregate instanceof Totals<?, ?> totals ? (ToLongFunction<? super T>) totals.number() : null;
    }

    @SuppressWarnings("unchecked") // a batch to this window holds these events
    private LateEvents lateEvents(Assembly assembly) {
        return (batch, i) -> {
            assembly.late().add(batch.count(i));
            T event = onLate == null ? null : (T) batch.events[i];
            if (onLate != null && event != null) {
                try {
                    onLate.accept(event);
                } catch (Throwable e) {
                    assembly.failures().report("the handler of late events", event, e);
                }
            }
        };
    }
}
