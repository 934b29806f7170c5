package org.speedwell.accelerator.speedment;

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
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** Runs one pipeline and writes down what it does. */
final class Explaining {
    private final ExecutionTrace profile;
    private final @Nullable Snapshot snapshot;
    private final boolean readsFunctions;
    private volatile Explanation.@Nullable Left left;

    private Explaining(ExecutionTrace profile, @Nullable Snapshot snapshot, boolean readsFunctions) {
        this.profile = profile;
        this.snapshot = snapshot;
        this.readsFunctions = readsFunctions;
    }

    /**
     * @param profile takes what the pipeline does, or its plan alone
     * @param snapshot that the table is of; null for a table by itself
     * @param readsFunctions as the store is configured
     */
    static <E> Explanation explain(
            TableStore<E> table,
            ExecutionTrace profile,
            @Nullable Snapshot snapshot,
            boolean readsFunctions,
            Function<? super Stream<E>, ?> pipeline) {
        Explaining explaining = new Explaining(profile, snapshot, readsFunctions);
        explaining.run(EntityStream.profiled(table, explaining.profile, explaining.listener()), pipeline);
        return explaining.told(table.name(), table.rows(), table.entities().isGenerated());
    }

    /**
     * Explains a pipeline over the tuples of a join. Its rows are those of all tables.
     *
     * @param snapshot of the tables of the database; null if the join has none
     */
    static <T> Explanation explain(
            InMemoryJoin<T> join,
            ExecutionTrace profile,
            @Nullable Snapshot snapshot,
            boolean readsFunctions,
            Function<? super Stream<T>, ?> pipeline) {
        Explaining explaining = new Explaining(profile, snapshot, readsFunctions);
        FallbackListener version = join.reader().rows().with(explaining.listener());
        try {
            explaining.run(join.stream(version, profile), pipeline);
        } catch (NotInMemoryException e) {
            throw new IllegalArgumentException(
                    "The join of %s is done by the database: %s."
                            .formatted(join.reader().names(), e.reason()),
                    e);
        }
        List<TableStore<?>> tables = join.reader().tables(version);
        return explaining.told(
                join.reader().names(),
                tables.stream().mapToLong(TableStore::rows).sum(),
                tables.stream().allMatch(table -> table.entities().isGenerated()));
    }

    private <E> void run(Stream<E> of, Function<? super Stream<E>, ?> pipeline) {
        try (Stream<E> stream = of) {
            Object result = pipeline.apply(stream);
            if (result instanceof BaseStream<?, ?>) {
                throw new IllegalArgumentException("The pipeline has no terminal operation, so that nothing ran:"
                        + " end it with count(), toList() or another.");
            }
        } catch (ExecutionTrace.PlannedException e) {
            // the profile has the plan
        }
    }

    private FallbackListener listener() {
        return new FallbackListener() {
            @Override
            public void fallback(TableStore<?> of, String operation, String reason, @Nullable Object function) {
                left = new Explanation.Left(operation, reason);
            }

            @Override
            public boolean readsFunctions() {
                return readsFunctions;
            }

            @Override
            public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                return snapshot == null ? null : snapshot.table(identifier);
            }
        };
    }

    private Explanation told(String name, long rows, boolean isGenerated) {
        return new Explanation(
                name,
                rows,
                profile.functions(),
                Optional.ofNullable(profile.tree()).map(Explaining::step),
                Optional.ofNullable(left),
                profile.entities(),
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
