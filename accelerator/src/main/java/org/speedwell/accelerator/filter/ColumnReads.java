package org.speedwell.accelerator.filter;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;

/** A recogniser of expressions that only read a column. */
public final class ColumnReads {
    private ColumnReads() {}

    /** Returns the column that an expression reads unchanged; null for any other expression. */
    public static Expr.@Nullable Column value(Expr of) {
        return of instanceof Expr.Require require
                ? value(require.value())
                : of instanceof Expr.Column read ? read : null;
    }

    /**
     * Returns the column of whole numbers whose value an expression has, at any width; null for any other expression.
     */
    public static Expr.@Nullable Column number(Expr of) {
        return switch (of) {
            case Expr.Column read ->
                read.kind().isWhole() && read.kind() != Kind.BOOLEAN && read.kind() != Kind.CHAR ? read : null;
            case Expr.Require require -> number(require.value());
            case Expr.Convert convert ->
                (convert.kind() == Kind.INT || convert.kind() == Kind.LONG)
                                && convert.value().kind().compareTo(convert.kind()) <= 0
                        ? number(convert.value())
                        : null;
            case Expr.Given _,
                    Expr.Exists _,
                    Expr.Constant _,
                    Expr.Parameter _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Condition _,
                    Expr.Sign _,
                    Expr.Choice _,
                    Expr.Call _,
                    Expr.Optional _,
                    Expr.DecimalCase _ -> null;
        };
    }
}
