package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;
import org.speedwell.accelerator.question.RowColumn.Style;

/** The form of a question that uses lambdas on getters of entities, with collectors of the JDK or of Speedwell. */
final class LambdaForm extends Form {
    private static final String OURS = "org.speedwell.accelerator.query.ColumnCollectors.";
    private static final List<Type> NUMBERS = List.of(Type.INT, Type.LONG, Type.DOUBLE);

    private static final String COLLECTORS = "java.util.stream.Collectors.";

    /** True if conditions call a method that Speedwell cannot analyse. */
    private final boolean isOpaque;

    LambdaForm(Question question, boolean isOpaque) {
        super(question);
        this.isOpaque = isOpaque;
    }

    /** Creates a form for lambdas within another form. */
    LambdaForm(Form outer) {
        super(outer);
        this.isOpaque = false;
    }

    @Override
    String suffix() {
        return isOpaque ? ", opaque" : "";
    }

    private String row(int place) {
        return question.places() == 1
                ? "e"
                : question.hasOuter() ? "e.getOrNull" + place + "()" : "e.get" + place + "()";
    }

    private String row(Value.Cell cell) {
        return cell.isOfParent()
                ? FieldForm.reference(cell.hops()) + ".apply(" + row(cell.place()) + ")"
                : row(cell.place());
    }

    private String get(Value.Cell cell) {
        return row(cell) + "." + cell.column().getter() + "()";
    }

    /** Returns the conditions under which a value is not null. */
    private List<String> presence(Value of) {
        List<String> all = new ArrayList<>();
        switch (of) {
            case Value.Cell cell -> {
                if (cell.isOfParent()) {
                    all.add(row(cell) + " != null");
                }
                if (cell.column().style == Style.OPTIONAL) {
                    all.add(get(cell) + ".isPresent()");
                } else if (cell.column().style == Style.NULLABLE) {
                    all.add(get(cell) + " != null");
                }
            }
            case Value.Convert convert -> all.addAll(presence(convert.value()));
            case Value.Unary unary -> all.addAll(presence(unary.value()));
            case Value.TimePart part -> all.addAll(presence(part.stamp()));
            case Value.Coalesced coalesced -> {
                List<String> first = presence(coalesced.first());
                List<String> second = presence(coalesced.second());
                if (!first.isEmpty() && !second.isEmpty()) {
                    all.add("(" + both(first) + " || " + both(second) + ")");
                }
            }
            case Value.Constant _,
                    Value.OrElse _,
                    Value.Required _,
                    Value.Binary _,
                    Value.Length _,
                    Value.Part _,
                    Value.InCase _,
                    Value.Choice _ -> {}
        }
        return all;
    }

    /** Returns the value as a primitive if its type has one. The value must not be null. */
    private String raw(Value of) {
        return switch (of) {
            case Value.Cell cell -> {
                String get = get(cell);
                String primitive = cell.type().primitive;
                yield switch (cell.column().style) {
                    case PRIMITIVE, PRESENT -> get;
                    case OPTIONAL ->
                        cell.column().isOptionalNumber()
                                ? get + ".getAs" + name(cell.type()) + "()"
                                : primitive == null ? get + ".get()" : get + ".get()." + primitive + "Value()";
                    case NULLABLE -> primitive == null ? get : get + "." + primitive + "Value()";
                };
            }
            case Value.Constant constant -> constant(constant);
            case Value.Convert convert ->
                convert.value().type().primitive == null
                        ? raw(convert.value()) + "." + convert.type().primitive + "Value()"
                        : "((" + convert.type().primitive + ") " + raw(convert.value()) + ")";
            case Value.OrElse orElse -> orElse(orElse);
            case Value.Required required ->
                presence(required.value()).isEmpty()
                        ? raw(required.value())
                        : "java.util.Objects.requireNonNull(" + object(required.value()) + ")"
                                + (required.type().primitive == null
                                        ? ""
                                        : "." + required.type().primitive + "Value()");
            case Value.Part part -> {
                String text = raw(part.text());
                yield "%1$s.substring(Math.min(%2$d, %1$s.length()), Math.min(%3$d, %1$s.length()))"
                        .formatted(text, part.from(), part.to());
            }
            case Value.TimePart part -> raw(part.stamp()) + ".toLocalDateTime()" + part.field().java;
            case Value.Coalesced coalesced -> {
                List<String> first = presence(coalesced.first());
                yield first.isEmpty()
                        ? raw(coalesced.first())
                        : "(%s ? %s : %s)".formatted(both(first), raw(coalesced.first()), raw(coalesced.second()));
            }
            case Value.Binary binary
            when binary.type() == Type.DECIMAL ->
                "%s.%s(%s)"
                        .formatted(
                                raw(binary.first()),
                                switch (binary.operation()) {
                                    case PLUS -> "add";
                                    case MINUS -> "subtract";
                                    default -> "multiply";
                                },
                                raw(binary.second()));
            case Value.Binary binary ->
                "(%s%s %s %s)"
                        .formatted(
                                binary.operation() == Value.Binary.Operation.DIVIDE ? "(double) " : "",
                                raw(binary.first()),
                                binary.operation().java,
                                raw(binary.second()));
            case Value.Unary unary ->
                unary.operation() == Value.Unary.Operation.ABS
                        ? "Math.abs(" + raw(unary.value()) + ")"
                        : "(-" + raw(unary.value()) + ")";
            case Value.Length length -> raw(length.text()) + ".length()";
            case Value.InCase inCase -> raw(inCase.text()) + (inCase.isUpper() ? ".toUpperCase()" : ".toLowerCase()");
            case Value.Choice choice ->
                "(%s ? %s : %s)"
                        .formatted(condition(choice.condition(), false), raw(choice.then()), raw(choice.otherwise()));
        };
    }

    private String orElse(Value.OrElse of) {
        Value value = of.value();
        Value.Cell cell = value instanceof Value.Convert convert
                        && convert.type() == convert.value().type()
                        && convert.value().column().isOptionalNumber()
                ? convert.value()
                : value instanceof Value.Cell other ? other : null;
        if (cell != null && cell.column().style == Style.OPTIONAL && !cell.isOfParent()) {
            return get(cell) + ".orElse(" + constant(of.other()) + ")";
        }
        List<String> presence = presence(value);
        return presence.isEmpty()
                ? raw(value)
                : "(" + String.join(" && ", presence) + " ? " + raw(value) + " : " + constant(of.other()) + ")";
    }

    private static String name(Type type) {
        return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** Returns the value as an object, or null. */
    private String object(Value of) {
        List<String> presence = presence(of);
        if (presence.isEmpty()) {
            return raw(of);
        }
        return of instanceof Value.Cell cell && !cell.isOfParent() && cell.column().style == Style.NULLABLE
                ? get(cell)
                : of instanceof Value.Cell cell
                                && !cell.isOfParent()
                                && cell.column().style == Style.OPTIONAL
                                && !cell.column().isOptionalNumber()
                        ? get(cell) + ".orElse(null)"
                        : "(%s ? (%s) %s : null)"
                                .formatted(
                                        String.join(" && ", presence), of.type().java(), raw(of));
    }

    @Override
    String predicate(Condition of) {
        String condition = condition(of, false);
        return "e -> " + (isOpaque ? "org.speedwell.accelerator.question.Rows.itself(" + condition + ")" : condition);
    }

    /**
     * Returns code that tests whether a condition is true or, if negated, false. For a condition that is neither, both
     * are false.
     */
    String condition(Condition of, boolean isNegated) {
        return switch (of) {
            case Condition.Compare compare -> {
                List<String> all = presence(compare.value());
                all.addAll(presence(compare.other()));
                all.add(negated(isNegated, compared(compare)));
                yield both(all);
            }
            case Condition.Between between -> {
                String value = raw(between.cell());
                Value.Cell cell = between.cell();
                all(cell);
                String inside = both(List.of(
                        compared(
                                cell,
                                value,
                                between.hasLow()
                                        ? ComparisonOperator.GREATER_OR_EQUAL
                                        : ComparisonOperator.GREATER_THAN,
                                constant(between.low())),
                        compared(
                                cell,
                                value,
                                between.hasHigh() ? ComparisonOperator.LESS_OR_EQUAL : ComparisonOperator.LESS_THAN,
                                constant(between.high()))));
                List<String> all = presence(cell);
                all.add(negated(isNegated, inside));
                yield both(all);
            }
            case Condition.In in -> {
                Value.Cell cell = in.cell();
                String any = in.constants().isEmpty()
                        ? "false"
                        : in.constants().stream()
                                .map(constant -> equal(cell, raw(cell), constant(constant)))
                                .collect(Collectors.joining(" || ", "(", ")"));
                List<String> all = presence(cell);
                all.add(negated(isNegated, any));
                yield both(all);
            }
            case Condition.Among among -> {
                String any = among.constants().stream()
                        .map(constant -> among.value().type() == Type.DECIMAL
                                ? raw(among.value()) + ".compareTo(" + constant(constant) + ") == 0"
                                : compared(
                                        among.value(),
                                        raw(among.value()),
                                        ComparisonOperator.EQUAL,
                                        constant(constant)))
                        .collect(Collectors.joining(" || ", "(", ")"));
                List<String> all = presence(among.value());
                all.add(negated(isNegated, any));
                yield both(all);
            }
            case Condition.Within within -> {
                Value value = within.value();
                List<String> all = presence(value);
                all.add(negated(
                        isNegated,
                        both(List.of(
                                compared(
                                        value, raw(value), ComparisonOperator.GREATER_OR_EQUAL, constant(within.low())),
                                compared(value, raw(value), ComparisonOperator.LESS_THAN, constant(within.high()))))));
                yield both(all);
            }
            case Condition.Like _ -> throw new InexpressibleException(); // Java has no such patterns
            case Condition.IsNull isNull -> {
                List<String> presence = presence(isNull.cell());
                yield presence.isEmpty() ? String.valueOf(isNegated) : negated(!isNegated, both(presence));
            }
            case Condition.Flag flag -> {
                List<String> all = presence(flag.cell());
                all.add(negated(isNegated, raw(flag.cell())));
                yield both(all);
            }
            case Condition.Text text -> {
                List<String> all = presence(text.cell());
                all.add(negated(isNegated, matched(text)));
                yield both(all);
            }
            case Condition.OfParent _ -> throw new InexpressibleException(); // fields express it
            case Condition.And and ->
                "(%s %s %s)"
                        .formatted(
                                condition(and.first(), isNegated),
                                isNegated ? "||" : "&&",
                                condition(and.second(), isNegated));
            case Condition.Or or ->
                "(%s %s %s)"
                        .formatted(
                                condition(or.first(), isNegated),
                                isNegated ? "&&" : "||",
                                condition(or.second(), isNegated));
            case Condition.Not not -> condition(not.condition(), !isNegated);
        };
    }

    private void all(Value.Cell cell) {
        if (cell.type() == Type.BOOLEAN) {
            throw new InexpressibleException();
        }
    }

    private static String negated(boolean isNegated, String condition) {
        return isNegated ? "!(" + condition + ")" : condition;
    }

    private static String both(List<String> all) {
        return all.size() == 1 ? all.getFirst() : "(" + String.join(" && ", all) + ")";
    }

    private String matched(Condition.Text of) {
        String value = raw(of.cell());
        String part = constant(of.part());
        return switch (of.test()) {
            case STARTS -> value + ".startsWith(" + part + ")";
            case ENDS -> value + ".endsWith(" + part + ")";
            case CONTAINS -> value + ".contains(" + part + ")";
            case EQUALS -> value + ".equals(" + part + ")";
            case STARTS_IGNORE_CASE -> value + ".toLowerCase().startsWith(" + part + ".toLowerCase())";
            case ENDS_IGNORE_CASE -> value + ".toLowerCase().endsWith(" + part + ".toLowerCase())";
            case CONTAINS_IGNORE_CASE -> value + ".toLowerCase().contains(" + part + ".toLowerCase())";
            case EQUALS_IGNORE_CASE -> value + ".equalsIgnoreCase(" + part + ")";
        };
    }

    private String compared(Condition.Compare of) {
        return compared(of.value(), raw(of.value()), of.operator(), raw(of.other()));
    }

    private static String compared(Value value, String a, ComparisonOperator operator, String b) {
        String sign = switch (operator) {
            case EQUAL -> "==";
            case NOT_EQUAL -> "!=";
            case LESS_THAN -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER_THAN -> ">";
            case GREATER_OR_EQUAL -> ">=";
        };
        boolean isPrimitive = value.type().isPrimitiveNumber() && !value.type().isReal()
                || value instanceof Value.Cell cell && cell.isPrimitiveReal();
        if (isPrimitive) {
            return a + " " + sign + " " + b;
        }
        if (value.type().primitive != null) {
            return "%s.compare(%s, %s) %s 0".formatted(value.type().java(), a, b, sign);
        }
        if (value.type() == Type.DECIMAL && !(value instanceof Value.Cell)) {
            return a + ".compareTo(" + b + ") " + sign + " 0"; // as Speedwell's expressions do
        }
        return switch (operator) {
            case EQUAL -> a + ".equals(" + b + ")";
            case NOT_EQUAL -> "!" + a + ".equals(" + b + ")";
            default -> a + ".compareTo(" + b + ") " + sign + " 0";
        };
    }

    /** Returns a comparison for equality as sets define it. */
    private static String equal(Value.Cell cell, String a, String b) {
        return cell.type().isReal()
                ? "%s.compare(%s, %s) == 0".formatted(cell.type().java(), a, b)
                : compared(cell, a, ComparisonOperator.EQUAL, b);
    }

    @Override
    String mapping(Mapping mapping) {
        Value value = mapping.value();
        if (mapping.target() == Mapping.Target.OBJECTS) {
            if (value instanceof Value.Cell cell
                    && question.places() == 1
                    && !cell.isOfParent()
                    && !cell.isNullable()) {
                return "map(Row::" + cell.column().getter() + ")";
            }
            return "<" + value.type().java() + ">map(e -> " + object(value) + ")";
        }
        return mapping.target().method + "(e -> " + strict(value) + ")";
    }

    private String strict(Value value) {
        return value.isNullable() ? raw(new Value.Required(value)) : raw(value);
    }

    @Override
    String order(Order order) {
        Value value = order.value();
        String e = "(" + element() + " e) -> ";
        if (presence(value).isEmpty()) {
            String kind = value.type().isArithmetic() ? name(value.type()) : "";
            return "java.util.Comparator.comparing" + kind + "(" + e + raw(value) + ")";
        }
        return "java.util.Comparator.comparing(%s%s, java.util.Comparator.nulls%s(java.util.Comparator.<%s>naturalOrder()))"
                .formatted(
                        e,
                        object(value),
                        order.isNullFirst() ? "First" : "Last",
                        value.type().java());
    }

    @Override
    String aggregate(Aggregate of) {
        String e = "(" + element() + " e) -> ";
        return COLLECTORS
                + switch (of) {
                    case Aggregate.Count _ -> "counting()";
                    case Aggregate.Sum sum ->
                        sum.value().type() == Type.DECIMAL
                                ? "reducing(java.math.BigDecimal.ZERO, %s%s, java.math.BigDecimal::add)"
                                        .formatted(e, object(sum.value()))
                                : "summing" + name(sum.value().type()) + "(" + e + strict(sum.value()) + ")";
                    case Aggregate.Average average -> {
                        if (average.value().type() == Type.DECIMAL) {
                            throw new InexpressibleException();
                        }
                        yield "averaging" + name(average.value().type()) + "(" + e + strict(average.value()) + ")";
                    }
                    case Aggregate.Summary summary ->
                        "summarizing" + name(summary.value().type()) + "(" + e + strict(summary.value()) + ")";
                    case Aggregate.Filtered filtered ->
                        "filtering((%s e) -> %s, %s)"
                                .formatted(
                                        element(),
                                        condition(filtered.condition(), false),
                                        aggregate(filtered.aggregate()));
                    case Aggregate.Listed listed ->
                        "mapping(" + e + object(listed.value()) + ", " + COLLECTORS + "toList())";
                    case Aggregate.Extreme _, Aggregate.DistinctCount _, Aggregate.Percentile _, Aggregate.Variance _ ->
                        throw new InexpressibleException();
                };
    }

    /**
     * Returns one of Speedwell's collectors for half of the groupings, and for those without a collector in the JDK.
     */
    @Override
    String collector(Grouping grouping, StringBuilder before) {
        if (grouping.toString().length() % 2 == 0) {
            return ours(grouping, before);
        }
        try {
            return plain(grouping);
        } catch (InexpressibleException e) {
            return ours(grouping, before);
        }
    }

    private String plain(Grouping grouping) {
        String e = "(" + element() + " e) -> ";
        return switch (grouping) {
            case Grouping.Whole whole -> aggregate(whole.aggregate());
            case Grouping.ByValue by ->
                COLLECTORS + "groupingBy(" + e + object(by.key()) + ", " + aggregate(by.aggregate()) + ")";
            case Grouping.ByCondition by ->
                COLLECTORS
                        + "partitioningBy(%s%s, %s)"
                                .formatted(e, condition(by.condition(), false), aggregate(by.aggregate()));
            case Grouping.ByKeys _ -> throw new InexpressibleException(); // the JDK has no such collector
        };
    }

    private String ours(Grouping grouping, StringBuilder before) {
        String e = "(" + element() + " e) -> ";
        return switch (grouping) {
            case Grouping.Whole whole -> ours(whole.aggregate());
            case Grouping.ByValue by ->
                OURS + "groupingByKey(" + e + object(by.key()) + ", " + ours(by.aggregate()) + ")";
            case Grouping.ByCondition by ->
                OURS + "partitioningBy(" + e + condition(by.condition(), false) + ", " + ours(by.aggregate()) + ")";
            case Grouping.ByKeys by -> {
                StringBuilder java = new StringBuilder("org.speedwell.accelerator.query.Aggregation");
                by.keys()
                        .forEach(key -> java.append(".byKey(")
                                .append(e)
                                .append(object(key))
                                .append(")"));
                yield aggregation(by, java, this::ours, before);
            }
        };
    }

    private String ours(Aggregate of) {
        String e = "(" + element() + " e) -> ";
        return OURS
                + switch (of) {
                    case Aggregate.Count _ -> "<" + element() + ">counting()";
                    case Aggregate.Sum sum -> "summing" + measured(sum.value());
                    case Aggregate.Average average -> "averaging" + measured(average.value());
                    case Aggregate.Summary summary -> "summarizing" + measured(summary.value());
                    case Aggregate.Extreme extreme ->
                        (extreme.isGreatest() ? "maximum(" : "minimum(") + e + number(extreme.value()) + ")";
                    case Aggregate.Percentile percentile ->
                        "percentile(" + e + number(percentile.value()) + ", " + percentile.share() + ")";
                    case Aggregate.Variance variance ->
                        (variance.isOfSample() ? "sampleVariance(" : "populationVariance(") + e
                                + number(variance.value()) + ")";
                    case Aggregate.Filtered filtered ->
                        "filtering(" + e + condition(filtered.condition(), false) + ", " + ours(filtered.aggregate())
                                + ")";
                    case Aggregate.Listed listed ->
                        "mappingValue(" + e + object(listed.value()) + ", java.util.stream.Collectors.toList())";
                    case Aggregate.DistinctCount _ -> throw new InexpressibleException();
                };
    }

    private String measured(Value value) {
        if (!NUMBERS.contains(value.type())) {
            throw new InexpressibleException();
        }
        return name(value.type()) + "((" + element() + " e) -> " + strict(value) + ")";
    }

    /** Returns a number that is never null. */
    private String number(Value value) {
        if (!NUMBERS.contains(value.type()) || value.isNullable()) {
            throw new InexpressibleException();
        }
        return raw(value);
    }
}
