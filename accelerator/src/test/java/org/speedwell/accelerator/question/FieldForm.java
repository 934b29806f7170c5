package org.speedwell.accelerator.question;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;

/** The form of a question that uses only Speedment's fields: their predicates, comparators and values. */
sealed class FieldForm extends Form permits ExpressionForm {
    static final String COLLECTORS = "org.speedwell.accelerator.query.ColumnCollectors.";

    /** True while the form writes a predicate of a row, even if the elements are tuples. */
    private boolean isOfRow;

    FieldForm(Question question) {
        super(question);
    }

    /** Returns the reference that follows {@code hops} foreign keys. */
    static String reference(int hops) {
        return "org.speedwell.accelerator.question.Rows.<Row>" + (hops == 1 ? "parent()" : "grandparent()");
    }

    static String field(RowColumn column) {
        return "Row." + column.name();
    }

    /**
     * Returns the call that composes a function of a row with the tuple, or an empty text if the element is the row.
     */
    String composed(int place) {
        String element = element();
        return question.places() == 1 || isOfRow
                ? ""
                : ".compose(%s.%s%s%d())"
                        .formatted(
                                element.substring(0, element.indexOf('<')),
                                element.substring(element.indexOf('<')),
                                question.hasOuter() ? "getterOrNull" : "getter",
                                place);
    }

    @Override
    String predicate(Condition of) {
        return switch (of) {
            case Condition.Compare compare -> compared(compare);
            case Condition.Between between -> {
                String bounds = (between.hasLow() ? "START_INCLUSIVE" : "START_EXCLUSIVE")
                        + (between.hasHigh() ? "_END_INCLUSIVE" : "_END_EXCLUSIVE");
                yield own(
                        between.cell(),
                        ".between(%s, %s, com.speedment.runtime.field.predicate.Inclusion.%s)"
                                .formatted(constant(between.low()), constant(between.high()), bounds));
            }
            case Condition.In in ->
                own(
                        in.cell(),
                        in.constants().stream()
                                .map(this::constant)
                                .collect(Collectors.joining(
                                        ", ",
                                        ".in(new java.util.HashSet<"
                                                + in.cell().type().java() + ">(java.util.List.of(",
                                        ")))")));
            case Condition.Among among -> among(among);
            case Condition.Within within -> within(within);
            case Condition.Like like -> like(like);
            case Condition.IsNull isNull -> own(isNull.cell(), ".isNull()");
            case Condition.Flag flag -> own(flag.cell(), ".equal(true)");
            case Condition.Text text -> own(text.cell(), "." + text.test().method + "(" + constant(text.part()) + ")");
            case Condition.OfParent ofParent -> {
                isOfRow = true;
                String inner = predicate(ofParent.condition());
                isOfRow = false;
                yield reference(1) + ".where(" + inner + ")" + composed(ofParent.place());
            }
            case Condition.And and -> "(" + predicate(and.first()) + ".and(" + predicate(and.second()) + "))";
            case Condition.Or or -> "(" + predicate(or.first()) + ".or(" + predicate(or.second()) + "))";
            case Condition.Not not -> predicate(not.condition()) + ".negate()";
        };
    }

    String among(Condition.Among among) {
        throw new InexpressibleException();
    }

    String within(Condition.Within within) {
        throw new InexpressibleException();
    }

    String like(Condition.Like like) {
        throw new InexpressibleException();
    }

    String compared(Condition.Compare compare) {
        if (compare.value() instanceof Value.Cell cell
                && compare.other() instanceof Value.Constant constant
                && !isEmptySet(compare.operator(), constant.value())) {
            return own(cell, "." + method(compare.operator()) + "(" + constant(constant) + ")");
        }
        throw new InexpressibleException();
    }

    /**
     * Returns whether Speedment turns a comparison into an empty set of constants. The negation of such a set accepts
     * NULL.
     */
    private static boolean isEmptySet(ComparisonOperator operator, @Nullable Object constant) {
        return operator == ComparisonOperator.LESS_THAN && constant == Shade.BLACK
                || operator == ComparisonOperator.GREATER_THAN && constant == Shade.WHITE;
    }

    static String method(ComparisonOperator operator) {
        return switch (operator) {
            case EQUAL -> "equal";
            case NOT_EQUAL -> "notEqual";
            case LESS_THAN -> "lessThan";
            case LESS_OR_EQUAL -> "lessOrEqual";
            case GREATER_THAN -> "greaterThan";
            case GREATER_OR_EQUAL -> "greaterOrEqual";
        };
    }

    private String own(Value.Cell cell, String call) {
        if (cell.isOfParent()) {
            throw new InexpressibleException();
        }
        return field(cell.column()) + call + composed(cell.place());
    }

    private static Value.Cell cell(Value value) {
        if (value instanceof Value.Cell cell) {
            return cell;
        }
        throw new InexpressibleException();
    }

    @Override
    String mapping(Mapping mapping) {
        Value.Cell cell = mapping.value() instanceof Value.Convert convert
                        && convert.type() == convert.value().type()
                        && convert.value().column().isPrimitive()
                ? convert.value()
                : cell(mapping.value());
        if (mapping.target() == Mapping.Target.OBJECTS) {
            if (cell != mapping.value() || cell.column().isPrimitive()) {
                throw new InexpressibleException();
            }
            return rows(cell) + "map(" + read(cell) + ")";
        }
        if (!cell.column().isPrimitive() || cell.isOfParent()) {
            throw new InexpressibleException();
        }
        return rows(cell) + mapping.target().method + "(" + field(cell.column()) + ")";
    }

    private static String read(Value.Cell cell) {
        if (!cell.isOfParent()) {
            return field(cell.column()) + ".getter()";
        }
        RowColumn column = cell.column();
        return reference(cell.hops())
                + (column.ordinal() % 2 == 0 && column.style != RowColumn.Style.OPTIONAL
                        ? ".map(of -> of." + column.getter() + "())"
                        : ".get(" + field(reference(cell).column()) + ")");
    }

    /** Returns the call that maps tuples to one of their rows. */
    private String rows(Value.Cell cell) {
        return question.places() == 1 ? "" : "map" + composed(cell.place()).substring(".compose".length()) + "\n    .";
    }

    @Override
    String order(Order order) {
        Value.Cell cell = cell(order.value());
        if (question.places() > 1 || cell.isOfParent()) {
            throw new InexpressibleException();
        }
        if (cell.column() == RowColumn.BOOL) {
            return field(cell.column()); // the field is a comparator itself
        }
        return field(cell.column())
                + (order.isNullFirst() && cell.isNullable() ? ".comparatorNullFieldsFirst()" : ".comparator()");
    }

    /** Returns the cell of a field that returns objects. */
    private static Value.Cell reference(Value value) {
        Value.Cell cell = cell(value);
        if (cell.column().isPrimitive()) {
            throw new InexpressibleException();
        }
        return cell;
    }

    /** Returns the source of a collector that reads objects: a field, if the value belongs to the row. */
    String source(Value value) {
        Value.Cell cell = reference(value);
        if (question.places() > 1) {
            throw new InexpressibleException();
        }
        return cell.isOfParent() ? read(cell) : field(cell.column());
    }

    /** Returns the source of a collector that reads numbers. */
    String number(Value value) {
        if (value instanceof Value.Convert convert
                && convert.type() == convert.value().type()
                && convert.value().column().isPrimitive()
                && !convert.value().isOfParent()
                && question.places() == 1) {
            return field(convert.value().column());
        }
        throw new InexpressibleException();
    }

    @Override
    String aggregate(Aggregate of) {
        return COLLECTORS
                + switch (of) {
                    case Aggregate.Count _ -> "<" + element() + ">counting()";
                    case Aggregate.Sum sum -> "summing" + measured(sum.value());
                    case Aggregate.Average average ->
                        average.value().type() == Type.DECIMAL
                                ? "averagingDecimal(" + decimal(average.value()) + ", " + average.scale() + ")"
                                : "averaging" + measured(average.value());
                    case Aggregate.Summary summary -> "summarizing" + measured(summary.value());
                    case Aggregate.Extreme extreme ->
                        (extreme.isGreatest() ? "maximum(" : "minimum(")
                                + sourceOr(extreme.value(), Type.INT, Type.LONG, Type.DOUBLE, Type.DECIMAL) + ")";
                    case Aggregate.DistinctCount count ->
                        "countingDistinct(" + sourceOr(count.value(), Type.values()) + ")";
                    case Aggregate.Percentile percentile ->
                        "percentile(" + number(percentile.value()) + ", " + percentile.share() + ")";
                    case Aggregate.Variance variance ->
                        (variance.isOfSample() ? "sampleVariance(" : "populationVariance(") + number(variance.value())
                                + ")";
                    case Aggregate.Filtered filtered ->
                        "filtering(" + predicate(filtered.condition()) + ", " + aggregate(filtered.aggregate()) + ")";
                    case Aggregate.Listed listed ->
                        "mapping(" + sourceOr(listed.value(), Type.INT, Type.LONG, Type.TEXT)
                                + ", java.util.stream.Collectors.toList())";
                };
    }

    private String measured(Value value) {
        return switch (value.type()) {
            case INT -> "Int(" + number(value) + ")";
            case LONG -> "Long(" + number(value) + ")";
            case DOUBLE -> "Double(" + number(value) + ")";
            default -> "Decimal(" + decimal(value) + ")";
        };
    }

    String decimal(Value value) {
        return source(value);
    }

    /** Returns a field, or an expression of one of the types. */
    private String sourceOr(Value value, Type... types) {
        if (value instanceof Value.Cell && question.places() == 1) {
            return source(value);
        }
        if (!List.of(types).contains(value.type())) {
            throw new InexpressibleException();
        }
        return text(value);
    }

    /** Returns an expression of any type. */
    String text(Value value) {
        return number(value);
    }

    @Override
    String collector(Grouping grouping, StringBuilder before) {
        return switch (grouping) {
            case Grouping.Whole whole -> aggregate(whole.aggregate());
            case Grouping.ByValue by ->
                COLLECTORS + "groupingBy(" + sourceOr(by.key(), Type.INT, Type.LONG, Type.TEXT) + ", "
                        + aggregate(by.aggregate()) + ")";
            case Grouping.ByCondition by ->
                COLLECTORS + "partitioningBy(" + predicate(by.condition()) + ", " + aggregate(by.aggregate()) + ")";
            case Grouping.ByKeys by -> {
                StringBuilder java = new StringBuilder("org.speedwell.accelerator.query.Aggregation");
                by.keys()
                        .forEach(key -> java.append(".by(")
                                .append(sourceOr(key, Type.values()))
                                .append(")"));
                yield aggregation(by, java, this::aggregate, before);
            }
        };
    }
}
