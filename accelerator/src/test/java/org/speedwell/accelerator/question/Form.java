package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Question.ValueStep;

/**
 * A way to write a question as a user's Java code. The operations of the stream are the same in all forms, but each
 * form writes its own functions.
 */
abstract sealed class Form permits FieldForm, LambdaForm {
    private static final String COMPARATOR = "java.util.Comparator.";

    final Question question;

    /** The constants that the code receives as arguments. */
    private final List<Value.Constant> captured;

    Form(Question question) {
        this.question = question;
        this.captured = new ArrayList<>();
    }

    /** Creates a form for a part of another form. */
    Form(Form outer) {
        this.question = outer.question;
        this.captured = outer.captured;
    }

    /** A question that a form cannot express. */
    static final class InexpressibleException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InexpressibleException() {
            super(null, null, false, false);
        }
    }

    /**
     * A question in one form.
     *
     * @param element the class of the stream's elements
     * @param java the statements of a method with a stream {@code s} and an array {@code c}
     * @param captured the values of the array
     */
    record Code(String form, String element, String java, List<Value.Constant> captured) {
        /** Returns the parameters and the body of the method. */
        String method() {
            return "(Stream<%s> s, Object[] c) {\n%s\n}\n".formatted(element, java);
        }
    }

    /** Returns the question in all forms that can express it. Equal codes appear once. */
    static List<Code> all(Question question) {
        List<Code> all = new ArrayList<>();
        for (Form form : List.of(
                new FieldForm(question),
                new ExpressionForm(question),
                new LambdaForm(question, false),
                new LambdaForm(question, true))) {
            form.code()
                    .filter(code -> all.stream().noneMatch(other -> other.java().equals(code.java())))
                    .ifPresent(all::add);
        }
        return all;
    }

    /** Returns the Java class of a question's elements. */
    static String element(Question question) {
        return question.places() == 1
                ? "Row"
                : "Tuple%d%s<%s>"
                        .formatted(
                                question.places(),
                                question.hasOuter() ? "OfNullables" : "",
                                question.tables().stream().map(_ -> "Row").collect(Collectors.joining(", ")));
    }

    private Optional<Code> code() {
        try {
            String chain = chain();
            StringBuilder java = new StringBuilder();
            for (int i = 0; i < captured.size(); i++) {
                Type type = captured.get(i).type();
                java.append("%s c%d = (%s) c[%d];\n"
                        .formatted(type.primitive == null ? type.java() : type.primitive, i, type.java(), i));
            }
            return Optional.of(
                    new Code(getClass().getSimpleName() + suffix(), element(), java + chain, List.copyOf(captured)));
        } catch (InexpressibleException e) {
            return Optional.empty();
        }
    }

    String suffix() {
        return "";
    }

    abstract String predicate(Condition condition);

    /** Returns the call of {@code map} or a similar operation with its function. */
    abstract String mapping(Mapping mapping);

    abstract String order(Order order);

    abstract String aggregate(Aggregate aggregate);

    /** Returns a collector. Appends the statements that it needs to {@code before}. */
    abstract String collector(Grouping grouping, StringBuilder before);

    String element() {
        return element(question);
    }

    /** Returns a constant as code: a literal or a variable. */
    String constant(Value.Constant of) {
        if (of.isInline()) {
            switch (of.value()) {
                case Boolean value -> {
                    return String.valueOf(value);
                }
                case Integer value -> {
                    return value == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : "(" + value + ")";
                }
                case Long value -> {
                    return value == Long.MIN_VALUE ? "Long.MIN_VALUE" : "(" + value + "L)";
                }
                case Double value -> {
                    return "(" + value + "d)";
                }
                case Byte value -> {
                    return "((byte) " + value + ")";
                }
                case Short value -> {
                    return "((short) " + value + ")";
                }
                case Shade value -> {
                    return Shade.class.getCanonicalName() + "." + value;
                }
                default -> {}
            }
        }
        captured.add(of);
        return "c" + (captured.size() - 1);
    }

    private String chain() {
        StringBuilder before = new StringBuilder();
        StringBuilder java = new StringBuilder("return ");
        Terminal terminal = question.terminal();
        boolean isIterated = terminal instanceof Terminal.Iterate;
        java.append(isIterated ? "first(s" : "s");
        question.steps().forEach(step -> java.append("\n    .").append(step(step)));
        question.mapping().ifPresent(mapping -> {
            java.append("\n    .").append(mapping(mapping));
            question.values().forEach(step -> java.append("\n    .").append(valueStep(step, mapping)));
        });
        java.append("\n    .").append(terminal(terminal, before));
        return before + java.toString() + ";";
    }

    private String step(Step step) {
        return switch (step) {
            case Step.Filter filter -> "filter(" + predicate(filter.condition()) + ")";
            case Step.TakeWhile take -> "takeWhile(" + predicate(take.condition()) + ")";
            case Step.DropWhile drop -> "dropWhile(" + predicate(drop.condition()) + ")";
            case Step.Sorted sorted -> "sorted(" + orders(sorted.orders()) + ")";
            case Step.Skip skip -> "skip(" + skip.count() + ")";
            case Step.Limit limit -> "limit(" + limit.count() + ")";
            case Step.Distinct _ -> "distinct()";
        };
    }

    private String orders(List<Order> orders) {
        StringBuilder java = new StringBuilder();
        for (Order order : orders) {
            String one = order(order) + (order.isReversed() ? ".reversed()" : "");
            java.append(java.isEmpty() ? one : ".thenComparing(" + one + ")");
        }
        return java.toString();
    }

    private static String natural(Mapping mapping) {
        return COMPARATOR + "<" + mapping.value().type().java() + ">naturalOrder()";
    }

    private String valueStep(ValueStep step, Mapping mapping) {
        return switch (step) {
            case ValueStep.NonNull _ -> "filter(java.util.Objects::nonNull)";
            case ValueStep.Distinct _ -> "distinct()";
            case ValueStep.Sorted sorted ->
                sorted.isReversed() ? "sorted(" + natural(mapping) + ".reversed())" : "sorted()";
            case ValueStep.Skip skip -> "skip(" + skip.count() + ")";
            case ValueStep.Limit limit -> "limit(" + limit.count() + ")";
            case ValueStep.Triple _ -> "map(v -> v * 3)";
            case ValueStep.Filter filter -> {
                String constant = constant(filter.constant());
                yield mapping.target() != Mapping.Target.OBJECTS
                        ? "filter(v -> v >= " + constant + ")"
                        : mapping.value().type().isArithmetic()
                                ? "filter(v -> v != null && v >= " + constant + ")"
                                : "filter(v -> v != null && v.equals(" + constant + "))";
            }
        };
    }

    private String terminal(Terminal terminal, StringBuilder before) {
        boolean isPrimitive = question.mapping()
                .filter(mapping -> mapping.target() != Mapping.Target.OBJECTS)
                .isPresent();
        return switch (terminal) {
            case Terminal.Count _ -> "count()";
            case Terminal.ToList _ -> isPrimitive ? "toArray()" : "toList()";
            case Terminal.First _ -> "findFirst()";
            case Terminal.Iterate iterate -> "iterator(), " + iterate.count() + ")";
            case Terminal.Extreme extreme -> (extreme.isGreatest() ? "max(" : "min(") + orders(extreme.orders()) + ")";
            case Terminal.Match match -> match.kind().method + "(" + predicate(match.condition()) + ")";
            case Terminal.ValueExtreme extreme ->
                (extreme.isGreatest() ? "max(" : "min(")
                        + (isPrimitive ? "" : natural(question.mapping().orElseThrow()))
                        + ")";
            case Terminal.Sum _ -> "sum()";
            case Terminal.Average _ -> "average()";
            case Terminal.Statistics _ -> "summaryStatistics()";
            case Terminal.Reduce _ ->
                switch (question.mapping().orElseThrow().value().type()) {
                    case INT -> "reduce(0, Integer::sum)";
                    case LONG -> "reduce(0L, Long::sum)";
                    case DOUBLE -> "reduce(0, Double::sum)";
                    default -> "reduce(java.math.BigDecimal.ZERO, java.math.BigDecimal::add)";
                };
            case Terminal.Windows windows ->
                "gather(java.util.stream.Gatherers.window%s(%d)).toList()"
                        .formatted(windows.isSliding() ? "Sliding" : "Fixed", windows.size());
            case Terminal.Frequencies _ ->
                (isPrimitive ? "boxed().collect(" : "collect(")
                        + "java.util.stream.Collectors.groupingBy(java.util.function.Function.identity(),"
                        + " java.util.stream.Collectors.counting()))";
            case Terminal.Collect collect -> "collect(" + collector(collect.grouping(), before) + ")";
        };
    }

    /**
     * Returns an aggregation by several keys.
     *
     * @param java the code of the keys
     * @param collectors returns the collector of an aggregate
     * @param before receives the code that creates the collectors
     */
    static String aggregation(
            Grouping.ByKeys by, StringBuilder java, Function<Aggregate, String> collectors, StringBuilder before) {
        List<String> aggregates = new ArrayList<>();
        for (Aggregate aggregate : by.aggregates()) {
            before.append("var a%d = %s;\n".formatted(aggregates.size(), collectors.apply(aggregate)));
            aggregates.add("a" + aggregates.size());
        }
        java.append(by.keys().isEmpty() ? ".of(" : ".with(")
                .append(String.join(", ", aggregates))
                .append(")");
        if (by.least() > 0) {
            java.append(".having(a0, count -> count >= " + by.least() + ")");
        }
        java.append(by.hasSubtotals() ? ".rollup()" : "");
        return java.append(".into(Record" + (by.keys().size() + aggregates.size()) + ".class)")
                .toString();
    }
}
