package org.speedwell.accelerator.speedment;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Explanation;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** Runs one pipeline and writes down what it does. */
final class Explaining {
    private Explaining() {}

    /** @param readsFunctions as the store is configured */
    static <E> Explanation explain(
            TableStore<E> table, boolean readsFunctions, Function<? super Stream<E>, ?> pipeline) {
        Profile profile = new Profile();
        AtomicReference<Explanation.Left> left = new AtomicReference<>();
        try (Stream<E> stream = EntityStream.profiled(table, profile, new FallbackListener() {
            @Override
            public void fallback(TableStore<?> of, String operation, String reason, @Nullable Object function) {
                left.set(new Explanation.Left(operation, reason));
            }

            @Override
            public boolean readsFunctions() {
                return readsFunctions;
            }
        })) {
            Object result = pipeline.apply(stream);
            if (result instanceof BaseStream<?, ?>) {
                throw new IllegalArgumentException("The pipeline has no terminal operation, so that nothing ran:"
                        + " end it with count(), toList() or another.");
            }
        }
        return new Explanation(
                table.identifier().getTableId(),
                table.rows(),
                profile.functions(),
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
