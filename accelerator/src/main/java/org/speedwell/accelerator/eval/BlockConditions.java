package org.speedwell.accelerator.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.ConditionCompiler;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** Compiles conditions that cannot throw, so that they are tested in blocks of rows and in any order. */
public final class BlockConditions implements ConditionCompiler {
    /** The only one. */
    public static final ConditionCompiler COMPILER = new BlockConditions();

    private BlockConditions() {}

    @Override
    public Filter.@Nullable Computed compile(TableStore<?> table, Expr condition, Set<Expr.Column> present) {
        Scope scope = Scope.of(table);
        Map<Expr.Column, ColumnRef> columns = new LinkedHashMap<>();
        if (!scope.hasAll(condition) || !collect(scope, condition, columns)) {
            return null;
        }
        Expr guarded = guarded(condition, present, columns);
        Totality totality = new Totality((column, _) -> isNeverNull(column, columns), scope::isFilter);
        if (!totality.isPresent(guarded)) {
            return null;
        }
        return new Filter.Computed(condition, columns, matchesNull(guarded), new ExprCompiler(scope).test(guarded));
    }

    /** Finds the columns that an expression reads; returns false if it reads other rows, or a column that is not in memory. */
    private static boolean collect(Scope scope, Expr of, Map<Expr.Column, ColumnRef> columns) {
        if (of.row() != null && !(of.row() instanceof Row.Element)) {
            return false;
        }
        if (of instanceof Expr.Column column) {
            ColumnRef ref = scope.table().ref(scope.place(column));
            columns.put(column, ref);
            return !(ref.column() instanceof AbsentColumn);
        }
        return of.operands().stream().allMatch(operand -> collect(scope, operand, columns));
    }

    private static boolean isNeverNull(Expr.Column column, Map<Expr.Column, ColumnRef> columns) {
        return column.type().isPrimitive()
                || Objects.requireNonNull(columns.get(column)).column().nulls() == 0;
    }

    /** Returns the condition, which first tests that the columns have values that it takes to have some. */
    private static Expr guarded(Expr condition, Set<Expr.Column> present, Map<Expr.Column, ColumnRef> columns) {
        List<Expr> parts = new ArrayList<>();
        for (Expr.Column column : columns.keySet()) {
            if (present.contains(column) && !isNeverNull(column, columns)) {
                parts.add(Logic.not(new Expr.IsNull(column)));
            }
        }
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
