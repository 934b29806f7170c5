package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.Combination;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ResolvedPredicate;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.plan.Cost;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * The execution of semi-joins. It replaces a predicate on referenced rows by the set of their keys. It finds the
 * matching rows once, with the indexes of their own table, and then filters the foreign keys by that set.
 */
final class References {
    private final Tables tables;
    private final boolean readsFunctions;
    private final boolean parallel;
    private final @Nullable ExecutionTrace trace;

    /** The estimated cost of the alternative: following the reference of each row. */
    private final double otherCost;

    /** True if the query has only a few rows, so that following their references is cheapest. */
    private final boolean isOfFewRows;

    private References(
            FallbackListener tables,
            double otherCost,
            boolean isOfFewRows,
            boolean parallel,
            @Nullable ExecutionTrace trace) {
        this.tables = tables;
        this.otherCost = otherCost;
        this.isOfFewRows = isOfFewRows;
        this.readsFunctions = tables.readsFunctions();
        this.parallel = parallel;
        this.trace = trace;
    }

    /**
     * Returns a predicate in which filters of the foreign keys replace the semi-joins, or the predicate itself if it has
     * none.
     *
     * @param query the rows that the predicate filters
     * @param parallel true if the search for referenced rows may use several threads
     */
    static <E> Predicate<? super E> predicate(
            TableStore<E> table,
            Predicate<? super E> of,
            Logical query,
            boolean parallel,
            FallbackListener tables,
            @Nullable ExecutionTrace trace) {
        return hasReferencePredicate(of) || of instanceof AnalyzedFunction<?, ?> known && known.isReferring()
                ? new References(tables, Double.MAX_VALUE, Logical.isListed(query), parallel, trace).resolved(table, of)
                : of;
    }

    /**
     * Returns a function of a collector. It replaces a semi-join if that is cheaper than following the reference of
     * each row.
     *
     * @param rows a supplier of the estimated number of rows that the collector passes to the function
     */
    @SuppressWarnings("unchecked") // the predicate takes the table's entities
    static <E> Object function(TableStore<E> table, Object of, DoubleSupplier rows, StreamState state) {
        boolean isRead = of instanceof AnalyzedFunction<?, ?> known && known.isReferring();
        if (!(of instanceof Predicate<?> predicate) || !isRead && !hasReferencePredicate(of)) {
            return of;
        }
        double otherCost = rows.getAsDouble() * Cost.REFERENCED_ROW;
        return new References(state.fallbacks(), otherCost, false, state.isParallel(), state.trace())
                .resolved(table, (Predicate<? super E>) predicate);
    }

    private static boolean hasReferencePredicate(Object of) {
        Combination combination = Combination.of(of);
        return combination == null
                ? of instanceof ReferencePath.ReferencePredicate<?, ?>
                : combination.parts().stream().anyMatch(References::hasReferencePredicate);
    }

    @SuppressWarnings("unchecked") // a part takes the same elements as the whole
    private <E> Predicate<? super E> resolved(TableStore<E> table, Predicate<? super E> of) {
        if (of instanceof AnalyzedFunction<?, ?> known) {
            Filter filter = filter(table, known.expr());
            return filter == null ? of : new ResolvedPredicate<>(filter, (Predicate<E>) of);
        }
        if (of instanceof ReferencePath.ReferencePredicate<?, ?> referencePredicate) {
            Filter filter = filter(table, referencePredicate);
            return filter == null ? of : new ResolvedPredicate<>(filter, (Predicate<E>) of);
        }
        Combination combination = Combination.of(of);
        if (combination == null || !hasReferencePredicate(of)) {
            return of;
        }
        List<Predicate<?>> parts = new ArrayList<>();
        for (Predicate<?> part : combination.parts()) {
            parts.add(resolved(table, (Predicate<? super E>) part));
        }
        return new Combination(combination.isAnd(), parts).predicate();
    }

    /**
     * Returns the filter of an analysed condition. The parts that read one referenced row become a semi-join. Returns
     * null if there are no such parts, if the condition may throw, or if it has no filter.
     */
    private @Nullable Filter filter(TableStore<?> table, Expr condition) {
        Scope scope = new Scope(table, tables);
        TupleScope rows = TupleScope.of(scope);
        return rows.hasAll(condition) && rows.cannotThrow(condition) ? joined(scope, condition) : null;
    }

    /** Returns the filter of a condition that cannot throw, or null as {@link #filter} does. */
    private @Nullable Filter joined(Scope scope, Expr condition) {
        if (Scope.only(condition) instanceof Row.Referenced) {
            return all(scope, List.of(condition));
        }
        if (condition instanceof Expr.Or or) {
            return any(scope, or.conditions());
        }
        if (condition instanceof Expr.Choice choice) {
            Expr not = Logic.not(choice.condition());
            return any(
                    scope,
                    List.of(
                            Logic.and(List.of(choice.condition(), choice.then())),
                            Logic.and(List.of(not, choice.otherwise()))));
        }
        return condition instanceof Expr.And and ? all(scope, and.conditions()) : null;
    }

    /** Returns the filter of rows for which one of several conditions holds. */
    private @Nullable Filter any(Scope scope, List<Expr> conditions) {
        List<Filter> filters = new ArrayList<>();
        boolean hasSemiJoin = false;
        for (Expr condition : conditions) {
            Filter joined = joined(scope, condition);
            Filter filter = joined == null
                    ? FilterResolver.resolve(scope.table(), condition, new BlockConditions(tables))
                    : joined;
            if (filter == null) {
                return null;
            }
            hasSemiJoin |= joined != null;
            filters.add(filter);
        }
        return hasSemiJoin ? new Filter.Or(filters) : null;
    }

    /** Returns the filter of rows for which all conditions hold. */
    private @Nullable Filter all(Scope scope, List<Expr> conditions) {
        Map<Row.Referenced, List<Expr>> ofRows = new LinkedHashMap<>();
        List<Expr> others = new ArrayList<>();
        List<Filter> filters = new ArrayList<>();
        for (Expr part : conditions) {
            Filter joined = null;
            if (Scope.only(part) instanceof Row.Referenced row) {
                ofRows.computeIfAbsent(row, _ -> new ArrayList<>()).add(part);
            } else if ((joined = joined(scope, part)) != null) {
                filters.add(joined);
            } else {
                others.add(part);
            }
        }
        ofRows.forEach((row, of) -> {
            Filter semiJoin = semiJoin(scope, row, of);
            if (semiJoin == null) {
                others.addAll(of);
            } else {
                filters.add(semiJoin);
            }
        });
        if (filters.isEmpty()) {
            return null;
        }
        if (!others.isEmpty()) {
            Filter filter = FilterResolver.resolve(scope.table(), Logic.and(others), new BlockConditions(tables));
            if (filter == null) {
                return null;
            }
            filters.addFirst(filter);
        }
        return filters.size() == 1 ? filters.getFirst() : new Filter.And(filters);
    }

    /** Returns the filter of the foreign key for conditions on the referenced row; null if a semi-join cannot run. */
    private @Nullable Filter semiJoin(Scope scope, Row.Referenced row, List<Expr> of) {
        Expr exists = new Expr.Exists(row);
        RowPath path = Objects.requireNonNull(RowPath.of(scope.table(), row, tables));
        boolean negated = of.equals(List.of(Logic.not(exists)));
        boolean isThere = of.contains(exists) || TupleScope.of(scope).exists(row);
        if (!negated && !isThere || isOfFewRows) {
            return null; // the condition may hold for a row that does not exist, or reading the few rows is cheaper
        }
        List<Expr> conditions = of.stream()
                .filter(part -> !negated && !part.equals(exists))
                .map(Scope::rebased)
                .toList();
        Filter referred = conditions.isEmpty()
                ? Filter.Constant.ALL
                : FilterResolver.resolve(path.referred(), Logic.and(conditions), new BlockConditions(tables));
        return referred == null ? null : semiJoin(path, referred, negated);
    }

    /**
     * Returns the filter of the foreign key; null if columns cannot evaluate a part of it, or if it costs more than the
     * alternative.
     */
    private <E> @Nullable Filter filter(
            TableStore<E> table, ReferencePath.ReferencePredicate<?, ?> referencePredicate) {
        RowPath path = ExpressionResolver.path(new Scope(table, tables), referencePredicate.path());
        if (path == null) {
            return null;
        }
        boolean isOfOneRow = path.steps().stream().allMatch(RowPath.Step::isUnique);
        Filter byRow = isOfFewRows && isOfOneRow ? byRow(table, referencePredicate) : null;
        if (byRow != null) {
            return byRow;
        }
        boolean negated = referencePredicate.negated();
        if (referencePredicate.keys() != null) {
            List<RowPath.Part> parts = parts(path);
            return parts.isEmpty()
                    ? null
                    : first(
                            path,
                            parts,
                            keysOf(parts.getLast(), referencePredicate.keys().all(), negated && parts.size() == 1),
                            negated);
        }
        Predicate<?> predicate = referencePredicate.predicate();
        Filter referred = predicate == null ? Filter.Constant.ALL : filterOf(path.referred(), predicate);
        return referred == null ? null : semiJoin(path, referred, negated);
    }

    /**
     * Returns the filter of the foreign key for a filter of the referenced rows. Returns null if a key has several
     * columns, or if the filter costs more than the alternative.
     */
    private @Nullable Filter semiJoin(RowPath path, Filter referred, boolean negated) {
        List<RowPath.Part> parts = parts(path);
        if (parts.isEmpty()) {
            return null;
        }
        Node<Filter> semiJoin =
                new Planner(path.referred()).semiJoin(parts.getLast(), referred, negated && parts.size() == 1);
        boolean isOfOneRow = path.steps().stream().allMatch(RowPath.Step::isUnique);
        return isOfOneRow && semiJoin.cost() > otherCost
                ? null
                : first(path, parts, run(path.referred(), semiJoin), negated);
    }

    /** Returns the keys of a path. Returns none if a key has several columns, which are not a key set of one column. */
    private static List<RowPath.Part> parts(RowPath path) {
        List<RowPath.Part> parts = new ArrayList<>();
        for (RowPath.Step step : path.steps()) {
            RowPath.Part only = step.only();
            if (only == null) {
                return List.of();
            }
            parts.add(only);
        }
        return parts;
    }

    /** Returns the filter of the first foreign key of a path for a filter of the last one. */
    private Filter first(RowPath path, List<RowPath.Part> parts, Filter last, boolean negated) {
        Filter filter = last;
        for (int i = parts.size() - 2; i >= 0; i--) {
            TableStore<?> between = path.steps().get(i).table();
            filter = run(between, new Planner(between).semiJoin(parts.get(i), filter, negated && i == 0));
        }
        return filter;
    }

    /** Returns a filter that follows the reference of each row; null if columns cannot evaluate a part of it. */
    @SuppressWarnings("unchecked") // the predicate takes the table's entities
    private <E> @Nullable Filter byRow(TableStore<E> table, ReferencePath.ReferencePredicate<?, ?> of) {
        return FilterResolver.resolve(table, (Predicate<? super E>) of, new BlockConditions(tables));
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private <R> @Nullable Filter filterOf(TableStore<R> table, Predicate<?> of) {
        AnalyzedFunction<R, ?> lambda = known(table, of);
        Predicate<? super R> predicate = lambda == null ? resolved(table, (Predicate<? super R>) of) : lambda;
        return FilterResolver.resolve(table, predicate, new BlockConditions(tables));
    }

    /** Returns the analysis of a lambda that was passed to {@code where}; null if it is not a lambda or is opaque. */
    private <R> @Nullable AnalyzedFunction<R, ?> known(TableStore<R> table, Predicate<?> predicate) {
        ElementCode code = readsFunctions && predicate.getClass().isHidden()
                ? table.fields().code(tables)
                : null;
        AnalyzedFunction<R, ?> known = code == null ? null : Functions.known(predicate, code);
        if (known != null && trace != null) {
            LambdaRecognition.traceFunction(trace, "where", Functions.text(known));
        }
        return known;
    }

    private Filter run(TableStore<?> table, Node<Filter> semiJoin) {
        return new Execution(table, parallel, ExecutionTrace.running(trace)).run(semiJoin);
    }

    /** Returns the filter of the foreign key for some keys. */
    private static Filter keysOf(RowPath.Part step, Iterable<?> values, boolean negated) {
        KeyCodec own = step.key().column().codec();
        long[] keys = new long[16];
        int size = 0;
        for (Object value : values) {
            long translated = own.canEqual(value) ? step.translation().of(own.floor(value)) : KeySpace.Translation.NONE;
            if (translated != KeySpace.Translation.NONE) {
                keys = size == keys.length ? Arrays.copyOf(keys, 2 * size) : keys;
                keys[size++] = translated;
            }
        }
        return Filter.KeySet.of(step.foreign(), keys, size, negated);
    }
}
