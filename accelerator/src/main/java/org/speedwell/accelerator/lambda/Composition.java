package org.speedwell.accelerator.lambda;

import java.util.List;

/**
 * An analysis of functions that the JDK composes, for example with {@code Predicate.and} or {@code Function.andThen}.
 * The composing code does not show the captured values of the parts. Therefore the parts must capture nothing.
 */
record Composition(ElementCode entity) {
    private static final String PREDICATE = "java/util/function/Predicate.";
    private static final String FUNCTION = "java/util/function/Function.";

    /**
     * Returns the result of the function, 1 or 0 for a predicate; throws {@link NotAnalyzableException} if it is
     * unknown.
     */
    Code apply(Code function, Code argument) {
        return switch (function) {
            case Code.Function plain -> {
                if (!plain.captured().isEmpty() || plain.type().parameterCount() != 1) {
                    throw new NotAnalyzableException("contains a function that captures values");
                }
                yield new BodyReader(entity).apply(plain, List.of(argument));
            }
            case Code.Call call -> apply(call, argument);
            case Code.Entity _, Code.Tuple _, Code.Value _, Code.Maybe _, Code.Static _, Code.Unknown _ ->
                throw new NotAnalyzableException("contains a function that was created elsewhere");
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
