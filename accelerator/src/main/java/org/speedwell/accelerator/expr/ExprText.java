package org.speedwell.accelerator.expr;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A writer of expressions as Java-like text for a person. */
public final class ExprText {
    private final Function<Expr, String> leaves;

    /**
     * Creates a writer.
     *
     * @param leaves returns the name of a column, with the name of its row, or the text of a given function
     */
    public ExprText(Function<Expr, String> leaves) {
        this.leaves = leaves;
    }

    /** Returns the expression as text. */
    public String of(Expr expr) {
        return switch (expr) {
            case Expr.Column _, Expr.Given _, Expr.Exists _ -> leaves.apply(expr);
            case Expr.Constant constant -> constant(constant.value());
            case Expr.Parameter parameter -> "$" + parameter.index();
            case Expr.Convert convert -> of(convert.value());
            case Expr.Unary unary -> unary(unary);
            case Expr.Binary binary ->
                operator(binary.first(), binary.operation().toString(), binary.second());
            case Expr.Compare compare ->
                operator(compare.first(), compare.operator().java(), compare.second());
            case Expr.Sign sign -> operator(sign.first(), "<=>", sign.second());
            case Expr.Equal equal -> equal(equal);
            case Expr.In in -> operand(in.value()) + " in " + in.set();
            case Expr.IsNull isNull -> operator(isNull.value(), "==", Expr.NULL);
            case Expr.Require require -> of(require.value());
            case Expr.Choice choice when choice.otherwise().equals(Expr.THROW) -> of(choice.then());
            case Expr.Choice choice ->
                operand(choice.condition()) + " ? " + operand(choice.then()) + " : " + operand(choice.otherwise());
            case Expr.And and -> all(and.conditions(), " && ");
            case Expr.Or or -> all(or.conditions(), " || ");
            case Expr.Not not -> not(not.value());
            case Expr.Call call ->
                call.callee().text(call.arguments().stream().map(this::of).toList());
            case Expr.DecimalCase cases -> cases(cases);
            case Expr.Optional optional -> optional.type().getSimpleName() + "(" + of(optional.value()) + ")";
        };
    }

    private String cases(Expr.DecimalCase of) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < of.tests().size(); i++) {
            text.append("when ")
                    .append(of(of.tests().get(i)))
                    .append(" ")
                    .append(of(of.values().get(i)))
                    .append(" ");
        }
        return text.append("else ").append(of(of.values().getLast())).toString();
    }

    private static String constant(@Nullable Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case Enum<?> constant -> constant.name();
            case null, default -> String.valueOf(value);
        };
    }

    private String unary(Expr.Unary unary) {
        return switch (unary.operation()) {
            case NEGATE -> "-" + operand(unary.value());
            case ABS, SIGN, SQRT ->
                unary.operation().name().toLowerCase(java.util.Locale.ROOT) + "(" + of(unary.value()) + ")";
        };
    }

    private String operator(Expr first, String sign, Expr second) {
        return operand(first) + " " + sign + " " + operand(second);
    }

    private String all(List<Expr> parts, String between) {
        return parts.stream().map(this::operand).collect(Collectors.joining(between));
    }

    /** Returns the text of an operand, in parentheses if it may bind less than the operators around it. */
    private String operand(Expr expr) {
        boolean isPlain = switch (expr) {
            case Expr.Choice choice
            when choice.otherwise().equals(Expr.THROW) -> operand(choice.then()).equals(of(choice.then()));
            case Expr.Binary _,
                    Expr.Compare _,
                    Expr.Sign _,
                    Expr.In _,
                    Expr.IsNull _,
                    Expr.Choice _,
                    Expr.And _,
                    Expr.Or _,
                    Expr.DecimalCase _ -> false;
            case Expr.Equal equal -> equal.first() instanceof Expr.Require;
            case Expr.Convert convert -> operand(convert.value()).equals(of(convert.value()));
            case Expr.Require require -> operand(require.value()).equals(of(require.value()));
            case Expr.Leaf _, Expr.Unary _, Expr.Not _, Expr.Call _, Expr.Optional _ -> true;
        };
        return isPlain ? of(expr) : "(" + of(expr) + ")";
    }

    private String equal(Expr.Equal equal) {
        if (equal.first() instanceof Expr.Require present) {
            return operand(present.value()) + ".equals(" + of(equal.second()) + ")";
        }
        return operator(equal.first(), "==", equal.second());
    }

    private String not(Expr condition) {
        return switch (condition) {
            case Expr.IsNull isNull -> operator(isNull.value(), "!=", Expr.NULL);
            case Expr.Equal equal
            when !(equal.first() instanceof Expr.Require) -> operator(equal.first(), "!=", equal.second());
            case Expr.Leaf _,
                    Expr.Operation _,
                    Expr.Compare _,
                    Expr.Equal _,
                    Expr.In _,
                    Expr.And _,
                    Expr.Or _,
                    Expr.Not _ -> "!" + operand(condition);
        };
    }
}
