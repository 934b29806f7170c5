package org.speedwell.accelerator.stream;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.Composition;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Functions;

/**
 * A factory of the elements of a join's streams.
 *
 * @param make a function that creates an element from the entities of a tuple, in the order of the tables; an absent
 * entity is null
 * @param shape the known form of the elements
 * @param tables the number of tables
 * @param type the record class of the elements; null unless the shape is {@link Shape#RECORD}
 */
public record TupleMaker<T>(
        Function<@Nullable Object[], T> make,
        Shape shape,
        int tables,
        @Nullable Class<?> type) {
    private static final String JOINS = "com.speedment.runtime.join.";

    /** The form of elements. */
    public enum Shape {
        /** Any object. The user's function may do more than store its arguments. */
        OPAQUE,
        /** A tuple of Speedment that contains every entity. */
        TUPLE,
        /** A tuple of Speedment in which entities may be absent. */
        TUPLE_OF_NULLABLES,
        /** A record with one component for each table, which is null if the entity is absent. */
        RECORD
    }

    /** Creates a maker of tuples of Speedment, or of opaque elements. */
    public TupleMaker(Function<@Nullable Object[], T> make, Shape shape, int tables) {
        this(make, shape, tables, null);
    }

    /**
     * Creates a maker of records.
     *
     * @param type the record class, with one component for each table
     */
    public static <T> TupleMaker<T> ofRecords(Function<@Nullable Object[], T> make, int tables, Class<?> type) {
        return new TupleMaker<>(make, Shape.RECORD, tables, type);
    }

    /**
     * Returns the form of the elements that a function creates. It reads the code that passes the function to a builder
     * of Speedment's joins. Call it while that code is still on the stack.
     *
     * @param builder the class of the builders
     * @param isCalled a test whether a class on the stack belongs to the called code
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
     * Returns the table whose entity a getter returns unchanged, not as an {@code Optional}; −1 if it is unknown. The
     * method tests Speedment's getters on a tuple without entities.
     */
    @SuppressWarnings("unchecked") // the getter belongs to tuples of this stream
    int place(Function<?, ?> of) {
        int place = shape == Shape.OPAQUE || shape == Shape.RECORD ? -1 : Composition.tupleIndex(of);
        if (place < 0 || place >= tables) {
            return -1;
        }
        boolean isOptional = shape == Shape.TUPLE_OF_NULLABLES
                && ((Function<T, @Nullable Object>) of).apply(make.apply(new @Nullable Object[tables]))
                        instanceof Optional;
        return isOptional ? -1 : place;
    }
}
