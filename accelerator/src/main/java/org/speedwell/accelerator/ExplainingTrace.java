package org.speedwell.accelerator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.plan.Trace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** Runs one pipeline and writes down what it does. */
final class ExplainingTrace implements Trace, FallbackListener {
    private final List<Explanation.Step> steps = new ArrayList<>();
    private final List<Supplier<Explanation.Step>> rowSteps = new ArrayList<>();
    private final LongAdder entities = new LongAdder();
    private Explanation.@Nullable Left left;

    private ExplainingTrace() {}

    static <E> Explanation explain(TableStore<E> table, Function<? super Stream<E>, ?> pipeline) {
        ExplainingTrace trace = new ExplainingTrace();
        try (Stream<E> stream = EntityStream.traced(table, trace, trace)) {
            Object result = pipeline.apply(stream);
            if (result instanceof BaseStream<?, ?>) {
                throw new IllegalArgumentException("The pipeline has no terminal operation, so that nothing ran:"
                        + " end it with count(), toList() or another.");
            }
        }
        return new Explanation(
                table.identifier().getTableId(),
                table.rows(),
                Stream.concat(trace.steps.stream(), trace.rowSteps.stream().map(Supplier::get))
                        .toList(),
                Optional.ofNullable(trace.left),
                trace.entities.sum());
    }

    @Override
    public synchronized void step(String what, long rowsIn, long rowsOut) {
        steps.add(new Explanation.Step(what, rowsIn, rowsOut));
    }

    @Override
    public void rowStep(String what, LongSupplier rowsIn, LongSupplier rowsOut) {
        rowSteps.add(() -> new Explanation.Step(what, rowsIn.getAsLong(), rowsOut.getAsLong()));
    }

    @Override
    public void entityMade() {
        entities.increment();
    }

    @Override
    public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
        left = new Explanation.Left(operation, reason);
    }
}
