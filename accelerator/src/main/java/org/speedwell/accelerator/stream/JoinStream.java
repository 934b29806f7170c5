package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinPlan;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.TupleOrder;
import org.speedwell.accelerator.plan.TupleSpliterator;

/**
 * A stream of the elements that a join creates from entities. It collects filters of one table into the
 * {@link JoinQuery}, so that they run before the join. An {@link ElementStream} runs all other operations that columns
 * support. For one thread.
 */
public final class JoinStream<T> extends TableStream<T> {
    private final JoinFunctions<T> functions;

    private JoinStream(JoinFunctions<T> functions, StreamState state) {
        super(state);
        this.functions = functions;
    }

    /**
     * Returns the elements of a join, in the order that {@link JoinPlan} defines.
     *
     * @param fallbacks is called when the pipeline leaves columns
     * @param trace records the steps; null if nothing records them
     */
    public static <T> Stream<T> of(
            JoinQuery query, TupleMaker<T> maker, FallbackListener fallbacks, @Nullable ExecutionTrace trace) {
        return new JoinStream<>(
                new JoinFunctions<>(query.with(fallbacks), maker), new StreamState(false, fallbacks, trace));
    }

    /**
     * Returns some elements of a join in the given order. They need no plan.
     *
     * @param tuples the positions of tuples that the join has
     * @param fallbacks is called when the pipeline leaves columns
     */
    public static <T> Stream<T> ofTuples(
            JoinQuery query, TupleMaker<T> maker, List<ElementPosition> tuples, FallbackListener fallbacks) {
        StreamState state = new StreamState(false, fallbacks, null);
        return new ElementStream<>(
                new JoinFunctions<>(query.with(fallbacks), maker),
                state.continueOn(tuples.stream().map(ElementPosition::rows)),
                false,
                null,
                state);
    }

    /** Returns the positions of the first tuples of a join, in their order. */
    public static List<ElementPosition> first(JoinQuery query, int max) {
        List<ElementPosition> first = new ArrayList<>();
        TupleSpliterator tuples = JoinPlan.of(query).run(false, null).tuples();
        while (first.size() < max && tuples.tryAdvance(tuple -> first.add(new ElementPosition(tuple)))) {}
        return first;
    }

    /** Creates the element of a tuple of a join. */
    public static <T> T element(JoinQuery query, TupleMaker<T> maker, ElementPosition tuple) {
        return new JoinFunctions<>(query, maker).make(tuple.rows());
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // each operation returns the result that it has over the elements
    public <R extends @Nullable Object> R run(Operation<Stream<T>, R> operation) {
        return switch (operation.method()) {
            case FILTER -> (R) filtered(operation.given());
            case SORTED -> operation.argument() == null ? super.run(operation) : (R) ordered(operation.given());
            case COLLECT -> (R) collected(operation);
            case COUNT -> functions.isPlain() ? (R) (Object) counted() : super.run(operation);
            default -> super.run(operation);
        };
    }

    private Stream<T> filtered(Predicate<? super T> of) {
        Predicate<? super T> predicate = functions.read("filter", of, state);
        JoinQuery filtered = functions.filtered(predicate);
        if (filtered == null) {
            return tuples().filterAsGiven(predicate);
        }
        link();
        return new JoinStream<>(new JoinFunctions<>(filtered, functions.maker()), state);
    }

    private Stream<T> ordered(Comparator<? super T> given) {
        Comparator<? super T> comparator = functions.readOrder("sorted", given, state);
        TupleOrder order = functions.tupleOrder(comparator);
        if (order == null) {
            return tuples().sortAsGiven(comparator);
        }
        Wanted wanted = new Wanted();
        return tuples(query -> JoinPlan.of(query, order.first(wanted.count())), wanted);
    }

    private long counted() {
        link();
        return JoinPlan.unordered(functions.query())
                .run(state.isParallel(), state.trace())
                .count();
    }

    /** Runs a collector that columns support: see {@link CollectorPlan}. */
    private @Nullable Object collected(Operation<Stream<T>, ?> operation) {
        if (!(operation.argument() instanceof ColumnCollector<?, ?> collector)
                || !(functions.plan(collector, state) instanceof CollectorPlan.Columns columns)) {
            return super.run(operation);
        }
        link();
        Object result = groups(columns.aggregators(), columns.describe()).result();
        functions.query().keepAlive();
        return result;
    }

    private Aggregator groups(Supplier<Aggregator> aggregators, String description) {
        JoinQuery query = functions.query();
        if (!aggregators.get().isOrdered()) {
            JoinPlan plan = JoinPlan.unordered(query);
            try {
                return collect(plan, aggregators, description);
            } catch (RuntimeException e) {
                if (plan.isInOrder()) {
                    throw e;
                } // else start again in order, for the exception of the first tuple
            }
        }
        return collect(JoinPlan.of(query), aggregators, description);
    }

    private Aggregator collect(JoinPlan plan, Supplier<Aggregator> aggregators, String words) {
        return plan.run(state.isParallel(), state.trace()).collect(aggregators, words);
    }

    /** Returns the tuples, which run all other operations. */
    @Override
    Stream<T> jdk() {
        return tuples();
    }

    /** Returns the tuples one by one. The join starts when the terminal operation starts. */
    private ElementStream<T> tuples() {
        return tuples(JoinPlan::of, null);
    }

    /** @param wanted the number of elements that later operations need of the plan's sort; null if the plan has none */
    private ElementStream<T> tuples(Function<JoinQuery, JoinPlan> plan, @Nullable Wanted wanted) {
        link();
        JoinQuery query = functions.query();
        WorkingMemory memory = new WorkingMemory(query.budget());
        Stream<int[]> tuples = StreamSupport.stream(
                () -> plan.apply(query)
                        .run(state.isParallel(), state.trace(), memory)
                        .tuples(),
                TupleSpliterator.CHARACTERISTICS,
                false);
        return new ElementStream<>(
                functions, state.continueOn(BoundedStream.of(tuples, wanted, memory)), false, memory, state);
    }
}
