package org.speedwell.accelerator.lambda;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An adapter for a function that passes at most one value to its consumer. It returns that value, or tests whether
 * there is one.
 */
record EmittingFunction<E>(BiConsumer<E, ?> function)
        implements Function<E, @Nullable Object>,
                Predicate<E>,
                ToIntFunction<E>,
                ToLongFunction<E>,
                ToDoubleFunction<E> {

    /** A consumer that stores the value. */
    private static final class Taken implements Consumer<@Nullable Object>, IntConsumer, LongConsumer, DoubleConsumer {
        private @Nullable Object value;
        private boolean isThere;

        @Override
        public void accept(@Nullable Object given) {
            value = given;
            isThere = true;
        }

        @Override
        public void accept(int given) {
            accept((Object) given);
        }

        @Override
        public void accept(long given) {
            accept((Object) given);
        }

        @Override
        public void accept(double given) {
            accept((Object) given);
        }
    }

    @SuppressWarnings("unchecked") // Taken implements each kind of consumer
    private Taken call(E entity) {
        Taken taken = new Taken();
        ((BiConsumer<E, Object>) function).accept(entity, taken);
        return taken;
    }

    private Number number(E entity) {
        return call(entity).value instanceof Number number ? number : 0;
    }

    @Override
    public @Nullable Object apply(E entity) {
        return call(entity).value;
    }

    @Override
    public boolean test(E entity) {
        return call(entity).isThere;
    }

    @Override
    public int applyAsInt(E entity) {
        return number(entity).intValue();
    }

    @Override
    public long applyAsLong(E entity) {
        return number(entity).longValue();
    }

    @Override
    public double applyAsDouble(E entity) {
        return number(entity).doubleValue();
    }
}
