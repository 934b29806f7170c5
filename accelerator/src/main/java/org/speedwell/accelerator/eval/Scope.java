package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Existence;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.EntityCall;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * The rows of one table, and the rows that they reference in other tables of the same version.
 *
 * @param table the table of the rows
 * @param tables finds the other tables
 */
public record Scope(TableStore<?> table, Tables tables) implements RowScope {
    /** Returns the scope of a table without references to other tables. */
    public static Scope of(TableStore<?> table) {
        return new Scope(table, Tables.NONE);
    }

    /** Returns the path to referenced rows. Returns null if the path cannot be followed. */
    @Nullable
    RowPath path(Row.Referenced row) {
        RowPath path = RowPath.of(table, row, tables);
        return path == null || !path.isIndexed() ? null : path;
    }

    /** Returns the place of a column of a row of the table, or −1 if the column is not in memory. */
    public int place(Expr.Column column) {
        return table.placeOf(column.id());
    }

    /** Returns whether all columns of an expression are in memory. */
    @Override
    public boolean hasAll(Expr of) {
        if (of.operands().isEmpty() && only(of) instanceof Row.Referenced row) {
            RowPath path = path(row);
            return path != null && new Scope(path.referred(), tables).hasAll(rebased(of));
        }
        return switch (of) {
            case Expr.Column column -> place(column) >= 0;
            case Expr.Given given -> given.function() instanceof EntityCall<?> || isFilter(given);
            case Expr.Exists _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                of.operands().stream().allMatch(this::hasAll);
        };
    }

    /** Returns whether a given function is a predicate on the table's columns that has a filter. */
    boolean isFilter(Expr.Given given) {
        return given.function() instanceof Predicate<?> predicate && filter(predicate) != null;
    }

    /** Returns the filter of a predicate on the table's columns. Returns null if it has none. */
    public @Nullable Filter filter(Predicate<?> predicate) {
        return filter(table, predicate);
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private static <E> @Nullable Filter filter(TableStore<E> table, Predicate<?> predicate) {
        return FilterResolver.resolve(table, (Predicate<? super E>) predicate);
    }

    @Override
    public @Nullable Way way(Expr of) {
        return isStrict(of) && only(of) instanceof Row.Referenced row ? way(row, of) : null;
    }

    private Way way(Row.Referenced row, Expr of) {
        RowPath path = requireNonNull(path(row));
        return new Way(path, new Scope(path.referred(), tables), rebased(of));
    }

    @Override
    public RowMapping mapping(Row row) {
        return switch (row) {
            case Row.Element _ -> at -> at;
            case Row.Referenced referenced -> requireNonNull(path(referenced));
        };
    }

    @Override
    public Scope own() {
        return this;
    }

    /**
     * Returns the only row whose columns an expression reads. Returns null if it reads none, or those of several rows.
     */
    public static @Nullable Row only(Expr of) {
        if (of.operands().isEmpty()) {
            return of.row();
        }
        Row only = null;
        for (Expr operand : of.operands()) {
            Row row = only(operand);
            if (row == null && !isConstant(operand) || row != null && only != null && !row.equals(only)) {
                return null;
            }
            only = only == null ? row : only;
        }
        return only;
    }

    private static boolean isConstant(Expr of) {
        return of.row() == null && of.operands().stream().allMatch(Scope::isConstant);
    }

    /** Returns whether an expression is null or fails if a row whose columns it reads is missing. */
    static boolean isStrict(Expr of) {
        return switch (of) {
            case Expr.Column _, Expr.Given _, Expr.Constant _, Expr.Parameter _ -> true;
            case Expr.Convert _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Compare _,
                    Expr.Sign _,
                    Expr.Require _,
                    Expr.Not _,
                    Expr.Call _ -> of.operands().stream().allMatch(Scope::isStrict);
            case Expr.Exists _,
                    Expr.Equal _,
                    Expr.In _,
                    Expr.IsNull _,
                    Expr.Choice _,
                    Expr.And _,
                    Expr.Or _,
                    Expr.Optional _,
                    Expr.DecimalCase _ -> false;
        };
    }

    /**
     * Returns an expression without the tests of rows and columns that this version decides. The result has the same
     * value and throws for the same rows.
     */
    @Override
    public Expr simplified(Expr of) {
        return Existence.isTested(of) ? TupleScope.of(this).simplified(of) : of;
    }

    /** Returns an expression on one row's columns as an expression on {@link Row#FIRST}. */
    public static Expr rebased(Expr of) {
        return of.of(_ -> Row.FIRST);
    }
}
