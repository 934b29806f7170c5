package org.speedwell.accelerator.eval;

import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.FieldFunctions;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.SpeedmentReader;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A compiler of Speedment's compute expressions into functions of a row. User functions on values ({@code map},
 * {@code mapToIntIfPresent}) are called with the values of the column. The compiler cannot read a function of the whole
 * entity.
 */
public final class ExpressionResolver {
    private ExpressionResolver() {}

    /**
     * Returns the value of a field, a field's getter or an expression for a row. Returns null if the compiler cannot
     * read a part of it.
     */
    public static @Nullable RowExpression resolve(Scope scope, Object function) {
        if (function instanceof AnalyzedFunction<?, ?> lambda) {
            return KnownResolver.resolve(scope, scope.table()::entity, lambda);
        }
        if (function == RowNumber.OF_ROW) {
            return RowExpression.whole(Kind.INT, row -> row);
        }
        Expr expr = read(scope, function);
        return expr == null ? null : new ExprCompiler(scope).compile(expr);
    }

    /**
     * Returns the whole numbers that a function returns, boxed or not. Returns null if it returns other values, or may
     * return null.
     */
    public static RowExpression.@Nullable Whole whole(Scope scope, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.whole(scope, scope.table()::entity, lambda)
                : neverNull(resolve(scope, function));
    }

    private static RowExpression.@Nullable Whole neverNull(@Nullable RowExpression of) {
        return of instanceof RowExpression.Whole whole && whole.nulls() == RowExpression.NEVER_NULL ? whole : null;
    }

    /**
     * Returns the values of a function of tuples. Returns null if the function is a lambda that does not return
     * numbers.
     *
     * @param elements creates the element of a tuple. A lambda is called with it if the computation fails
     * @param function an {@link AnalyzedFunction}, an {@link Expr} or {@link RowNumber}
     */
    public static @Nullable RowExpression resolve(TupleScope scope, IntFunction<?> elements, Object function) {
        if (function == RowNumber.OF_ROW) {
            return null; // it returns no number
        }
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.resolve(scope, elements, lambda)
                : new ExprCompiler(scope).compile((Expr) function);
    }

    /**
     * Returns the whole numbers of a function of tuples. Returns null if it returns other values, or may return null.
     */
    public static RowExpression.@Nullable Whole whole(TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.whole(scope, elements, lambda)
                : neverNull(new ExprCompiler(scope).compile((Expr) function));
    }

    /**
     * Returns the value of a function of tuples, as an object. Returns null if a column is not in memory.
     *
     * @param elements creates the element of a tuple, or its position for {@link RowNumber}
     */
    public static @Nullable IntFunction<@Nullable Object> value(
            TupleScope scope, IntFunction<?> elements, Object function) {
        if (function == RowNumber.OF_ROW) {
            return elements::apply;
        }
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.value(scope, elements, lambda)
                : new ExprCompiler(scope).compile((Expr) function).boxed();
    }

    private static @Nullable Expr read(Scope scope, Object function) {
        Expr expr = SpeedmentReader.read(function, new ScopeLambdas(scope));
        return expr == null || !scope.hasAll(expr) ? null : expr;
    }

    /**
     * A value of referenced rows.
     *
     * @param rows maps the referencing rows to the referenced rows
     * @param scope the scope of the referenced table
     * @param column the column of the value, or null if the value is computed or its column has no order
     * @param value the value of a referenced row
     */
    public record Referred(RowMapping rows, Scope scope, ColumnRef.@Nullable Ordered column, RowExpression value) {}

    /**
     * Returns the value of a referenced row that a function reads. Returns null if it reads other rows, or cannot be
     * read.
     */
    public static @Nullable Referred referred(Scope scope, Object function) {
        Expr expr = readsReferenced(scope, function) ? read(scope, function) : null;
        Expr value = expr == null
                ? null
                : function instanceof AnalyzedFunction<?, ?> ? columnOrNull(expr) : SpeedmentReader.referredValue(expr);
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

    /** Returns the column of a referenced row that an expression reads if the row exists; null for other expressions. */
    private static @Nullable Expr columnOrNull(Expr of) {
        Expr value = of instanceof Expr.Choice choice
                        && choice.then() == Expr.NULL
                        && choice.otherwise() instanceof Expr.Column column
                        && choice.condition().equals(Logic.not(new Expr.Exists(column.row())))
                ? column
                : of;
        return value instanceof Expr.Column ? value : null;
    }

    /**
     * Returns the expression of a function that reads referenced rows and other rows. Returns null if it reads the rows
     * of one table only, or cannot be read.
     */
    public static @Nullable Expr ofSeveralRows(Scope scope, Object function) {
        return readsReferenced(scope, function) && referred(scope, function) == null ? read(scope, function) : null;
    }

    /**
     * Returns the places of the columns of a row that determine the value of a function. They are the columns that it
     * reads, and the foreign keys of the references that it follows. Returns null if the function may throw, calls user
     * code, or cannot be read.
     */
    public static @Nullable BitSet determinants(Scope scope, Object function) {
        Expr expr = read(scope, function);
        BitSet places = new BitSet();
        return expr != null
                        && collect(scope, expr, places)
                        && TupleScope.of(scope).cannotThrow(expr)
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

    /** Returns whether a function reads referenced rows, and everything that it reads is in memory. */
    public static boolean readsReferenced(Scope scope, Object function) {
        if (function instanceof AnalyzedFunction<?, ?> known && !known.isReferring()) {
            return false;
        }
        Expr expr = read(scope, function);
        return expr != null && expr.readsReferenced();
    }

    /**
     * Returns the path of a reference. Returns null if tables are missing, or keys have no order. The keys need no
     * index.
     */
    public static @Nullable RowPath path(Scope scope, ReferencePath<?, ?> reference) {
        return RowPath.of(scope.table(), SpeedmentReader.row(reference), scope.tables());
    }

    /**
     * Returns the path to the referenced rows. Returns null if the function is not a reference, or if the path cannot
     * be followed.
     */
    public static @Nullable RowPath follow(Scope scope, Object function) {
        return function instanceof ReferencePath<?, ?> path ? scope.path(SpeedmentReader.row(path)) : null;
    }

    /** Returns the value of a function for a row, as an object. Returns null if the function cannot be read. */
    public static @Nullable IntFunction<@Nullable Object> value(Scope scope, Object function) {
        TableStore<?> table = scope.table();
        int index = column(table, function);
        if (index >= 0) {
            return table.column(index)::get;
        }
        if (function instanceof AnalyzedFunction<?, ?> known) {
            return KnownResolver.value(scope, table::entity, known);
        }
        RowExpression expression = resolve(scope, function);
        return expression == null ? null : expression.boxed();
    }

    /**
     * Returns the place of the column whose values a function returns unchanged, or −1. Such a function is a field or a
     * field's getter.
     */
    public static int column(TableStore<?> table, Object function) {
        return switch (function) {
            case FieldValue<?, ?> value -> table.indexOf(value.column());
            case AnalyzedFunction<?, ?> known -> KnownResolver.column(table, known);
            case Expr.Column column -> table.place(column);
            default -> {
                Object column = FieldFunctions.column(function);
                yield column == null ? table.entities().columnOf(function) : table.indexOf(column);
            }
        };
    }

    /**
     * Returns the column whose keys have the order and the equality of the values of a function. Its NULL is the
     * function's null. A field has such a column, and so has a field's cast to a whole kind that holds all values.
     * Returns null if there is no such column.
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
