package org.speedwell.accelerator.live;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** The run of one pipeline whose execution is recorded. */
public final class Explaining {
    private final ExecutionTrace trace;
    private final @Nullable Snapshot snapshot;
    private final boolean readsFunctions;
    private volatile Explanation.@Nullable Left fallback;

    private Explaining(ExecutionTrace trace, @Nullable Snapshot snapshot, boolean readsFunctions) {
        this.trace = trace;
        this.snapshot = snapshot;
        this.readsFunctions = readsFunctions;
    }

    /**
     * Explains a pipeline over a table.
     *
     * @param trace the trace that receives the execution, or the plan alone
     * @param snapshot the snapshot of the table; null for a table by itself
     * @param readsFunctions whether lambdas are analyzed, as configured for the store
     */
    static <E> Explanation explain(
            TableStore<E> table,
            ExecutionTrace trace,
            @Nullable Snapshot snapshot,
            boolean readsFunctions,
            Function<? super Stream<E>, ?> pipeline) {
        Explaining explaining = new Explaining(trace, snapshot, readsFunctions);
        explaining.run(EntityStream.traced(table, explaining.trace, explaining.listener()), pipeline);
        return explaining.explanation(
                table.name(), table.rows(), table.entities().isGenerated());
    }

    /**
     * Explains a pipeline over the tuples of a join. The row count of the explanation covers all tables.
     *
     * @param snapshot the snapshot of the database's tables; null if the join has none
     */
    public static <T> Explanation explain(
            LiveJoin<T> join,
            ExecutionTrace trace,
            @Nullable Snapshot snapshot,
            boolean readsFunctions,
            Function<? super Stream<T>, ?> pipeline) {
        Explaining explaining = new Explaining(trace, snapshot, readsFunctions);
        FallbackListener version = join.rows().with(explaining.listener());
        try {
            explaining.run(join.stream(version, trace), pipeline);
        } catch (NotInMemoryException e) {
            throw new IllegalArgumentException(
                    "The database runs the join of %s, not memory: %s.".formatted(join.names(), e.reason()), e);
        }
        List<TableStore<?>> tables = join.tables(version);
        return explaining.explanation(
                join.names(),
                tables.stream().mapToLong(TableStore::rows).sum(),
                tables.stream().allMatch(table -> table.entities().isGenerated()));
    }

    private <E> void run(Stream<E> of, Function<? super Stream<E>, ?> pipeline) {
        try (Stream<E> stream = of) {
            Object result = pipeline.apply(stream);
            if (result instanceof BaseStream<?, ?>) {
                throw new IllegalArgumentException("The pipeline has no terminal operation, so nothing ran."
                        + " End it with count(), toList() or another.");
            }
        } catch (ExecutionTrace.PlannedException e) {
            // the trace holds the plan
        }
    }

    private FallbackListener listener() {
        return new FallbackListener() {
            @Override
            public void fallback(TableStore<?> of, String operation, String reason, @Nullable Object function) {
                fallback = new Explanation.Left(operation, reason);
            }

            @Override
            public boolean readsFunctions() {
                return readsFunctions;
            }

            @Override
            public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                return snapshot == null ? null : snapshot.table(identifier);
            }

            @Override
            public KnownReferences references() {
                return snapshot == null ? new KnownReferences() : snapshot.references();
            }
        };
    }

    private Explanation explanation(String name, long rows, boolean isGenerated) {
        return new Explanation(
                name,
                rows,
                trace.functions(),
                Optional.ofNullable(trace.tree()).map(Explaining::step),
                Optional.ofNullable(fallback),
                trace.entities(),
                isGenerated);
    }

    private static Explanation.Step step(ExecutionTrace.Ran ran) {
        return new Explanation.Step(
                ran.what(),
                ran.expected() == ExecutionTrace.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(ran.expected()),
                ran.rows() == ExecutionTrace.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(ran.rows()),
                Duration.ofNanos(ran.nanos()),
                ran.inputs().stream().map(Explaining::step).toList());
    }
}
