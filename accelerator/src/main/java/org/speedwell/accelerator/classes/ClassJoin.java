package org.speedwell.accelerator.classes;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.join.EqualColumns;
import org.speedwell.accelerator.joins.JoinSteps;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.ArgumentsCode;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.TupleMaker;

/**
 * The tables and conditions of a join of mapped classes. Immutable.
 *
 * @param own rows of the application that the join can name, besides the tables of the store
 * @param codes the analysers of functions of the classes, by table
 */
record ClassJoin(ClassStore store, OwnRows own, List<Step> steps, List<EntityCode> codes) implements JoinSteps {

    /**
     * A table of a join.
     *
     * @param link the equality of one of its columns with a column of an earlier table; null for the first table
     * @param others the other conditions, which only an inner join has
     */
    record Step(
            TableId<?> table,
            JoinedTable.Kind kind,
            @Nullable EqualColumns link,
            List<Expr> others) {}

    /** Returns a join of one table. */
    static ClassJoin from(ClassStore store, OwnRows own, Class<?> rows) {
        return new ClassJoin(store, own, List.of(), List.of()).with(JoinedTable.Kind.INNER, rows, null, List.of());
    }

    private ClassJoin with(JoinedTable.Kind kind, Class<?> rows, @Nullable EqualColumns link, List<Expr> others) {
        List<Step> next = new ArrayList<>(steps);
        next.add(new Step(table(rows), kind, link, others));
        List<EntityCode> all = new ArrayList<>(codes);
        all.add(code(rows));
        return new ClassJoin(store, own, List.copyOf(next), List.copyOf(all));
    }

    private TableId<?> table(Class<?> rows) {
        TableStore<?> table = own.of(rows);
        return table == null ? store.table(rows) : table.identifier();
    }

    private EntityCode code(Class<?> rows) {
        TableStore<?> table = own.of(rows);
        return table == null
                ? store.code(rows)
                : Objects.requireNonNull(table.fields().code());
    }

    @Override
    public ClassJoin with(Kind kind, Class<?> rows, Object condition) {
        Functions.recognizeLast(condition, ClassJoin::isCalled);
        String names = "The condition of the join of " + rows.getSimpleName();
        if (steps.getLast().kind == JoinedTable.Kind.FULL) {
            throw new IllegalArgumentException(
                    "A full join must be the last join. Join " + rows.getSimpleName() + " before it.");
        }
        List<EntityCode> all = new ArrayList<>(codes);
        all.add(code(rows));
        ArgumentsCode arguments = new ArgumentsCode(all);
        AnalyzedFunction<?, ?> known = Functions.known(condition, arguments);
        if (known == null) {
            String reason = Functions.refusal(condition, arguments);
            throw new IllegalArgumentException(names + " cannot be read"
                    + (reason == null ? "" : ": it " + reason)
                    + ". Compare attributes with columns, and filter the stream by everything else.");
        }
        List<Expr> parts =
                new ArrayList<>(known.expr() instanceof Expr.And and ? and.conditions() : List.of(known.expr()));
        EqualColumns link = null;
        for (Expr part : List.copyOf(parts)) {
            EqualColumns equality = EqualColumns.of(part);
            if (link == null && equality != null && links(equality, steps.size())) {
                link = equality;
                parts.remove(part);
            }
        }
        if (link == null || kind != Kind.INNER && !parts.isEmpty()) {
            throw new IllegalArgumentException(names + " needs "
                    + (kind == Kind.INNER ? "an" : "exactly one")
                    + " equality of a column of this table with a column of an earlier one."
                    + (kind == Kind.INNER ? "" : " Filter the stream by other conditions."));
        }
        return with(
                switch (kind) {
                    case INNER -> JoinedTable.Kind.INNER;
                    case LEFT -> JoinedTable.Kind.LEFT;
                    case RIGHT -> JoinedTable.Kind.RIGHT;
                    case FULL -> JoinedTable.Kind.FULL;
                },
                rows,
                link,
                List.copyOf(parts));
    }

    /** Returns whether a class is on the stack between the user of a join and this class. */
    private static boolean isCalled(Class<?> type) {
        return type.getPackageName().equals(JoinSteps.class.getPackageName()) || type == ClassJoin.class;
    }

    /** Returns whether an equality compares a column of the table at a place with a column of an earlier table. */
    private static boolean links(EqualColumns of, int place) {
        return of.first().row() instanceof Row.Element(int one)
                && of.second().row() instanceof Row.Element(int other)
                && Math.max(one, other) == place
                && one != other;
    }

    @Override
    public <T> Elements<T> as(Object form, Function<@Nullable Object[], T> maker) {
        int tables = steps.size();
        Class<?> type = form instanceof Class<?> known ? known : recordMade(form, tables);
        return new ClassTuples<>(
                this,
                type == null
                        ? new TupleMaker<>(maker, TupleMaker.Shape.OPAQUE, tables)
                        : TupleMaker.ofRecords(maker, tables, type));
    }

    /** Returns the record whose canonical constructor a function calls with one row of each table; null if unknown. */
    private @Nullable Class<?> recordMade(Object function, int tables) {
        Functions.recognizeLast(function, ClassJoin::isCalled);
        Class<?> made = Functions.constructed(function);
        return made != null && made.isRecord() && made.getRecordComponents().length == tables ? made : null;
    }

    boolean isInner() {
        return steps.stream().allMatch(step -> step.kind == JoinedTable.Kind.INNER);
    }

    boolean isFull() {
        return steps.getLast().kind == JoinedTable.Kind.FULL;
    }

    /** Returns the place of the table that has exactly one row in every tuple. */
    int driver() {
        return IntStream.range(0, steps.size())
                .filter(place -> steps.get(place).kind == JoinedTable.Kind.RIGHT)
                .max()
                .orElse(0);
    }

    /**
     * Returns the join of the tables of several versions.
     *
     * @throws NotInMemoryException if memory cannot run it
     */
    JoinQuery query(IntFunction<? extends Tables> versions) throws NotInMemoryException {
        List<JoinedTable> tables = new ArrayList<>();
        for (Step step : steps) {
            int place = tables.size();
            TableStore<?> table = versions.apply(place).table(step.table);
            if (table == null) {
                throw new NotInMemoryException(step.table.table() + " is not in memory");
            }
            JoinedTable.Link link = step.link == null ? null : link(step.link, place, table, tables);
            tables.add(new JoinedTable(table, step.kind, link, null));
        }
        JoinQuery query = new JoinQuery(tables, store.budget());
        for (Step step : steps) {
            for (Expr condition : step.others) {
                query = query.filtered(condition);
                if (query == null) {
                    throw new NotInMemoryException("a condition on " + step.table.table()
                            + " may throw an exception, such as for NULL. Filter the stream by it");
                }
            }
        }
        return query;
    }

    private static JoinedTable.Link link(
            EqualColumns equality, int place, TableStore<?> table, List<JoinedTable> before)
            throws NotInMemoryException {
        boolean isMirrored = equality.first().row().root().place() != place;
        Expr.Column own = isMirrored ? equality.second() : equality.first();
        Expr.Column foreign = isMirrored ? equality.first() : equality.second();
        int other = foreign.row().root().place();
        JoinedTable.Link link = new JoinedTable.Link(
                column(own, table),
                ComparisonOperator.EQUAL,
                other,
                column(foreign, before.get(other).table()),
                equality.rule());
        if (!link.isKnown()) {
            throw new NotInMemoryException("the columns " + link.column().name() + " and "
                    + link.otherColumn().name() + " have types that cannot be compared");
        }
        return link;
    }

    private static ColumnRef.Ordered column(Expr.Column column, TableStore<?> table) throws NotInMemoryException {
        int place = table.placeOf(column.id());
        if (place >= 0 && table.ref(place) instanceof ColumnRef.Ordered ordered) {
            return ordered;
        }
        throw new NotInMemoryException(column.id() + " of " + table.name() + " has no order, or is not in memory");
    }
}
