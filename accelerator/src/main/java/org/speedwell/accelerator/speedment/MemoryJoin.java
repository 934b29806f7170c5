package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.stage.JoinOperator;
import com.speedment.runtime.join.stage.JoinType;
import com.speedment.runtime.join.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join of tables that are to be in memory. Each stream of it is of one version of all. Thread-safe. */
final class MemoryJoin<T> implements Join<T> {
    private final List<Stage<?>> stages;
    private final TupleMaker<T> maker;
    private final Join<T> database;
    private final MemoryDataStore store;
    private final MemoryStreamSupplier streams;
    private final boolean isFull;

    MemoryJoin(
            List<Stage<?>> stages,
            TupleMaker<T> maker,
            Join<T> database,
            MemoryDataStore store,
            MemoryStreamSupplier streams) {
        this(stages, maker, database, store, streams, false);
    }

    /** @param isFull whether the last join, a left join, keeps all rows of its table */
    private MemoryJoin(
            List<Stage<?>> stages,
            TupleMaker<T> maker,
            Join<T> database,
            MemoryDataStore store,
            MemoryStreamSupplier streams,
            boolean isFull) {
        this.stages = stages;
        this.maker = maker;
        this.database = database;
        this.store = store;
        this.streams = streams;
        this.isFull = isFull;
    }

    /**
     * Returns the join as a full outer join.
     *
     * @throws IllegalArgumentException if its last join is no left join
     */
    MemoryJoin<T> full() {
        if (stages.getLast().joinType().orElse(null) != JoinType.LEFT_JOIN) {
            throw new IllegalArgumentException(
                    "The last join of %s is no left join: build it with leftJoinOn.".formatted(names()));
        }
        Join<T> none = () -> {
            throw new DataStoreException(
                    "The full outer join of %s has to run in memory, as MySQL has none: load all its tables first."
                            .formatted(names()));
        };
        return new MemoryJoin<>(stages, maker, none, store, streams, true);
    }

    /** Why the database has to do a join. */
    private static final class NotHereException extends Exception {
        private static final long serialVersionUID = 1;

        NotHereException(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    String names() {
        return MemoryJoins.names(stages);
    }

    /**
     * The tuples in the order of the rows of the tables as they were named.
     *
     * @throws RuntimeException as the stream of one of its tables would
     */
    @Override
    public Stream<T> stream() {
        Snapshot snapshot = streams.snapshot(stages.getFirst().identifier());
        if (snapshot == null) {
            return database.stream();
        }
        try {
            Stream<T> stream = JoinStream.of(query(snapshot), maker, store.fallbackPolicy(), null);
            FileGuard guard = store.guard();
            if (guard != null) {
                stream = guard.guarded(stream);
            }
            return store.queries().isOn() ? store.queries().watched(names(), stream) : stream;
        } catch (NotHereException e) {
            store.fallbackPolicy().join(names(), e.reason());
            return database.stream();
        }
    }

    /** The tables in a version, but for those that are not in it. */
    List<TableStore<?>> tables(Snapshot snapshot) {
        List<TableStore<?>> tables = new ArrayList<>();
        for (Stage<?> stage : stages) {
            TableStore<?> table = snapshot.table(SpeedmentIds.of(stage.identifier()));
            if (table != null) {
                tables.add(table);
            }
        }
        return tables;
    }

    /** The tuples from a version, told of to a profile. */
    Stream<T> explained(Snapshot snapshot, FallbackListener fallbacks, Profile profile) {
        try {
            return JoinStream.of(query(snapshot), maker, fallbacks, profile);
        } catch (NotHereException e) {
            throw new IllegalArgumentException(
                    "The join of %s is done by the database: %s.".formatted(names(), e.reason()), e);
        }
    }

    private JoinQuery query(Snapshot snapshot) throws NotHereException {
        List<JoinedTable> tables = new ArrayList<>();
        for (Stage<?> stage : stages) {
            tables.add(joined(stage, tables, snapshot));
        }
        return new JoinQuery(tables, store.budget());
    }

    private <E> JoinedTable joined(Stage<E> stage, List<JoinedTable> before, Snapshot snapshot)
            throws NotHereException {
        TableStore<E> table = snapshot.table(SpeedmentIds.of(stage.identifier()));
        if (table == null) {
            throw new NotHereException(stage.identifier().getTableId() + " is not in memory");
        }
        if (!table.isComplete() && store.configuration().columnNotLoaded() == NotLoaded.SQL) {
            throw new NotHereException("some columns of " + stage.identifier().getTableId() + " are not in memory");
        }
        JoinedTable.Kind kind = switch (stage.joinType().orElse(JoinType.INNER_JOIN)) {
            case INNER_JOIN, CROSS_JOIN -> JoinedTable.Kind.INNER;
            case LEFT_JOIN ->
                isFull && before.size() == stages.size() - 1 ? JoinedTable.Kind.FULL : JoinedTable.Kind.LEFT;
            case RIGHT_JOIN -> JoinedTable.Kind.RIGHT;
        };
        return new JoinedTable(table, kind, link(stage, table, before), filter(stage, table));
    }

    private static JoinedTable.@Nullable Link link(Stage<?> stage, TableStore<?> table, List<JoinedTable> before)
            throws NotHereException {
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
        MatchRule rule = MatchRule.ofDatabase(
                column, DatabaseValues.of(field), compared, otherColumn, DatabaseValues.of(foreign));
        JoinedTable.Link link = new JoinedTable.Link(column, compared, other, otherColumn, rule);
        if (column.isConverted() || otherColumn.isConverted()) {
            throw new NotHereException(
                    "%s %s %s is decided by the database, which compares column %s in another way than Java compares its values, as collations do"
                            .formatted(
                                    field.identifier().getColumnId(),
                                    operator.sqlOperator(),
                                    foreign.identifier().getColumnId(),
                                    (column.isConverted() ? column : otherColumn).name()));
        }
        if (!link.isKnown()) {
            throw new NotHereException("%s %s %s is decided by the database's rules for such types, as collations are"
                    .formatted(
                            field.identifier().getColumnId(),
                            operator.sqlOperator(),
                            foreign.identifier().getColumnId()));
        }
        return link;
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
            throws NotHereException {
        return switch (table.ref(identifier)) {
            case ColumnRef.Ordered column -> column;
            case ColumnRef.Absent absent -> throw absent.column().asked();
            case null -> throw new NotHereException(identifier.getColumnId() + " is not a column of the table");
            case ColumnRef.Values _ ->
                throw new NotHereException(identifier.getColumnId() + " has no order that is known here");
        };
    }

    private static <E> @Nullable Filter filter(Stage<E> stage, TableStore<E> table) throws NotHereException {
        List<Filter> filters = new ArrayList<>();
        for (Predicate<? super E> predicate : stage.predicates()) {
            Filter filter = FilterResolver.resolve(table, predicate, new BlockConditions(Tables.NONE));
            if (filter == null) {
                throw new NotHereException(
                        "a predicate on " + stage.identifier().getTableId() + " cannot be read");
            }
            filters.add(filter);
        }
        return filters.isEmpty() ? null : filters.size() == 1 ? filters.getFirst() : new Filter.And(filters);
    }
}
