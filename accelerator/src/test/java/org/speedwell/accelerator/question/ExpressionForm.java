package org.speedwell.accelerator.question;

import java.util.stream.Collectors;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;

/**
 * The form of a question that uses Speedment's and Speedwell's expressions. It uses fields where no expression exists.
 */
final class ExpressionForm extends FieldForm {
    private static final String OURS = "org.speedwell.accelerator.query.Expressions.";

    ExpressionForm(Question question) {
        super(question);
    }

    /** Returns whether the type of an expression allows null. */
    private boolean isNullable(Value of) {
        return switch (of) {
            case Value.Cell _ -> true;
            case Value.Convert convert ->
                !convert.value().column().isPrimitive() || convert.value().isOfParent() || question.places() > 1;
            case Value.Unary unary -> isNullable(unary.value());
            case Value.TimePart part -> part.stamp().isNullable() || question.places() > 1;
            case Value.Coalesced _ -> true;
            case Value.OrElse orElse -> question.places() > 1;
            case Value.Required required -> question.places() > 1;
            default -> false;
        };
    }

    private String strict(Value of) {
        return isNullable(of) ? expression(of) + ".orThrow()" : expression(of);
    }

    private String expression(Value of) {
        return switch (of) {
            case Value.Cell cell -> {
                if (cell.column().isNullable() && question.places() > 1) {
                    throw new InexpressibleException(); // Speedment throws if it is null
                }
                yield cell(cell) + place(cell);
            }
            case Value.Constant _ -> throw new InexpressibleException();
            case Value.Convert convert -> {
                if (convert.value().column().isNullable() && question.places() > 1) {
                    throw new InexpressibleException();
                }
                yield converted(convert) + place(convert.value());
            }
            case Value.OrElse orElse -> present(orElse.value(), ".orElse(" + constant(orElse.other()) + ")");
            case Value.Required required -> present(required.value(), ".orThrow()");
            case Value.Binary binary -> {
                if (binary.operation().method.isEmpty()) {
                    throw new InexpressibleException();
                }
                boolean isDecimal = binary.type() == Type.DECIMAL;
                yield "%s.%s(%s)"
                        .formatted(
                                isDecimal ? OURS + "decimal(" + strict(binary.first()) + ")" : strict(binary.first()),
                                binary.operation().method,
                                binary.second() instanceof Value.Constant constant
                                        ? constant(constant)
                                        : isDecimal
                                                ? OURS + "decimal(" + strict(binary.second()) + ")"
                                                : strict(binary.second()));
            }
            case Value.Part part ->
                OURS + "substring(" + strict(part.text()) + ", " + part.from() + ", " + part.to() + ")";
            case Value.TimePart part -> {
                Value.Cell stamp = part.stamp();
                if (stamp.column().isNullable() && (question.places() > 1 || stamp.isOfParent())) {
                    throw new InexpressibleException();
                }
                yield OURS
                        + part.field().method
                        + (stamp.column().isNullable() ? "OrNull(" : "(")
                        + field(stamp.column())
                        + ")"
                        + place(stamp);
            }
            case Value.Coalesced coalesced -> {
                if (!isNullable(coalesced.first()) || !isNullable(coalesced.second()) || question.places() > 1) {
                    throw new InexpressibleException();
                }
                yield OURS + "coalesce(" + expression(coalesced.first()) + ", " + expression(coalesced.second()) + ")";
            }
            case Value.Unary unary ->
                expression(unary.value()) + (unary.operation() == Value.Unary.Operation.ABS ? ".abs()" : ".negate()");
            case Value.Length length -> OURS + "length(" + strict(length.text()) + ")";
            case Value.InCase inCase ->
                strict(inCase.text()) + (inCase.isUpper() ? ".toUpperCase()" : ".toLowerCase()");
            case Value.Choice choice ->
                "%swhen(%s, %s).orElse(%s)"
                        .formatted(
                                OURS,
                                choiceBy(choice.condition()),
                                strict(choice.then()),
                                choice.otherwise() instanceof Value.Constant constant
                                        ? constant(constant)
                                        : strict(choice.otherwise()));
        };
    }

    /** Returns a predicate on fields or a lambda, depending on the condition. */
    private String choiceBy(Condition condition) {
        return condition.toString().length() % 2 == 0
                ? "(" + element() + " e) -> " + new LambdaForm(this).condition(condition, false)
                : predicate(condition);
    }

    private static String cell(Value.Cell cell) {
        return field(cell.column())
                + switch (cell.type()) {
                    case TEXT -> ".asString()";
                    case DECIMAL -> ".asBigDecimal()";
                    default -> throw new InexpressibleException();
                };
    }

    private static String converted(Value.Convert of) {
        return field(of.value().column())
                + switch (of.type()) {
                    case INT -> ".asInt()";
                    case LONG -> ".asLong()";
                    default -> ".asDouble()";
                };
    }

    /** Returns the value of a row with its replacement for null. Only then can it be composed with a tuple. */
    private String present(Value of, String otherwise) {
        Value.Cell cell =
                of instanceof Value.Convert convert ? convert.value() : of instanceof Value.Cell own ? own : null;
        if (cell == null) {
            throw new InexpressibleException();
        }
        String read = of instanceof Value.Convert convert ? converted(convert) : cell(cell);
        return cell.isOfParent()
                ? read + place(cell) + otherwise
                : cell.column().isPrimitive() ? read + place(cell) : read + otherwise + place(cell);
    }

    private String place(Value.Cell cell) {
        return (cell.isOfParent() ? ".compose(" + reference(cell.hops()) + ")" : "") + composed(cell.place());
    }

    private static boolean isComputed(Value of) {
        return !(of instanceof Value.Cell cell && (cell.type() != Type.TEXT || cell.isPrimitiveReal()));
    }

    @Override
    String compared(Condition.Compare compare) {
        if (!isComputed(compare.value()) || !(compare.other() instanceof Value.Constant constant)) {
            return super.compared(compare);
        }
        return "%scompare(%s).%s(%s)"
                .formatted(OURS, expression(compare.value()), method(compare.operator()), constant(constant));
    }

    @Override
    String among(Condition.Among among) {
        return among.constants().stream()
                .map(this::constant)
                .collect(Collectors.joining(", ", OURS + "compare(" + expression(among.value()) + ").in(", ")"));
    }

    @Override
    String within(Condition.Within within) {
        return "%scompare(%s).between(%s, %s)"
                .formatted(OURS, expression(within.value()), constant(within.low()), constant(within.high()));
    }

    @Override
    String like(Condition.Like like) {
        return "%slike(%s, \"%s\")%s"
                .formatted(
                        OURS,
                        field(like.cell().column()),
                        like.pattern().replace("\\", "\\\\"),
                        composed(like.cell().place()));
    }

    @Override
    String mapping(Mapping mapping) {
        if (mapping.target() != Mapping.Target.OBJECTS) {
            return mapping.target().method + "(" + strict(mapping.value()) + ")";
        }
        if (mapping.value() instanceof Value.Cell || !mapping.value().type().isArithmetic()) {
            return mapping.value() instanceof Value.Cell cell && (cell.type() != Type.TEXT || cell.isOfParent())
                    ? super.mapping(mapping)
                    : "map(" + expression(mapping.value()) + ")";
        }
        if (!isNullable(mapping.value())) {
            throw new InexpressibleException(); // the expression is not a function to objects
        }
        return "map(" + expression(mapping.value()) + ")";
    }

    @Override
    String order(Order order) {
        Value value = order.value();
        if (value.isNullable() || value instanceof Value.Cell cell && cell.type() != Type.TEXT) {
            return super.order(order);
        }
        return "((java.util.Comparator<" + element() + ">) " + expression(value) + ")";
    }

    @Override
    String source(Value value) {
        return value instanceof Value.Cell cell && question.places() == 1 ? super.source(cell) : strict(value);
    }

    @Override
    String number(Value value) {
        return strict(value);
    }

    @Override
    String decimal(Value value) {
        return strict(value);
    }

    @Override
    String text(Value value) {
        return strict(value);
    }
}
