package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.JoinPlan;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.plan.TupleSpliterator;

/**
 * A stream of what a join makes of entities. Filters of one table's entity are gathered into the {@link JoinQuery}, and so
 * pass before anything is joined; what else columns understand is done by a {@link TupleStream}. For one thread, as every
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
            JoinQuery query, TupleMaker<T> maker, FallbackListener fallbacks, @Nullable Profile profile) {
        return new JoinStream<>(
                new JoinFunctions<>(query.with(fallbacks), maker), new StreamState(false, fallbacks, profile));
    }

    @Override
    public Stream<T> filter(Predicate<? super T> of) {
        Predicate<? super T> predicate = functions.read("filter", requireNonNull(of), state);
        JoinQuery filtered = functions.filtered(predicate);
        if (filtered == null) {
            return tuples().filter(predicate);
        }
        link();
        return new JoinStream<>(new JoinFunctions<>(filtered, functions.maker()), state);
    }

    @Override
    public long count() {
        if (!functions.isPlain()) {
            return super.count();
        }
        link();
        return JoinPlan.unordered(functions.query())
                .run(state.isParallel(), state.profile())
                .count();
    }

    /** Computes collectors that are known on columns: see {@link CollectorPlan}. */
    @Override
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        if (!(requireNonNull(collector) instanceof ColumnCollector<?, ?, ?>)
                || !(functions.plan(collector) instanceof CollectorPlan.Columns columns)) {
            return super.collect(collector);
        }
        link();
        R result = groups(columns.aggregators(), columns.words()).result();
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
    private TupleStream<T> tuples() {
        link();
        JoinQuery query = functions.query();
        WorkingMemory memory = new WorkingMemory(query.budget());
        Stream<int[]> tuples = StreamSupport.stream(
                () -> JoinPlan.of(query)
                        .run(state.isParallel(), state.profile(), memory)
                        .tuples(),
                TupleSpliterator.CHARACTERISTICS,
                false);
        return new TupleStream<>(functions, memory, state.goOn(BoundedStream.of(tuples, memory)), state);
    }
}
