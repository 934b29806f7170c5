package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a function that passes at most one value per entity to its consumer: a filter and a map.
 *
 * @param condition the condition for a value; {@link Code#TRUE} if there always is one
 * @param value the value, for entities that satisfy the condition
 * @param type the type of the consumer's argument: a primitive, or {@code Object}
 */
record Emission(Code condition, Code value, Class<?> type) {
    /** The consumer itself, as a code node. Any other use of it is not analysable. */
    static final Code CONSUMER = new Code.Unknown("passes its consumer on");

    /** The result of a path that passes nothing to the consumer. */
    static final Code NOTHING = new Code.Unknown("passes on no value");

    /**
     * Returns the emission of a function; throws {@link NotAnalyzableException} if the function may do anything else.
     */
    static Emission of(Code.Function function, ElementCode entity) {
        Code code = entity.readEmission(function);
        Code value = value(code);
        if (value == NOTHING) {
            throw new NotAnalyzableException("passes on no value");
        }
        Class<?> consumer = Linkage.typeOf(function.maker(), function.type().parameterType(1));
        return new Emission(condition(code), value, argument(consumer));
    }

    private static Class<?> argument(Class<?> consumer) {
        if (consumer == IntConsumer.class) {
            return int.class;
        }
        if (consumer == LongConsumer.class) {
            return long.class;
        }
        if (consumer == DoubleConsumer.class) {
            return double.class;
        }
        if (consumer != Consumer.class) {
            throw new NotAnalyzableException("is called in an unknown way");
        }
        return Object.class;
    }

    private static Code condition(Code code) {
        if (code instanceof Code.Choice choice) {
            Code then = condition(choice.then());
            Code otherwise = condition(choice.otherwise());
            return Code.TRUE.equals(then) && Code.TRUE.equals(otherwise)
                    ? Code.TRUE
                    : Code.choice(choice.condition(), then, otherwise);
        }
        return code == NOTHING ? Code.FALSE : Code.TRUE;
    }

    private static Code value(Code code) {
        if (!(code instanceof Code.Choice choice)) {
            return code;
        }
        Code then = value(choice.then());
        Code otherwise = value(choice.otherwise());
        if (then == NOTHING) {
            return otherwise;
        }
        return otherwise == NOTHING ? then : Code.choice(choice.condition(), then, otherwise);
    }

    /** Returns the emission of a function with the given captured values. */
    <E> AnalyzedEmission<E> known(BiConsumer<E, ?> function, List<? extends @Nullable Object> captured) {
        EmittingFunction<E> called = new EmittingFunction<>(function);
        return new AnalyzedEmission<>(
                Code.TRUE.equals(condition)
                        ? null
                        : AnalyzedFunction.of(
                                called, ExprReader.read(condition, boolean.class), captured, boolean.class),
                AnalyzedFunction.of(called, ExprReader.read(value, type), captured, type));
    }
}
