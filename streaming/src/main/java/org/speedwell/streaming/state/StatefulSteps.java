package org.speedwell.streaming.state;

import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.keyed.StatefulMap;

/**
 * The inner loop of a {@link StatefulOperator}. The class is small and holds the user's functions in fields, so that
 * the compiler inlines them. For one thread.
 */
final class StatefulSteps<K, T, S, R> implements StatefulOperator.Steps {
    private final StatefulOperator<K, T, S, R> operator;
    private final StatefulMap.Step<? super S, ? super T, R> step;
    private final StatefulMap.Expiry<? super S> expiry;
    private final StatefulMap.@Nullable Expiry<? super S> alarm;
    private final String place;
    private final @Nullable LongKeys keys;
    private final Failures failures;
    private final Output<R> output;
    private final Stage<? super R> chain;
    private final Collector<R> results;

    StatefulSteps(
            StatefulOperator<K, T, S, R> operator,
            StatefulMap<K, T, S, R> map,
            String place,
            Keys keys,
            Failures failures,
            Output<R> output) {
        this.operator = operator;
        this.step = map.step();
        this.expiry = map.expiry();
        this.alarm = map.alarm();
        this.place = place;
        this.keys = keys instanceof LongKeys numbers ? numbers : null;
        this.failures = failures;
        this.output = output;
        this.chain = output.chain();
        this.results = operator.results;
    }

    @Override
    public boolean take(long key, Object event, long time) {
        if (keys == null) {
            throw new IllegalStateException("The keys of this operator are objects, not numbers.");
        }
        step(keys.slot(key), event, time);
        return output.isOpen();
    }

    @Override
    @SuppressWarnings("unchecked") // events have the type of the operator's definition
    public void step(int slot, Object event, long time) {
        boolean known = operator.isKnown(slot);
        if (!known) {
            operator.create(slot, time);
        }
        long before = operator.latest[slot];
        long latest = Math.max(before, time);
        results.begin(time);
        try {
            step.accept(operator.state(slot), (T) event, time, results);
            operator.expiries[slot] = expiry.at(operator.state(slot), latest);
            if (alarm != null) {
                operator.alarms[slot] = alarm.at(operator.state(slot), latest);
            }
            operator.latest[slot] = latest;
        } catch (Throwable e) {
            results.clear();
            if (!known) {
                operator.forget(slot); // the failed event was its first
            }
            failures.report(place, event, e);
            return;
        }
        if (!known || operator.due(slot) < operator.looks[slot]) {
            operator.schedule(slot);
        }
        if (!results.isEmpty()) {
            for (int i = 0; i < results.size(); i++) { // a loop of this class, so that the compiler inlines the chain
                chain.accept(results.get(i), results.time(i));
            }
            results.finish();
        }
    }
}
