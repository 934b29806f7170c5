package org.speedwell.accelerator.lambda;

import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function that reduces many values to one, in any order and grouping: a wrapping sum as in Java, the minimum or the
 * maximum.
 *
 * @param kind the operation
 * @param type the type of its arguments and result: {@code int}, {@code long}, one of their boxes, or {@code
 * BigDecimal}
 */
public record Reduction(Kind kind, Class<?> type) {
    /** The operation of a reduction. */
    public enum Kind {
        SUM,
        LEAST,
        GREATEST
    }

    private static final Map<String, Class<?>> TYPES = Map.of(
            "I", int.class,
            "J", long.class,
            "Ljava/lang/Integer;", Integer.class,
            "Ljava/lang/Long;", Long.class,
            "Ljava/math/BigDecimal;", BigDecimal.class);

    /**
     * Returns the reduction that a function computes; throws {@link NotAnalyzableException} if it is not a known one.
     */
    static Reduction of(Code.Function function, ElementCode entity) {
        Class<?> type = function.type().parameterCount() == 2 ? TYPES.get(descriptor(function, 0)) : null;
        if (type == null
                || !function.captured().isEmpty()
                || !descriptor(function, 0).equals(descriptor(function, 1))
                || !descriptor(function, 0).equals(function.type().returnType().descriptorString())) {
            throw new NotAnalyzableException("is not a sum, minimum or maximum of numbers");
        }
        // both arguments are arbitrary values, like captured ones
        List<Code> arguments = List.of(new Code.Captured(0, type), new Code.Captured(1, type));
        Kind kind = kind(unboxed(new BodyReader(entity).apply(function, arguments)));
        if (kind == null) {
            throw new NotAnalyzableException("is not a sum, minimum or maximum of numbers");
        }
        return new Reduction(kind, type);
    }

    private static String descriptor(Code.Function function, int parameter) {
        ClassDesc type = function.type().parameterType(parameter);
        return type.descriptorString();
    }

    /**
     * Returns the kind of a reduction; null if it is unknown. Equal decimals may differ in scale, and the minimum or
     * maximum of two equal ones is then the receiver. Therefore the receiver must be the first argument.
     */
    private static @Nullable Kind kind(Code code) {
        boolean isInOrder = isArgument(code, 0, 0) && isArgument(code, 1, 1);
        boolean isOfBoth = isInOrder || isArgument(code, 0, 1) && isArgument(code, 1, 0);
        if (!isOfBoth || code.parts().size() != 2) {
            return null;
        }
        return switch (code) {
            case Code.Operator operator
            when operator.opcode() == Opcode.IADD || operator.opcode() == Opcode.LADD -> Kind.SUM;
            case Code.Invoke invoke ->
                switch (invoke.method().name()) {
                    case "Integer.sum", "Long.sum", "BigDecimal.add" -> Kind.SUM;
                    case "Integer.min", "Long.min", "Math.min" -> Kind.LEAST;
                    case "Integer.max", "Long.max", "Math.max" -> Kind.GREATEST;
                    case "BigDecimal.min" -> isInOrder ? Kind.LEAST : null;
                    case "BigDecimal.max" -> isInOrder ? Kind.GREATEST : null;
                    default -> null;
                };
            case Code.NonValue _,
                    Code.Read _,
                    Code.Captured _,
                    Code.Literal _,
                    Code.Require _,
                    Code.Choice _,
                    Code.Compare _,
                    Code.IsNull _,
                    Code.Same _,
                    Code.Operator _ -> null;
        };
    }

    private static boolean isArgument(Code code, int part, int argument) {
        return part < code.parts().size()
                && unboxed(code.parts().get(part)) instanceof Code.Captured captured
                && captured.index() == argument;
    }

    /** Returns the value without boxing or unboxing. */
    private static Code unboxed(Code code) {
        return code instanceof Code.Invoke invoke
                        && invoke.arguments().size() == 1
                        && (invoke.method().isBoxing()
                                || invoke.method().name().equals("Integer.intValue")
                                || invoke.method().name().equals("Long.longValue"))
                ? invoke.arguments().getFirst()
                : code;
    }
}
