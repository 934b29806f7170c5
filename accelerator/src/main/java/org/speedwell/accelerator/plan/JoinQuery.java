package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A logical join. {@link JoinPlan} determines how to run it. The tables are in the order in which the user names them.
 * An outer join becomes an inner join if a filter rejects all tuples that the outer join adds.
 *
 * @param conditions conditions on several tables, or on tables that may have no row in a tuple. They hold for the
 * tuples of the result and never throw
 * @param references finds the tables that the joined tables reference
 * @param budget limits the memory of one run
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

    /**
     * Changes the joins so that they keep no tuple without a row of this table. The filter would remove such tuples.
     */
    private static void makeInner(List<JoinedTable> tables, int place) {
        JoinedTable own = tables.get(place);
        tables.set(place, own.as(own.kind().withoutTuples()));
        for (int later = place + 1; later < tables.size(); later++) {
            JoinedTable table = tables.get(later);
            tables.set(later, table.as(table.kind().withoutRows()));
        }
    }

    /**
     * Returns whether a row whose columns are all NULL may pass a filter. Such a row represents the missing row of an
     * outer join.
     */
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

    /** Returns whether a tuple may have no row of a table. */
    public boolean isNullable(int place) {
        for (int later = place + 1; later < tables.size(); later++) {
            if (tables.get(later).kind().keepsRows) {
                return true;
            }
        }
        return tables.get(place).kind().keepsTuples;
    }

    /** Returns whether every tuple has a row of each table, because all joins are inner joins. */
    boolean isInner() {
        for (JoinedTable table : tables) {
            if (table.kind() != JoinedTable.Kind.INNER) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the join with a filter on the rows of one table. The caller must not pass a table that is
     * {@link #isNullable}.
     */
    public JoinQuery filtered(int place, Filter filter) {
        List<JoinedTable> filtered = new ArrayList<>(tables);
        JoinedTable table = tables.get(place);
        Filter former = table.filter();
        filtered.set(place, table.with(former == null ? filter : new Filter.And(List.of(former, filter))));
        return new JoinQuery(filtered, conditions, references, budget);
    }

    /**
     * Returns the join with a filter on its tuples. Returns null if a part of the condition may throw. Conditions on one
     * table filter its rows before the join.
     */
    public @Nullable JoinQuery filtered(Expr condition) {
        List<Expr> parts = condition instanceof Expr.And and ? and.conditions() : List.of(condition);
        Map<Integer, List<Expr>> ofTables = new LinkedHashMap<>();
        List<Expr> others = new ArrayList<>();
        for (Expr part : parts) {
            int place = TupleScope.place(part);
            if (place < 0 || isNullable(place)) {
                others.add(part);
            } else {
                ofTables.computeIfAbsent(place, _ -> new ArrayList<>()).add(part);
            }
        }
        JoinQuery filtered = this;
        for (Map.Entry<Integer, List<Expr>> of : ofTables.entrySet()) {
            Expr all = Logic.and(of.getValue());
            Filter filter = FilterResolver.resolve(
                    tables.get(of.getKey()).table(), TupleScope.inner(all), new BlockConditions(references));
            if (filter == null) {
                others.add(all);
            } else {
                filtered = filtered.filtered(of.getKey(), filter);
            }
        }
        for (Expr other : others) {
            if (!scope().cannotThrow(other)) {
                return null;
            }
            filtered = filtered.where(other);
        }
        return filtered;
    }

    /**
     * Returns the join of some rows of a table.
     *
     * @param rows the ids of rows that exist, in ascending order
     */
    public JoinQuery listed(int place, int[] rows) {
        List<JoinedTable> listed = new ArrayList<>(tables);
        listed.set(place, tables.get(place).of(rows));
        return new JoinQuery(listed, conditions, references, budget);
    }

    /** Returns whether the join reads only some rows of a table: see {@link #listed}. */
    boolean isListed() {
        for (JoinedTable table : tables) {
            if (table.rows() != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether every column of its tables is loaded. */
    public boolean isComplete() {
        return tables.stream().allMatch(table -> table.table().isComplete());
    }

    /** Returns the tuples that do not have only a row of the last table: a full outer join becomes a left join. */
    public JoinQuery withoutUnmatchedRows() {
        return lastAs(tables.getLast().kind().withoutRows());
    }

    /**
     * Returns the tuples that have only a row of the last table, because it matches no tuple of the other tables.
     *
     * @param driver the place of a table of which every other tuple has a row
     */
    public JoinQuery onlyUnmatchedRows(int driver) {
        return lastAs(tables.getLast().kind().withoutTuples())
                .where(Logic.not(new Expr.Exists(new Row.Element(driver))));
    }

    private JoinQuery lastAs(JoinedTable.Kind kind) {
        List<JoinedTable> changed = new ArrayList<>(tables);
        changed.set(tables.size() - 1, tables.getLast().as(kind));
        return new JoinQuery(changed, conditions, references, budget);
    }

    /** Returns the join with an additional condition. The condition must never throw. */
    public JoinQuery where(Expr condition) {
        List<Expr> all = new ArrayList<>(conditions);
        all.add(condition);
        return new JoinQuery(tables, all, references, budget);
    }

    /** Returns the join of other objects with the same rows, one for each table. */
    public JoinQuery over(UnaryOperator<TableStore<?>> of) {
        List<JoinedTable> replaced = tables.stream()
                .map(table -> table.over(of.apply(table.table())))
                .toList();
        return new JoinQuery(replaced, conditions, references, budget);
    }

    /** Returns the join with access to the tables that its rows reference. */
    public JoinQuery with(Tables others) {
        return new JoinQuery(tables, conditions, others, budget);
    }

    /** Returns the names of the tables for {@code explain}. */
    List<String> names() {
        return tables.stream().map(JoinedTable::name).toList();
    }

    /** Returns the scope of each table. */
    public List<Scope> scopes() {
        return tables.stream()
                .map(table -> new Scope(table.table(), references))
                .toList();
    }

    /** Returns the places of the tables that may have no row in a tuple. */
    public BitSet nullable() {
        BitSet nullable = new BitSet();
        for (int place = 0; place < tables.size(); place++) {
            nullable.set(place, isNullable(place));
        }
        return nullable;
    }

    /** Returns the scope of the tuples. It is for one thread. */
    public TupleScope scope() {
        return new TupleScope(scopes(), nullable());
    }

    /** Returns the filter for the rows of a table before the join, or null if there is none. */
    @Nullable
    Filter filterBefore(int place) {
        return isNullable(place) ? null : tables.get(place).filter();
    }

    /**
     * Keeps the memory of all tables alive up to this call: see
     * {@link org.speedwell.accelerator.store.TableStore#keepAlive}.
     */
    public void keepAlive() {
        for (JoinedTable table : tables) {
            table.table().keepAlive();
        }
    }
}
