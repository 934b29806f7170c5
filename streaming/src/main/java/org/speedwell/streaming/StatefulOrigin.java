package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.state.StatefulOperator;

/** The results of a stateful map: an operator a thread, each for its part of the keys. */
record StatefulOrigin<T, K, S, R>(Keyed<T, K> keyed, StatefulMap<K, ? super T, S, R> map) implements Events.Origin<R> {

    @Override
    public List<Sender> assemble(Assembly assembly, Tail<R> tail) {
        Layout layout = new Layout(keyed.hasObjectKeys(), false, true);
        List<Sender> senders = keyed.assemble(assembly, layout, 1, 0, null);
        List<KeyBudget> budgets = assembly.keyBudgets();
        List<Sender> results = new ArrayList<>();
        int operation = assembly.nextOperation();
        if (assembly.takesCheckpoints()) {
            Definition definition = assembly.definition();
            definition.add(keyed.place("stateful map") + " of " + definition.made(map::newState));
        }
        for (int i = 0; i < assembly.parallelism(); i++) {
            StatefulOperator<K, ?, S, R> operator =
                    new StatefulOperator<>(map, Keys.of(keyed.hasObjectKeys(), budgets.get(i)), assembly.failures());
            results.add(assembly.addOperator(operation, keyed.place("stateful map"), i, senders, operator, null, tail));
        }
        return results;
    }
}
