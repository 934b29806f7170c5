package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a function hands to the consumer that it is given with an entity: one value, or one or none by a condition. That is a
 * filter and a map.
 *
 * @param condition whether there is a value; {@link Code#TRUE} where there always is
 * @param value of entities of which the condition holds
 * @param type of the consumer's argument: a primitive, or {@code Object}
 */
record Emission(Code condition, Code value, Class<?> type) {
    /** A consumer stands for itself in the code. What else is done with it is not known. */
    static final Code CONSUMER = new Code.Unknown("hands its consumer on");

    /** The end of a way on which nothing has been handed over. */
    static final Code NOTHING = new Code.Unknown("gives nothing");

    /** What a function hands over; throws {@link NotAnalyzableException} where it may be anything else. */
    static Emission of(Code.Function function, ElementCode entity) {
        Code code = entity.readEmission(function);
        Code value = value(code);
        if (value == NOTHING) {
            throw new NotAnalyzableException("gives nothing");
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
            throw new NotAnalyzableException("is called in a way that is not known");
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

    /** Of a function that was made with these values. */
    <E> KnownEmission<E> known(BiConsumer<E, ?> function, List<? extends @Nullable Object> captured) {
        EmittingFunction<E> called = new EmittingFunction<>(function);
        return new KnownEmission<>(
                Code.TRUE.equals(condition)
                        ? null
                        : new AnalyzedFunction<>(
                                called, ExprReader.read(condition, boolean.class), captured, boolean.class),
                new AnalyzedFunction<>(called, ExprReader.read(value, type), captured, type));
    }
}
