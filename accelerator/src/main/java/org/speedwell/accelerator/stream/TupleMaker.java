package org.speedwell.accelerator.stream;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.Composition;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Functions;

/**
 * Makes the elements of a join's streams.
 *
 * @param make of the entities of a tuple, in the order of the tables; null where there is none
 * @param shape what is known of what comes of it
 * @param tables how many there are
 */
public record TupleMaker<T>(Function<@Nullable Object[], T> make, Shape shape, int tables) {
    private static final String JOINS = "com.speedment.runtime.join.";

    /** What elements are. */
    public enum Shape {
        /** Anything: the user's function may do more than to keep its arguments. */
        OPAQUE,
        /** Speedment's tuple of entities, of which none may be missing. */
        TUPLE,
        /** Speedment's tuple of entities of which some may be missing. */
        TUPLE_OF_NULLABLES
    }

    /**
     * What a function makes of entities, by the code that hands it to a builder of Speedment's joins. To be asked while that
     * waits.
     *
     * @param builder the class of the builders
     * @param isCalled whether a class on the stack belongs to what is called
     */
    public static Shape shape(Object function, Class<?> builder, Predicate<Class<?>> isCalled) {
        if (function.getClass().getName().startsWith(JOINS + "builder.")) {
            return Shape.TUPLE_OF_NULLABLES;
        }
        Code handed = function.getClass().isHidden() ? Functions.argument("build", builder, isCalled) : Code.NULL;
        if (!(handed instanceof Code.Function made)) {
            return Shape.OPAQUE;
        }
        String owner = made.implementation().owner().descriptorString();
        String method = made.implementation().methodName();
        if (owner.equals("Lcom/speedment/common/tuple/Tuples;") && method.equals("of")) {
            return Shape.TUPLE;
        }
        return owner.equals("Lcom/speedment/common/tuple/TuplesOfNullables;") && method.equals("ofNullables")
                ? Shape.TUPLE_OF_NULLABLES
                : Shape.OPAQUE;
    }

    /**
     * Which table's entity a getter gives, as it is, not an {@code Optional}; −1 where that is not known. Getters of
     * Speedment's own are asked of a tuple of nothing.
     */
    @SuppressWarnings("unchecked") // it is a getter of such tuples, as the stream has them
    int place(Function<?, ?> of) {
        int place = shape == Shape.OPAQUE ? -1 : Composition.tupleIndex(of);
        if (place < 0 || place >= tables) {
            return -1;
        }
        boolean isOptional = shape == Shape.TUPLE_OF_NULLABLES
                && ((Function<T, @Nullable Object>) of).apply(make.apply(new @Nullable Object[tables]))
                        instanceof Optional;
        return isOptional ? -1 : place;
    }
}
