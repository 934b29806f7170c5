package org.speedwell.accelerator.lambda;

import static java.util.Objects.requireNonNull;

import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * Runs the tree of a function: for a row, given what its instance fields are there. Where the function throws, so does this,
 * though the exception may be another one.
 *
 * @param reads what a field of the entity is in a row, as an object
 * @param captured the values that the function was made with
 */
public record Evaluation(
        Function<Code.Read, IntFunction<@Nullable Object>> reads, List<? extends @Nullable Object> captured) {

    /** The value of a tree for a row: of boolean, byte, short and char an {@code Integer}. */
    public IntFunction<@Nullable Object> of(Code code) {
        return switch (code) {
            case Code.Literal literal -> {
                Object value = literal.value();
                yield _ -> value;
            }
            case Code.Captured of -> {
                Object value = onStack(captured.get(of.index()), of.type());
                yield _ -> value;
            }
            case Code.Read read -> {
                IntFunction<@Nullable Object> value = reads.apply(read);
                Class<?> type = read.type();
                yield type.isPrimitive() ? row -> onStack(value.apply(row), type) : value;
            }
            case Code.Maybe maybe -> {
                IntFunction<@Nullable Object> value = of(maybe.value());
                Class<?> kind = maybe.kind();
                yield row -> optional(kind, value.apply(row));
            }
            case Code.Require require -> {
                IntFunction<@Nullable Object> value = of(require.value());
                yield row -> {
                    Object found = value.apply(row);
                    if (found == null) {
                        throw new NoSuchElementException("No value present");
                    }
                    return found;
                };
            }
            case Code.Choice choice -> {
                IntFunction<@Nullable Object> condition = of(choice.condition());
                IntFunction<@Nullable Object> then = of(choice.then());
                IntFunction<@Nullable Object> otherwise = of(choice.otherwise());
                yield row -> isTrue(condition.apply(row)) ? then.apply(row) : otherwise.apply(row);
            }
            case Code.Compare compare -> {
                IntFunction<@Nullable Object> first = of(compare.first());
                IntFunction<@Nullable Object> second = of(compare.second());
                ComparisonOperator comparison = compare.operator();
                yield row -> truth(comparison.holds(Long.compare(whole(first.apply(row)), whole(second.apply(row)))));
            }
            case Code.IsNull isNull -> {
                IntFunction<@Nullable Object> value = of(isNull.value());
                yield row -> truth(value.apply(row) == null);
            }
            case Code.Same same -> same(same);
            case Code.Operator operator -> operator(operator);
            case Code.Invoke invoke -> {
                List<IntFunction<@Nullable Object>> arguments = new ArrayList<>();
                invoke.arguments().forEach(argument -> arguments.add(of(argument)));
                PureMethod method = invoke.method();
                yield row -> {
                    @Nullable Object[] values = new Object[arguments.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = arguments.get(i).apply(row);
                    }
                    return method.call(values);
                };
            }
            case Code.Element _, Code.Function _, Code.Call _, Code.Static _, Code.Unknown _ ->
                throw new IllegalStateException("no value: " + code);
        };
    }

    @SuppressWarnings("ReferenceEquality") // as the function does it
    private IntFunction<@Nullable Object> same(Code.Same same) {
        IntFunction<@Nullable Object> first = of(same.first());
        IntFunction<@Nullable Object> second = of(same.second());
        return row -> truth(first.apply(row) == second.apply(row));
    }

    /** As an object of the type that the function gives, of whose value on the stack it is. */
    public static @Nullable Object boxed(@Nullable Object value, Class<?> type) {
        if (!(value instanceof Integer number)) {
            return value;
        }
        return switch (type.getSimpleName()) {
            case "boolean" -> (Object) (number != 0);
            case "byte" -> (Object) number.byteValue();
            case "short" -> (Object) number.shortValue();
            case "char" -> (Object) (char) number.intValue();
            default -> number;
        };
    }

    public static boolean isTrue(@Nullable Object value) {
        return (Integer) requireNonNull(value) != 0;
    }

    private static Integer truth(boolean value) {
        return value ? 1 : 0;
    }

    private static long whole(@Nullable Object value) {
        return ((Number) requireNonNull(value)).longValue();
    }

    /** Of a primitive that was never set it is 0. */
    private static @Nullable Object onStack(@Nullable Object value, Class<?> type) {
        if (!type.isPrimitive()) {
            return value;
        }
        return switch (value) {
            case null ->
                type == long.class
                        ? (Object) 0L
                        : type == float.class ? (Object) 0f : type == double.class ? (Object) 0d : (Object) 0;
            case Boolean truth -> truth(truth);
            case Byte number -> number.intValue();
            case Short number -> number.intValue();
            case Character letter -> (int) letter;
            default -> value;
        };
    }

    private static Object optional(Class<?> kind, @Nullable Object value) {
        if (kind == OptionalInt.class) {
            return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
        }
        if (kind == OptionalLong.class) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }
        if (kind == OptionalDouble.class) {
            return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
        }
        return Optional.ofNullable(value);
    }

    private IntFunction<@Nullable Object> operator(Code.Operator operator) {
        IntFunction<@Nullable Object> first = of(operator.operands().getFirst());
        if (operator.operands().size() == 1) {
            Opcode opcode = operator.opcode();
            return row -> convert(opcode, (Number) requireNonNull(first.apply(row)));
        }
        IntFunction<@Nullable Object> second = of(operator.operands().getLast());
        BinaryOperator<Number> operation = binary(operator.opcode());
        return row ->
                operation.apply((Number) requireNonNull(first.apply(row)), (Number) requireNonNull(second.apply(row)));
    }

    /** Whether an arithmetic instruction can be run. */
    static boolean isKnown(Opcode opcode) {
        return switch (opcode) {
            case INEG, LNEG, FNEG, DNEG -> true;
            default -> {
                try {
                    var _ = binary(opcode);
                    yield true;
                } catch (Opaque e) {
                    yield false;
                }
            }
        };
    }

    private static Object convert(Opcode opcode, Number value) {
        return switch (opcode) {
            case INEG -> (Object) (-value.intValue());
            case LNEG -> (Object) (-value.longValue());
            case FNEG -> (Object) (-value.floatValue());
            case DNEG -> (Object) (-value.doubleValue());
            case I2B -> (Object) (int) (byte) value.intValue();
            case I2S -> (Object) (int) (short) value.intValue();
            case I2C -> (Object) (int) (char) value.intValue();
            case L2I, F2I, D2I -> (Object) value.intValue();
            case I2L, F2L, D2L -> (Object) value.longValue();
            case I2F, L2F, D2F -> (Object) value.floatValue();
            case I2D, L2D, F2D -> (Object) value.doubleValue();
            default -> throw new Opaque("has an instruction that is not known, " + opcode);
        };
    }

    /** Also the order of operands whose result differs for NaN. */
    private static BinaryOperator<Number> binary(Opcode opcode) {
        return switch (opcode) {
            case IADD -> (a, b) -> a.intValue() + b.intValue();
            case ISUB -> (a, b) -> a.intValue() - b.intValue();
            case IMUL -> (a, b) -> a.intValue() * b.intValue();
            case IDIV -> (a, b) -> a.intValue() / b.intValue();
            case IREM -> (a, b) -> a.intValue() % b.intValue();
            case IAND -> (a, b) -> a.intValue() & b.intValue();
            case IOR -> (a, b) -> a.intValue() | b.intValue();
            case IXOR -> (a, b) -> a.intValue() ^ b.intValue();
            case ISHL -> (a, b) -> a.intValue() << b.intValue();
            case ISHR -> (a, b) -> a.intValue() >> b.intValue();
            case IUSHR -> (a, b) -> a.intValue() >>> b.intValue();
            case LADD -> (a, b) -> a.longValue() + b.longValue();
            case LSUB -> (a, b) -> a.longValue() - b.longValue();
            case LMUL -> (a, b) -> a.longValue() * b.longValue();
            case LDIV -> (a, b) -> a.longValue() / b.longValue();
            case LREM -> (a, b) -> a.longValue() % b.longValue();
            case LAND -> (a, b) -> a.longValue() & b.longValue();
            case LOR -> (a, b) -> a.longValue() | b.longValue();
            case LXOR -> (a, b) -> a.longValue() ^ b.longValue();
            case LCMP -> (a, b) -> Long.compare(a.longValue(), b.longValue());
            case FADD -> (a, b) -> a.floatValue() + b.floatValue();
            case FSUB -> (a, b) -> a.floatValue() - b.floatValue();
            case FMUL -> (a, b) -> a.floatValue() * b.floatValue();
            case FDIV -> (a, b) -> a.floatValue() / b.floatValue();
            case FREM -> (a, b) -> a.floatValue() % b.floatValue();
            case DADD -> (a, b) -> a.doubleValue() + b.doubleValue();
            case DSUB -> (a, b) -> a.doubleValue() - b.doubleValue();
            case DMUL -> (a, b) -> a.doubleValue() * b.doubleValue();
            case DDIV -> (a, b) -> a.doubleValue() / b.doubleValue();
            case DREM -> (a, b) -> a.doubleValue() % b.doubleValue();
            case FCMPL, DCMPL -> (a, b) -> compare(a.doubleValue(), b.doubleValue(), -1);
            case FCMPG, DCMPG -> (a, b) -> compare(a.doubleValue(), b.doubleValue(), 1);
            default -> throw new Opaque("has an instruction that is not known, " + opcode);
        };
    }

    private static int compare(double a, double b, int ofNaN) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : ofNaN;
    }
}
