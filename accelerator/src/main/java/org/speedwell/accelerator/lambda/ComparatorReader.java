package org.speedwell.accelerator.lambda;

import java.util.ArrayList;
import java.util.List;

/** An analysis of comparators created with the JDK's factories. */
final class ComparatorReader {
    private static final String COMPARATOR = "java/util/Comparator.";

    private final ElementCode entity;

    ComparatorReader(ElementCode entity) {
        this.entity = entity;
    }

    /** Returns the sort fields; throws {@link NotAnalyzableException} if the comparator does anything else. */
    List<AnalyzedOrder.By> read(Code made) {
        return switch (made) {
            case Code.Function function -> List.of(comparison(function));
            case Code.Call call -> read(call);
            case Code.Element _,
                    Code.Tuple _,
                    Code.Joined _,
                    Code.Value _,
                    Code.Maybe _,
                    Code.Static _,
                    Code.Unknown _ -> throw new NotAnalyzableException("is not created in the call that receives it");
        };
    }

    private List<AnalyzedOrder.By> read(Code.Call call) {
        List<Code> arguments = call.arguments();
        return switch (call.method()) {
            case COMPARATOR + "comparing",
                    COMPARATOR + "comparingInt",
                    COMPARATOR + "comparingLong",
                    COMPARATOR + "comparingDouble" -> List.of(by(arguments));
            case COMPARATOR + "thenComparing",
                    COMPARATOR + "thenComparingInt",
                    COMPARATOR + "thenComparingLong",
                    COMPARATOR + "thenComparingDouble" -> {
                List<AnalyzedOrder.By> fields = new ArrayList<>(read(arguments.getFirst()));
                boolean isComparator = call.type().parameterCount() == 1
                        && call.type().parameterType(0).descriptorString().equals("Ljava/util/Comparator;");
                fields.addAll(
                        isComparator ? read(arguments.get(1)) : List.of(by(arguments.subList(1, arguments.size()))));
                yield List.copyOf(fields);
            }
            case COMPARATOR + "reversed" -> reversed(read(arguments.getFirst()));
            case "java/util/Collections.reverseOrder" -> {
                if (arguments.isEmpty()) {
                    throw new NotAnalyzableException("compares the entities themselves");
                }
                yield reversed(read(arguments.getFirst()));
            }
            default ->
                throw new NotAnalyzableException("calls " + call.method().replace('/', '.') + ", which is not known");
        };
    }

    private static List<AnalyzedOrder.By> reversed(List<AnalyzedOrder.By> fields) {
        return fields.stream().map(AnalyzedOrder.By::reversed).toList();
    }

    /** Returns a sort field from a key function, and an order if it is not the natural one. */
    private AnalyzedOrder.By by(List<Code> arguments) {
        if (!(arguments.getFirst() instanceof Code.Function function)
                || !function.captured().isEmpty()) {
            throw new NotAnalyzableException("compares by an unknown function");
        }
        boolean isDescending = arguments.size() > 1 && isReverse(arguments.get(1));
        Code code = entity.read(function, 1);
        Code value = code instanceof Code.Invoke boxing && boxing.method().isBoxing()
                ? boxing.arguments().getFirst()
                : code;
        Code unwidened = value instanceof Code.Operator operator && isWidening(operator)
                ? operator.operands().getFirst()
                : value;
        Code.Read read = field(unwidened);
        return new AnalyzedOrder.By(read.element(), read.field(), isDescending);
    }

    /** Returns whether a conversion keeps the order: from float, or from integers that a double represents exactly. */
    private static boolean isWidening(Code.Operator operator) {
        return switch (operator.opcode()) {
            case I2L, I2D, F2D -> true;
            default -> false;
        };
    }

    private static boolean isReverse(Code order) {
        if (order instanceof Code.Call call && call.arguments().isEmpty()) {
            if (call.method().equals(COMPARATOR + "reverseOrder")
                    || call.method().equals("java/util/Collections.reverseOrder")) {
                return true;
            }
            if (call.method().equals(COMPARATOR + "naturalOrder")) {
                return false;
            }
        }
        throw new NotAnalyzableException("compares by an unknown order");
    }

    private static Code.Read field(Code code) {
        if (code instanceof Code.Read read && read.type() != boolean.class) {
            return read;
        }
        throw new NotAnalyzableException("compares by more than one field");
    }

    /** Returns the sort field of a lambda such as {@code (a, b) -> a.getTitle().compareTo(b.getTitle())}. */
    private AnalyzedOrder.By comparison(Code.Function function) {
        if (!function.captured().isEmpty() || function.type().parameterCount() != 2) {
            throw new NotAnalyzableException("compares by captured values");
        }
        Code code = entity.read(function, 2);
        if (code instanceof Code.Invoke invoke
                && invoke.arguments().size() == 2
                && (invoke.method().name().endsWith(".compareTo")
                        || invoke.method().name().endsWith(".compare"))) {
            Code.Read first = field(invoke.arguments().getFirst());
            Code.Read second = field(invoke.arguments().getLast());
            int elements = entity.size();
            boolean isDescending = first.element() >= elements;
            boolean isSame = (first.element() + elements) % (2 * elements) == second.element();
            if (isSame && first.field().equals(second.field())) {
                return new AnalyzedOrder.By(first.element() % elements, first.field(), isDescending);
            }
        }
        throw new NotAnalyzableException("compares by more than one field");
    }
}
