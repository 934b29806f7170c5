package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.keyed.HashJoinOperator;
import org.speedwell.streaming.keyed.KeyBudget;
import org.speedwell.streaming.keyed.Keys;

/** The results of a join with a bounded side: an operator a thread, each for its part of the keys. */
record HashJoinOrigin<T, U, K, R>(
        Keyed<T, K> keyed, Keyed<U, K> bounded, BiFunction<? super T, ? super List<U>, ? extends R> function)
        implements Events.Origin<R> {

    @Override
    public List<List<Conveyor>> assemble(Assembly assembly, Tail<R> tail) {
        Layout layout = new Layout(keyed.hasObjectKeys(), false, true);
        List<List<Conveyor>> rows =
                assembly.addBounded(() -> bounded.assemble(assembly, layout, tail.step(), tail.offset(), null));
        List<List<Conveyor>> events = keyed.assemble(assembly, layout, tail.step(), tail.offset(), null);
        List<List<Conveyor>> senders =
                Stream.concat(rows.stream(), events.stream()).toList();
        List<KeyBudget> budgets = assembly.keyBudgets();
        List<List<Conveyor>> results = new ArrayList<>();
        for (int i = 0; i < assembly.parallelism(); i++) {
            HashJoinOperator<T, U, R> operator = new HashJoinOperator<>(
                    function, rows.size(), Keys.of(keyed.hasObjectKeys(), budgets.get(i)), assembly.failures());
            results.add(assembly.addOperator(keyed.place("hash join"), i, senders, operator, null, tail));
        }
        return results;
    }
}
