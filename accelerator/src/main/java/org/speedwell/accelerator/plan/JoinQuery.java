package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Tables;

/**
 * A logical join. The {@link JoinPlan} decides how to run it. Tables stand in the order in which they were named. An outer join
 * becomes an inner one if a filter refuses all that it would add.
 *
 * @param conditions on several tables, or on tables of which a tuple may have no row; they hold for the tuples of the result, and
 *     none throws
 * @param references finds the tables that rows of the joined tables reference
 * @param budget bounds what one run collects
 */
public record JoinQuery(List<JoinedTable> tables, List<Expr> conditions, Tables references, MemoryBudget budget) {

    public JoinQuery(List<JoinedTable> tables, MemoryBudget budget) {
        this(tables, List.of(), Tables.NONE, budget);
    }

    public JoinQuery {
        List<JoinedTable> simplified = new ArrayList<>(tables);
        for (int place = 0; place < simplified.size(); place++) {
            Filter filter = simplified.get(place).filter();
            if (filter != null && !passesNulls(filter)) {
                makeInner(simplified, place);
            }
        }
        tables = List.copyOf(simplified);
        conditions = List.copyOf(conditions);
    }

    /** Makes joins keep no tuples without a row of this table, as the filter removes them. */
    private static void makeInner(List<JoinedTable> tables, int place) {
        JoinedTable own = tables.get(place);
        tables.set(place, own.as(own.kind().withoutTuples()));
        for (int later = place + 1; later < tables.size(); later++) {
            JoinedTable table = tables.get(later);
            tables.set(later, table.as(table.kind().withoutRows()));
        }
    }

    /** Tells whether a filter holds for a row of NULLs, which stands for a row that an outer join has not found. */
    static boolean passesNulls(Filter filter) {
        return switch (filter) {
            case Filter.Constant constant -> constant == Filter.Constant.ALL;
            case Filter.InRange _, Filter.KeyOrdered _, Filter.FieldTest _, Filter.TextMatch _ -> false;
            case Filter.KeySet set -> set.nulls();
            case Filter.NullRows _ -> true;
            case Filter.Computed computed -> computed.matchesNull();
            case Filter.And and -> and.filters().stream().allMatch(JoinQuery::passesNulls);
            case Filter.Or or -> or.filters().stream().anyMatch(JoinQuery::passesNulls);
        };
    }

    /** Tells whether there can be tuples without a row of a table. */
    public boolean isNullable(int place) {
        return tables.get(place).kind().keepsTuples
                || tables.stream().skip(place + 1L).anyMatch(later -> later.kind().keepsRows);
    }

    /** Returns the tuples whose row of one table passes a filter. The table is not {@link #isNullable}. */
    public JoinQuery filtered(int place, Filter filter) {
        List<JoinedTable> filtered = new ArrayList<>(tables);
        JoinedTable table = tables.get(place);
        Filter former = table.filter();
        filtered.set(place, table.with(former == null ? filter : new Filter.And(List.of(former, filter))));
        return new JoinQuery(filtered, conditions, references, budget);
    }

    /** Returns those tuples for which a condition holds, too; it never throws. */
    public JoinQuery where(Expr condition) {
        List<Expr> all = new ArrayList<>(conditions);
        all.add(condition);
        return new JoinQuery(tables, all, references, budget);
    }

    /** Returns the same join, whose rows reference rows of other tables. */
    public JoinQuery with(Tables others) {
        return new JoinQuery(tables, conditions, others, budget);
    }

    /** Returns the names of the tables, for a person. */
    List<String> names() {
        return tables.stream().map(JoinedTable::name).toList();
    }

    /** Returns the scope of each table. */
    public List<Scope> scopes() {
        return tables.stream()
                .map(table -> new Scope(table.table(), references))
                .toList();
    }

    /** Returns the tables of which a tuple may have no row. */
    public BitSet nullable() {
        BitSet nullable = new BitSet();
        for (int place = 0; place < tables.size(); place++) {
            nullable.set(place, isNullable(place));
        }
        return nullable;
    }

    /** Returns the scope of the tuples, for one thread. */
    public TupleScope scope() {
        return new TupleScope(scopes(), nullable());
    }

    /** Returns the filter for the rows of a table before they are joined; null if there is none. */
    @Nullable
    Filter filterBefore(int place) {
        return isNullable(place) ? null : tables.get(place).filter();
    }

    /** Reads the memory of all tables no more before this: see {@link org.speedwell.accelerator.store.TableStore#keepAlive}. */
    public void keepAlive() {
        for (JoinedTable table : tables) {
            table.table().keepAlive();
        }
    }
}
