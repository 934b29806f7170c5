package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.stage.JoinOperator;
import com.speedment.runtime.join.stage.JoinType;
import com.speedment.runtime.join.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A reader of the stages of a join that Speedment's builder has made. Immutable.
 *
 * @param rows the application's own rows that the join may name
 * @param isFull whether the last join, a left join, keeps all rows of its table
 * @param needsAllColumns whether tables with columns that are not loaded are never joined in memory
 */
public record JoinReader(List<Stage<?>> stages, OwnRows rows, boolean isFull, boolean needsAllColumns) {

    String names() {
        return stages.stream().map(stage -> stage.identifier().getTableId()).collect(Collectors.joining(", "));
    }

    /** Returns the tables of a join that are not rows of the application. */
    static List<TableIdentifier<?>> others(List<Stage<?>> stages, OwnRows rows) {
        return stages.stream()
                .<TableIdentifier<?>>map(Stage::identifier)
                .filter(table -> !rows.all().containsKey(SpeedmentIds.of(table)))
                .toList();
    }

    /** Returns whether the join keeps no row without a match. */
    boolean isInner() {
        return stages.stream()
                .map(stage -> stage.joinType().orElse(JoinType.INNER_JOIN))
                .allMatch(type -> type == JoinType.INNER_JOIN || type == JoinType.CROSS_JOIN);
    }

    /** Returns the place of the table that has exactly one row in every tuple. A full outer join has no such table. */
    public int driver() {
        return IntStream.range(0, stages.size())
                .filter(place -> stages.get(place).joinType().orElse(JoinType.INNER_JOIN) == JoinType.RIGHT_JOIN)
                .max()
                .orElse(0);
    }

    /**
     * Returns the reader of the same join as a full outer join.
     *
     * @throws IllegalArgumentException if its last join is not a left join
     */
    public JoinReader full() {
        if (stages.getLast().joinType().orElse(null) != JoinType.LEFT_JOIN) {
            throw new IllegalArgumentException(
                    "The last join of %s is not a left join. Build it with leftJoinOn.".formatted(names()));
        }
        return new JoinReader(stages, rows, true, needsAllColumns);
    }

    /** Returns the tables in the order of the tuples. */
    List<TableId<?>> tables() {
        return stages.stream()
                .<TableId<?>>map(stage -> SpeedmentIds.of(stage.identifier()))
                .toList();
    }

    /**
     * Returns the join of the tables of several versions.
     *
     * @param versions returns the version of the table at a place
     * @throws NotInMemoryException if only the database can run it
     */
    JoinQuery query(IntFunction<? extends Tables> versions, MemoryBudget budget) throws NotInMemoryException {
        List<JoinedTable> tables = new ArrayList<>();
        for (Stage<?> stage : stages) {
            tables.add(joined(stage, tables, versions.apply(tables.size())));
        }
        return new JoinQuery(tables, budget);
    }

    private <E> JoinedTable joined(Stage<E> stage, List<JoinedTable> before, Tables version)
            throws NotInMemoryException {
        TableIdentifier<E> identifier = stage.identifier();
        TableStore<E> table = version.table(SpeedmentIds.of(identifier));
        if (table == null) {
            throw new NotInMemoryException(identifier.getTableId() + " is not in memory");
        }
        if (needsAllColumns && !table.isComplete()) {
            throw new NotInMemoryException("some columns of " + identifier.getTableId() + " are not in memory");
        }
        JoinedTable.Kind kind = switch (stage.joinType().orElse(JoinType.INNER_JOIN)) {
            case INNER_JOIN, CROSS_JOIN -> JoinedTable.Kind.INNER;
            case LEFT_JOIN ->
                isFull && before.size() == stages.size() - 1 ? JoinedTable.Kind.FULL : JoinedTable.Kind.LEFT;
            case RIGHT_JOIN -> JoinedTable.Kind.RIGHT;
        };
        return new JoinedTable(table, kind, link(stage, table, before), filter(stage, table));
    }

    private JoinedTable.@Nullable Link link(Stage<?> stage, TableStore<?> table, List<JoinedTable> before)
            throws NotInMemoryException {
        HasComparableOperators<?, ?> field = stage.field().orElse(null);
        JoinOperator operator = stage.joinOperator().orElse(null);
        HasComparableOperators<?, ?> foreign = stage.foreignField().orElse(null);
        if (field == null || operator == null || foreign == null) {
            return null;
        }
        int other = stage.referencedStage();
        ColumnRef.Ordered column = column(table, field.identifier());
        ColumnRef.Ordered otherColumn = column(before.get(other).table(), foreign.identifier());
        ComparisonOperator compared = operator(operator);
        MatchRule rule =
                areOwnTexts(column, table, otherColumn, before.get(other).table())
                        ? MatchRule.OfValues.NATURAL
                        : MatchRule.ofDatabase(
                                column, DatabaseValues.of(field), compared, otherColumn, DatabaseValues.of(foreign));
        JoinedTable.Link link = new JoinedTable.Link(column, compared, other, otherColumn, rule);
        if (column.isConverted() || otherColumn.isConverted()) {
            throw new NotInMemoryException(
                    ("only the database can decide %s %s %s, because it compares column %s by other rules than"
                                    + " Java, such as collations")
                            .formatted(
                                    field.identifier().getColumnId(),
                                    operator.sqlOperator(),
                                    foreign.identifier().getColumnId(),
                                    (column.isConverted() ? column : otherColumn).name()));
        }
        if (!link.isKnown()) {
            throw new NotInMemoryException(
                    "only the database can decide %s %s %s, by its rules for these types, such as collations"
                            .formatted(
                                    field.identifier().getColumnId(),
                                    operator.sqlOperator(),
                                    foreign.identifier().getColumnId()));
        }
        return link;
    }

    /** Returns whether the columns have texts of the application, which no collation compares. */
    private boolean areOwnTexts(
            ColumnRef.Ordered column, TableStore<?> table, ColumnRef.Ordered otherColumn, TableStore<?> other) {
        return rows.has(table)
                && rows.has(other)
                && column.column().codec().isText()
                && otherColumn.column().codec().isText();
    }

    private static ComparisonOperator operator(JoinOperator operator) {
        return switch (operator) {
            case EQUAL -> ComparisonOperator.EQUAL;
            case NOT_EQUAL -> ComparisonOperator.NOT_EQUAL;
            case LESS_THAN -> ComparisonOperator.LESS_THAN;
            case LESS_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
            case GREATER_THAN -> ComparisonOperator.GREATER_THAN;
            case GREATER_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
        };
    }

    private static ColumnRef.Ordered column(TableStore<?> table, ColumnIdentifier<?> identifier)
            throws NotInMemoryException {
        return switch (table.ref(identifier)) {
            case ColumnRef.Ordered column -> column;
            case ColumnRef.Absent absent -> throw absent.column().columnNotLoadedException();
            case null -> throw new NotInMemoryException(identifier.getColumnId() + " is not a column of the table");
            case ColumnRef.Values _ -> throw new NotInMemoryException(identifier.getColumnId() + " has no known order");
        };
    }

    private static <E> @Nullable Filter filter(Stage<E> stage, TableStore<E> table) throws NotInMemoryException {
        List<Filter> filters = new ArrayList<>();
        for (Predicate<? super E> predicate : stage.predicates()) {
            Filter filter = FilterResolver.resolve(table, predicate, new BlockConditions(Tables.NONE));
            if (filter == null) {
                throw new NotInMemoryException(
                        "a predicate on " + stage.identifier().getTableId() + " cannot be read");
            }
            filters.add(filter);
        }
        return filters.isEmpty() ? null : filters.size() == 1 ? filters.getFirst() : new Filter.And(filters);
    }
}
