package org.speedwell.accelerator.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.ConditionCompiler;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A compiler of conditions that cannot throw. The engine may test them block by block and in any order. They may read
 * referenced rows.
 */
public final class BlockConditions implements ConditionCompiler {
    private final Tables tables;

    /**
     * Creates a compiler of conditions.
     *
     * @param tables finds the tables that rows reference
     */
    public BlockConditions(Tables tables) {
        this.tables = tables;
    }

    @Override
    public Filter.@Nullable Computed compile(TableStore<?> table, Expr condition, Set<Expr.Column> present) {
        Scope scope = new Scope(table, tables);
        TupleScope tuples = TupleScope.of(scope);
        Map<Expr.Column, ColumnRef> columns = new LinkedHashMap<>();
        if (!scope.hasAll(condition) || !collect(tuples, condition, columns)) {
            return null;
        }
        Expr guarded = guarded(condition, present, columns);
        if (!tuples.totality().isPresent(guarded)) {
            return null;
        }
        RowTest test = guarded.readsReferenced()
                ? new ReferringTest(() -> TupleScope.of(scope), guarded)
                : new ExprCompiler(scope).test(guarded);
        return new Filter.Computed(condition, columns, matchesNull(guarded), test);
    }

    @Override
    public LambdaReader lambdas(TableStore<?> table) {
        return new ScopeLambdas(new Scope(table, tables));
    }

    /** Finds the columns that an expression reads. Returns false if a column is not in memory. */
    private static boolean collect(TupleScope scope, Expr of, Map<Expr.Column, ColumnRef> columns) {
        if (of instanceof Expr.Column column) {
            ColumnRef ref = scope.ref(column);
            columns.put(column, ref);
            return !(ref.column() instanceof AbsentColumn);
        }
        return of.operands().stream().allMatch(operand -> collect(scope, operand, columns));
    }

    /**
     * Returns the condition with null tests in front of it. They cover the columns that the condition expects to have
     * values.
     */
    private static Expr guarded(Expr condition, Set<Expr.Column> present, Map<Expr.Column, ColumnRef> columns) {
        List<Expr> parts = new ArrayList<>();
        columns.forEach((column, ref) -> {
            boolean mayBeNull =
                    column.row() instanceof Row.Referenced || ref.column().nulls() > 0;
            if (present.contains(column) && mayBeNull) {
                parts.add(Logic.not(new Expr.IsNull(column)));
            }
        });
        parts.add(condition);
        return Logic.and(parts);
    }

    private static boolean matchesNull(Expr condition) {
        try {
            return new Interpreter(_ -> null).isTrue(condition);
        } catch (RuntimeException e) {
            return false;
        }
    }
}
