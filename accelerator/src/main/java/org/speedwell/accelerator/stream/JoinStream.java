package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
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

    /** An {@link org.speedwell.accelerator.stream.ColumnCollector.Aggregating} of one table's columns each runs on columns. */
    @Override
    @SuppressWarnings("unchecked") // a list of its records is what it gives
    public <R, A> R collect(Collector<? super T, A, R> collector) {
        ColumnCollector.Aggregating<?, ?, ?> of =
                requireNonNull(collector) instanceof ColumnCollector.Aggregating<?, ?, ?> known ? known : null;
        Supplier<Aggregator> aggregators = of == null || !functions.isPlain()
                ? null
                : functions.aggregates().aggregators(of);
        if (of == null || aggregators == null) {
            return super.collect(collector);
        }
        link();
        Aggregator groups = groups(aggregators, AggregateReader.words(of));
        List<?> records = AggregateReader.records(of, groups);
        functions.query().keepAlive();
        return (R) records;
    }

    private Aggregator groups(Supplier<Aggregator> aggregators, String words) {
        JoinQuery query = functions.query();
        if (aggregators.get().takesAnyOrder()) {
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
