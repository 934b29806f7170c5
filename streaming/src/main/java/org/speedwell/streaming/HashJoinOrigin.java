package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.state.HashJoinOperator;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;

/** The results of a join with a bounded side: an operator a thread, each for its part of the keys. */
record HashJoinOrigin<T, U, K, R>(
        Keyed<T, K> keyed, Keyed<U, K> bounded, BiFunction<? super T, ? super List<U>, ? extends R> function)
        implements Events.Origin<R> {

    @Override
    public List<Sender> assemble(Assembly assembly, Tail<R> tail) {
        Layout layout = new Layout(keyed.hasObjectKeys(), false, true);
        List<Sender> rows =
                assembly.addBounded(() -> bounded.assemble(assembly, layout, tail.step(), tail.offset(), null));
        List<Sender> events = keyed.assemble(assembly, layout, tail.step(), tail.offset(), null);
        List<Sender> senders = Stream.concat(rows.stream(), events.stream()).toList();
        List<KeyBudget> budgets = assembly.keyBudgets();
        List<Sender> results = new ArrayList<>();
        int operation = assembly.nextOperation();
        assembly.definition().add(keyed.place("hash join"), function);
        for (int i = 0; i < assembly.parallelism(); i++) {
            HashJoinOperator<T, U, R> operator = new HashJoinOperator<>(
                    function, rows.size(), Keys.of(keyed.hasObjectKeys(), budgets.get(i)), assembly.failures());
            results.add(assembly.addOperator(operation, keyed.place("hash join"), i, senders, operator, null, tail));
        }
        return results;
    }
}
