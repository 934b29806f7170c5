package org.speedwell.accelerator.eval;

import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.FieldFunctions;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.SpeedmentReader;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Reads Speedment's compute expressions as functions of a row. Functions of the user's on values ({@code map},
 * {@code mapToIntIfPresent}) are called with the values of the column; a function of the whole entity cannot be read.
 */
public final class ExpressionResolver {
    private ExpressionResolver() {}

    /** Returns what a field, a field's getter or an expression gives for a row; null if a part of it cannot be read. */
    public static @Nullable RowExpression resolve(Scope scope, Object function) {
        if (function instanceof AnalyzedFunction<?, ?> lambda) {
            return KnownResolver.resolve(Scope.of(scope.table()), scope.table()::entity, lambda);
        }
        Expr expr = read(scope, function);
        return expr == null ? null : new ExprCompiler(scope).compile(expr);
    }

    /** Returns the whole numbers that a function gives as objects or not; null if it gives others, or may give null. */
    public static RowExpression.@Nullable Whole whole(Scope scope, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.whole(Scope.of(scope.table()), scope.table()::entity, lambda)
                : neverNull(resolve(scope, function));
    }

    private static RowExpression.@Nullable Whole neverNull(@Nullable RowExpression of) {
        return of instanceof RowExpression.Whole whole && whole.nulls() == RowExpression.NEVER_NULL ? whole : null;
    }

    /**
     * Returns what a function of tuples gives; null if it gives no number, and is a lambda.
     *
     * @param elements makes the element of a tuple, which a lambda is called with where computing fails
     * @param function a {@link AnalyzedFunction} function or an {@link Expr}
     */
    public static @Nullable RowExpression resolve(TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.resolve(scope, elements, lambda)
                : new ExprCompiler(scope).compile((Expr) function);
    }

    /** Returns the whole numbers that a function of tuples gives; null if it gives others, or may give null. */
    public static RowExpression.@Nullable Whole whole(TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.whole(scope, elements, lambda)
                : neverNull(new ExprCompiler(scope).compile((Expr) function));
    }

    /** Returns what a function of tuples gives, as an object. */
    public static @Nullable IntFunction<@Nullable Object> value(
            TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.value(scope, elements, lambda)
                : new ExprCompiler(scope).compile((Expr) function).boxed();
    }

    private static @Nullable Expr read(Scope scope, Object function) {
        Expr expr = SpeedmentReader.read(function, new ScopeLambdas(scope));
        return expr == null || !scope.hasAll(expr) ? null : expr;
    }

    /**
     * A value of rows that are referenced.
     *
     * @param rows from the rows that reference
     * @param scope of the rows that are referenced
     * @param column of them, or null if the value is computed
     * @param value of them
     */
    public record Referred(RowMapping rows, Scope scope, ColumnRef.@Nullable Ordered column, RowExpression value) {}

    /** Returns the value of a referenced row that a function gives, or null of none; null if it is no such function. */
    public static @Nullable Referred referred(Scope scope, Object function) {
        Expr expr = function instanceof AnalyzedFunction<?, ?> ? null : read(scope, function);
        Expr value = expr == null ? null : SpeedmentReader.referredValue(expr);
        if (value == null || !(Scope.only(value) instanceof Row.Referenced row)) {
            return null;
        }
        RowPath path = Objects.requireNonNull(scope.path(row));
        Scope referred = new Scope(path.referred(), scope.tables());
        Expr own = Scope.rebased(value);
        ColumnRef.Ordered column = own instanceof Expr.Column of
                        && path.referred().ref(referred.place(of)) instanceof ColumnRef.Ordered ordered
                ? ordered
                : null;
        return new Referred(path, referred, column, new ExprCompiler(referred).compile(own));
    }

    /**
     * Returns the expression of a function that reads rows which are referenced, and other rows too; null if it reads the rows of one
     * table only, or cannot be read.
     */
    public static @Nullable Expr ofSeveralRows(Scope scope, Object function) {
        return readsReferenced(scope, function) && referred(scope, function) == null ? read(scope, function) : null;
    }

    /**
     * Returns the places of the columns of a row from which the value of a function follows: those that it reads, and the foreign keys
     * of the references that it follows. Null if the function may throw, if a user can tell how often it is called, or if it cannot be
     * read.
     */
    public static @Nullable BitSet determinants(Scope scope, Object function) {
        Expr expr = read(scope, function);
        BitSet places = new BitSet();
        return expr != null
                        && collect(scope, expr, places)
                        && TupleScope.of(scope).isTotal(expr)
                ? places
                : null;
    }

    private static boolean collect(Scope scope, Expr of, BitSet places) {
        return switch (of) {
            case Expr.Column column
            when column.row() instanceof Row.Element -> {
                places.set(scope.place(column));
                yield true;
            }
            case Expr.Column column -> collect(scope, column.row(), places);
            case Expr.Exists exists -> collect(scope, exists.row(), places);
            case Expr.Constant _ -> true;
            case Expr.Given _, Expr.Parameter _ -> false;
            case Expr.Operation _, Expr.Condition _ ->
                !(of instanceof Expr.Call call && !call.callee().isPure())
                        && of.operands().stream().allMatch(operand -> collect(scope, operand, places));
        };
    }

    private static boolean collect(Scope scope, Row row, BitSet places) {
        return switch (row) {
            case Row.Element _ -> true;
            case Row.Referenced referenced
            when referenced.from() instanceof Row.Element -> {
                referenced.foreignKey().forEach(key -> places.set(scope.table().indexOf(key)));
                yield true;
            }
            case Row.Referenced referenced -> collect(scope, referenced.from(), places);
        };
    }

    /** Tells whether a function reads rows that are referenced, and all that it reads is in memory. */
    public static boolean readsReferenced(Scope scope, Object function) {
        Expr expr = function instanceof AnalyzedFunction<?, ?> ? null : read(scope, function);
        return expr != null && Scope.readsReferenced(expr);
    }

    /** Returns the path that a reference is; null if tables are missing, or keys have no order. Its keys need no index. */
    public static @Nullable RowPath path(Scope scope, ReferencePath<?, ?> reference) {
        return RowPath.of(scope.table(), SpeedmentReader.row(reference), scope.tables());
    }

    /** Returns the rows to which a reference leads; null if the function is none, or it cannot be followed. */
    public static @Nullable RowPath follow(Scope scope, Object function) {
        return function instanceof ReferencePath<?, ?> path ? scope.path(SpeedmentReader.row(path)) : null;
    }

    /** Returns the value of a function for a row as an object; null if the function cannot be read. */
    public static @Nullable IntFunction<@Nullable Object> value(Scope scope, Object function) {
        TableStore<?> table = scope.table();
        int index = column(table, function);
        if (index >= 0) {
            return table.column(index)::get;
        }
        if (function instanceof AnalyzedFunction<?, ?> known) {
            return KnownResolver.value(Scope.of(table), table::entity, known);
        }
        RowExpression expression = resolve(scope, function);
        return expression == null ? null : expression.boxed();
    }

    /** The column whose values a function gives as they are, or −1: that of a field, or of a field's getter. */
    public static int column(TableStore<?> table, Object function) {
        return switch (function) {
            case FieldValue<?, ?> value -> table.indexOf(value.column());
            case AnalyzedFunction<?, ?> known -> KnownResolver.column(table, known);
            case Expr.Column column -> Scope.of(table).place(column);
            default -> {
                Object column = FieldFunctions.column(function);
                yield column == null ? table.entities().columnOf(function) : table.indexOf(column);
            }
        };
    }

    /**
     * The column whose keys are equal where the values of a function are, and in their natural order; NULL is null. Null
     * where there is none: of a field there is, and of its cast to a whole number that holds all values.
     */
    public static ColumnRef.@Nullable Ordered keyColumn(TableStore<?> table, Object function) {
        FieldFunctions.Cast cast = FieldFunctions.cast(function);
        if (cast != null) {
            return castColumn(table, cast);
        }
        int index = column(table, function);
        return index >= 0 && table.ref(index) instanceof ColumnRef.Ordered ordered ? ordered : null;
    }

    private static ColumnRef.@Nullable Ordered castColumn(TableStore<?> table, FieldFunctions.Cast cast) {
        if (!(table.ref(cast.column()) instanceof ColumnRef.Ordered ordered)
                || !ordered.column().codec().isWhole()) {
            return null;
        }
        KeyColumn keys = ordered.column();
        boolean holdsAll = switch (cast.kind()) {
            case INT -> keys.min() >= Integer.MIN_VALUE && keys.max() <= Integer.MAX_VALUE;
            case LONG -> true;
            case BOOLEAN, BYTE, SHORT, CHAR, FLOAT, DOUBLE, DECIMAL, OBJECT -> false;
        };
        return holdsAll ? ordered : null;
    }
}
