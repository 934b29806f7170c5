package org.speedwell.accelerator.lambda;

import java.util.List;

/**
 * Reads functions that the JDK makes of others, {@code Predicate.not}, {@code and}, {@code Function.andThen} and their kin, as the
 * code that hands them over makes them. What these others capture cannot be seen there, so that they must capture nothing.
 */
record Composition(ElementCode entity) {
    private static final String PREDICATE = "java/util/function/Predicate.";
    private static final String FUNCTION = "java/util/function/Function.";

    /** What the function computes from values, a predicate 1 or 0; throws {@link NotAnalyzableException} where that is not known. */
    Code apply(Code function, Code argument) {
        return switch (function) {
            case Code.Function plain -> {
                if (!plain.captured().isEmpty() || plain.type().parameterCount() != 1) {
                    throw new NotAnalyzableException("is made of a function that captures values");
                }
                yield new BodyReader(entity).apply(plain, List.of(argument));
            }
            case Code.Call call -> apply(call, argument);
            case Code.Element _,
                    Code.Tuple _,
                    Code.Joined _,
                    Code.Value _,
                    Code.Maybe _,
                    Code.Static _,
                    Code.Unknown _ -> throw new NotAnalyzableException("is made of a function that is made elsewhere");
        };
    }

    private Code apply(Code.Call call, Code argument) {
        List<Code> parts = call.arguments();
        return switch (call.method()) {
            case PREDICATE + "not", PREDICATE + "negate" -> Code.not(apply(parts.getFirst(), argument));
            case PREDICATE + "and" ->
                Code.choice(apply(parts.getFirst(), argument), apply(parts.getLast(), argument), Code.FALSE);
            case PREDICATE + "or" ->
                Code.choice(apply(parts.getFirst(), argument), Code.TRUE, apply(parts.getLast(), argument));
            case FUNCTION + "andThen" -> apply(parts.getLast(), apply(parts.getFirst(), argument));
            case FUNCTION + "compose" -> apply(parts.getFirst(), apply(parts.getLast(), argument));
            case FUNCTION + "identity" -> argument;
            default ->
                throw new NotAnalyzableException("calls " + call.method().replace('/', '.') + ", which is not known");
        };
    }
}
