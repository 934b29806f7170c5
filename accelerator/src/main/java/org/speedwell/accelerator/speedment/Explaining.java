package org.speedwell.accelerator.speedment;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.Explanation;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;

/** Runs one pipeline and writes down what it does. */
final class Explaining {
    private Explaining() {}

    static <E> Explanation explain(TableStore<E> table, Function<? super Stream<E>, ?> pipeline) {
        Profile profile = new Profile();
        AtomicReference<Explanation.Left> left = new AtomicReference<>();
        try (Stream<E> stream = EntityStream.profiled(
                table,
                profile,
                (of, operation, reason, function) -> left.set(new Explanation.Left(operation, reason)))) {
            Object result = pipeline.apply(stream);
            if (result instanceof BaseStream<?, ?>) {
                throw new IllegalArgumentException("The pipeline has no terminal operation, so that nothing ran:"
                        + " end it with count(), toList() or another.");
            }
        }
        return new Explanation(
                table.identifier().getTableId(),
                table.rows(),
                Optional.ofNullable(profile.tree()).map(Explaining::step),
                Optional.ofNullable(left.get()),
                profile.entities(),
                table.entities().isGenerated());
    }

    private static Explanation.Step step(Profile.Ran ran) {
        return new Explanation.Step(
                ran.what(),
                ran.expected() == Profile.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(ran.expected()),
                ran.rows(),
                Duration.ofNanos(ran.nanos()),
                ran.inputs().stream().map(Explaining::step).toList());
    }
}
