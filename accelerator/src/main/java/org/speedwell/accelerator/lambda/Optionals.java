package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.PureMethod;

/** The analysis of calls on optionals, which replaces an optional by its nullable value. */
final class Optionals {
    /** The Speedment class with which getters wrap nullable values in optionals, and fields unwrap them. */
    private static final String SPEEDMENT = "com.speedment.runtime.core.util.OptionalUtil";

    private static final Map<String, Class<?>> KINDS = Stream.of(
                    Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class)
            .collect(Collectors.toUnmodifiableMap(Class::descriptorString, kind -> kind));

    private Optionals() {}

    /** Returns the result of a call; null if it is not a call on an optional. */
    static @Nullable Code call(
            BodyReader reader, Class<?> owner, String name, String descriptor, boolean isStatic, List<Code> arguments) {
        if (owner.getName().equals(SPEEDMENT) && arguments.size() == 1) {
            return speedment(name, descriptor, arguments.getFirst());
        }
        if (isStatic) {
            return KINDS.containsValue(owner) ? made(owner, name, arguments) : null;
        }
        if (!(arguments.getFirst() instanceof Code.Maybe of)) {
            return null;
        }
        Code value = of.value();
        Code isEmpty = Code.isNull(value);
        return switch (name) {
            case "isPresent" -> Code.not(isEmpty);
            case "isEmpty" -> isEmpty;
            case "get", "getAsInt", "getAsLong", "getAsDouble" -> required(value);
            case "orElseThrow" -> arguments.size() == 1 ? required(value) : null;
            case "orElse" -> Code.NULL.equals(arguments.get(1)) ? value : Code.choice(isEmpty, arguments.get(1), value);
            case "map" ->
                new Code.Maybe(
                        of.kind(),
                        Code.choice(
                                isEmpty, Code.NULL, reader.apply(function(arguments.get(1)), List.of(present(value)))));
            case "flatMap" ->
                reader.apply(function(arguments.get(1)), List.of(present(value))) instanceof Code.Maybe inner
                        ? new Code.Maybe(inner.kind(), Code.choice(isEmpty, Code.NULL, inner.value()))
                        : null;
            case "filter" ->
                new Code.Maybe(
                        of.kind(),
                        Code.choice(
                                isEmpty,
                                Code.NULL,
                                Code.choice(
                                        reader.apply(function(arguments.get(1)), List.of(present(value))),
                                        value,
                                        Code.NULL)));
            case "equals" ->
                arguments.get(1) instanceof Code.Maybe other && other.kind() == of.kind()
                        ? equal(value, other.value())
                        : null;
            default -> null;
        };
    }

    /** Returns the result of a method of {@link Objects} for an object whose fields are columns; null if unknown. */
    static @Nullable Code ofObject(String name, Code object) {
        return switch (name) {
            case "isNull" -> Code.isNull(object);
            case "nonNull" -> Code.not(Code.isNull(object));
            case "requireNonNull" -> required(object);
            default -> null;
        };
    }

    /** Returns a value that must be present. The code throws if it is absent. */
    private static Code required(Code value) {
        return switch (value) {
            case Code.Entity entity -> Code.choice(Code.isNull(entity), Code.THROW, entity.present());
            case Code.Choice choice
            when choice.isObject() ->
                Code.choice(choice.condition(), required(choice.then()), required(choice.otherwise()));
            case Code.Literal literal when literal.value() == null -> Code.THROW;
            case Code.Tuple _,
                    Code.Value _,
                    Code.Maybe _,
                    Code.Function _,
                    Code.Call _,
                    Code.Static _,
                    Code.Unknown _ -> new Code.Require(value);
        };
    }

    /** Returns the value inside an optional that is not empty. An object is not null in this case. */
    private static Code present(Code value) {
        return switch (value) {
            case Code.Entity entity -> entity.present();
            case Code.Choice choice
            when choice.isObject() ->
                Code.choice(choice.condition(), present(choice.then()), present(choice.otherwise()));
            case Code.NonValue _, Code.Value _ -> value;
        };
    }

    private static @Nullable Code speedment(String name, String descriptor, Code argument) {
        return switch (name) {
            case "ofNullable" -> {
                String made = descriptor.substring(descriptor.indexOf(')') + 1);
                Class<?> kind = KINDS.get(made);
                yield kind == null ? null : new Code.Maybe(kind, argument);
            }
            case "unwrap" -> argument instanceof Code.Maybe of ? of.value() : null;
            default -> null;
        };
    }

    private static @Nullable Code made(Class<?> owner, String name, List<Code> arguments) {
        return switch (name) {
            case "empty" -> new Code.Maybe(owner, Code.NULL);
            case "ofNullable" -> new Code.Maybe(owner, arguments.getFirst());
            case "of" -> {
                Code value = arguments.getFirst();
                if (owner != Optional.class) {
                    yield value instanceof Code.Literal ? new Code.Maybe(owner, value) : null;
                }
                // Optional.of throws for null, so the value must certainly not be null
                yield value instanceof Code.Literal literal && literal.value() != null
                                || value instanceof Code.Invoke boxing
                                        && boxing.method().cannotThrow()
                        ? new Code.Maybe(owner, value)
                        : null;
            }
            default -> null;
        };
    }

    /** Returns whether two values are equal, or both null. */
    static Code equal(Code first, Code second) {
        PureMethod method = Objects.requireNonNull(
                PureMethod.find(Objects.class, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", true));
        return new Code.Invoke(method, List.of(first, second));
    }

    private static Code.Function function(Code value) {
        if (value instanceof Code.Function function) {
            return function;
        }
        throw new NotAnalyzableException("calls an unknown function");
    }
}
