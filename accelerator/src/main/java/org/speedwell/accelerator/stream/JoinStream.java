package org.speedwell.accelerator.stream;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinPlan;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.TupleOrder;
import org.speedwell.accelerator.plan.TupleSpliterator;

/**
 * A stream of what a join makes of entities. Filters of one table's entity are gathered into the {@link JoinQuery}, and so
 * pass before anything is joined; what else columns understand is done by a {@link ElementStream}. For one thread, as every
 * stream.
 */
public final class JoinStream<T> extends TableStream<T> {
    private final JoinFunctions<T> functions;

    private JoinStream(JoinFunctions<T> functions, StreamState state) {
        super(state);
        this.functions = functions;
    }

    /**
     * The tuples of a join, in the order that {@link JoinPlan} has.
     *
     * @param fallbacks told where the pipeline leaves columns
     * @param profile counts what each step does; null for none
     */
    public static <T> Stream<T> of(
            JoinQuery query, TupleMaker<T> maker, FallbackListener fallbacks, @Nullable ExecutionTrace profile) {
        return new JoinStream<>(
                new JoinFunctions<>(query.with(fallbacks), maker), new StreamState(false, fallbacks, profile));
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // each operation returns what it does over a stream of the elements
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
                .run(state.isParallel(), state.profile())
                .count();
    }

    /** Computes collectors that are known on columns: see {@link CollectorPlan}. */
    private @Nullable Object collected(Operation<Stream<T>, ?> operation) {
        if (!(operation.argument() instanceof ColumnCollector<?, ?> collector)
                || !(functions.plan(collector, state) instanceof CollectorPlan.Columns columns)) {
            return super.run(operation);
        }
        link();
        Object result = groups(columns.aggregators(), columns.words()).result();
        functions.query().keepAlive();
        return result;
    }

    private Aggregator groups(Supplier<Aggregator> aggregators, String words) {
        JoinQuery query = functions.query();
        if (!aggregators.get().isOrdered()) {
            JoinPlan plan = JoinPlan.unordered(query);
            try {
                return collect(plan, aggregators, words);
            } catch (RuntimeException e) {
                if (plan.isInOrder()) {
                    throw e;
                } // else it need not be what the first tuple throws
            }
        }
        return collect(JoinPlan.of(query), aggregators, words);
    }

    private Aggregator collect(JoinPlan plan, Supplier<Aggregator> aggregators, String words) {
        return plan.run(state.isParallel(), state.profile()).collect(aggregators, words);
    }

    /** All other operations are those of the tuples. */
    @Override
    Stream<T> jdk() {
        return tuples();
    }

    /** The tuples one by one. What must be read before the first is read when the terminal operation starts. */
    private ElementStream<T> tuples() {
        return tuples(JoinPlan::of, null);
    }

    /** @param wanted of the sort that the plan does; null if it does none */
    private ElementStream<T> tuples(Function<JoinQuery, JoinPlan> plan, @Nullable Wanted wanted) {
        link();
        JoinQuery query = functions.query();
        WorkingMemory memory = new WorkingMemory(query.budget());
        Stream<int[]> tuples = StreamSupport.stream(
                () -> plan.apply(query)
                        .run(state.isParallel(), state.profile(), memory)
                        .tuples(),
                TupleSpliterator.CHARACTERISTICS,
                false);
        return new ElementStream<>(
                functions, state.goOn(BoundedStream.of(tuples, wanted, memory)), true, memory, state);
    }
}
