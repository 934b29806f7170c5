package org.speedwell.accelerator.lambda;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;

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
            case Code.Entity _, Code.Tuple _, Code.Value _, Code.Maybe _, Code.Static _, Code.Unknown _ ->
                throw new NotAnalyzableException("is not created in the call that receives it");
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
        return new AnalyzedOrder.By(field(unwidened), isDescending);
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

    private static Expr field(Code code) {
        if (!isField(code)) {
            throw new NotAnalyzableException("compares by more than one field");
        }
        return ExprReader.read(code, Object.class);
    }

    /** Returns whether a value is a field, of the entity or of an object that must not be null. */
    private static boolean isField(Code code) {
        return switch (code) {
            case Code.Read read -> read.type() != boolean.class;
            case Code.Choice choice -> Code.THROW.equals(choice.then()) && isField(choice.otherwise());
            case Code.NonValue _, Code.Value _ -> false;
        };
    }

    /** Returns the same expression on the other of the two compared elements. */
    private Expr swapped(Expr of) {
        return of.of(row -> row.from(new Row.Element((row.root().place() + entity.size()) % (2 * entity.size()))));
    }

    /** Returns the place of the only table from which a field starts. */
    private static int place(Expr of) {
        Row row = of.row();
        return row == null
                ? of.operands().stream().mapToInt(ComparatorReader::place).max().orElse(0)
                : row.root().place();
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
            Expr first = field(invoke.arguments().getFirst());
            Expr second = field(invoke.arguments().getLast());
            if (swapped(first).equals(second)) {
                boolean isDescending = place(first) >= entity.size();
                return new AnalyzedOrder.By(isDescending ? second : first, isDescending);
            }
        }
        throw new NotAnalyzableException("compares by more than one field");
    }
}
