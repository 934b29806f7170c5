package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.eval.Scope;
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
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * Runs semi-joins: a predicate on the rows that are referenced becomes the set of their keys. Which rows there are is looked up once,
 * by the indexes of their own table, and the foreign keys are then filtered as by any set.
 */
final class References {
    private final Tables tables;
    private final boolean readsFunctions;
    private final @Nullable ExecutionTrace profile;

    /** The cost of following the references row by row instead. */
    private final double otherCost;

    private References(FallbackListener tables, double otherCost, @Nullable ExecutionTrace profile) {
        this.tables = tables;
        this.otherCost = otherCost;
        this.readsFunctions = tables.readsFunctions();
        this.profile = profile;
    }

    /** Returns a predicate with its semi-joins run, or the predicate itself if it has none. */
    static <E> Predicate<? super E> predicate(
            TableStore<E> table, Predicate<? super E> of, FallbackListener tables, @Nullable ExecutionTrace profile) {
        return mayAsk(of) ? new References(tables, Double.MAX_VALUE, profile).resolved(table, of) : of;
    }

    /**
     * Returns a function of a collector. A semi-join is run if that is cheaper than following the reference of each row.
     *
     * @param rows estimates the number of rows that the collector asks for
     */
    @SuppressWarnings("unchecked") // of the table's entities
    static <E> Object function(
            TableStore<E> table,
            Object of,
            DoubleSupplier rows,
            FallbackListener tables,
            @Nullable ExecutionTrace profile) {
        if (!(of instanceof Predicate<?> predicate) || !mayAsk(of)) {
            return of;
        }
        return new References(tables, rows.getAsDouble() * Cost.REFERENCED_ROW, profile)
                .resolved(table, (Predicate<? super E>) predicate);
    }

    private static boolean mayAsk(Object of) {
        Combination combination = Combination.of(of);
        return combination == null
                ? of instanceof ReferencePath.Asked<?, ?>
                : combination.parts().stream().anyMatch(References::mayAsk);
    }

    @SuppressWarnings("unchecked") // the parts of a combined predicate take what the whole takes
    private <E> Predicate<? super E> resolved(TableStore<E> table, Predicate<? super E> of) {
        if (of instanceof ReferencePath.Asked<?, ?> asked) {
            Filter filter = filter(table, asked);
            return filter == null ? of : new ResolvedPredicate<>(filter, (Predicate<E>) of);
        }
        Combination combination = Combination.of(of);
        if (combination == null || !mayAsk(of)) {
            return of;
        }
        List<Predicate<?>> parts = new ArrayList<>();
        for (Predicate<?> part : combination.parts()) {
            parts.add(resolved(table, (Predicate<? super E>) part));
        }
        return new Combination(combination.isAnd(), parts).predicate();
    }

    /** Returns the filter of the foreign key; null if a part of it cannot be read from columns. */
    private @Nullable Filter filter(TableStore<?> table, ReferencePath.Asked<?, ?> asked) {
        RowPath path = ExpressionResolver.path(new Scope(table, tables), asked.path());
        if (path == null) {
            return null;
        }
        List<RowPath.Part> steps = new ArrayList<>();
        for (RowPath.Step step : path.steps()) {
            RowPath.Part only = step.only();
            if (only == null) {
                return null; // pairs of keys are no set of keys of one column
            }
            steps.add(only);
        }
        int last = steps.size() - 1;
        Filter filter;
        if (asked.keys() != null) {
            filter = keysOf(steps.getLast(), asked.keys().all(), asked.negated() && last == 0);
        } else {
            Predicate<?> predicate = asked.predicate();
            Filter referred = predicate == null ? Filter.Constant.ALL : filterOf(path.referred(), predicate);
            if (referred == null) {
                return null;
            }
            Node<Filter> semiJoin =
                    new Planner(path.referred()).semiJoin(steps.getLast(), referred, asked.negated() && last == 0);
            if (semiJoin.cost() > otherCost) {
                return null;
            }
            filter = run(path.referred(), semiJoin);
        }
        for (int i = last - 1; i >= 0; i--) {
            TableStore<?> between = path.steps().get(i).table();
            filter = run(between, new Planner(between).semiJoin(steps.get(i), filter, asked.negated() && i == 0));
        }
        return filter;
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private <R> @Nullable Filter filterOf(TableStore<R> table, Predicate<?> of) {
        AnalyzedFunction<R, ?> lambda = known(table, of);
        Predicate<? super R> predicate = lambda == null ? resolved(table, (Predicate<? super R>) of) : lambda;
        return FilterResolver.resolve(table, predicate, new BlockConditions(tables));
    }

    /** Returns a lambda that {@code where} was given, known; null if it is none, or opaque. */
    private <R> @Nullable AnalyzedFunction<R, ?> known(TableStore<R> table, Predicate<?> predicate) {
        ElementCode code = readsFunctions && predicate.getClass().isHidden()
                ? table.fields().code()
                : null;
        AnalyzedFunction<R, ?> known = code == null ? null : Functions.known(predicate, code);
        if (known != null && profile != null) {
            LambdaRecognition.tell(profile, "where", Functions.text(known));
        }
        return known;
    }

    private Filter run(TableStore<?> table, Node<Filter> semiJoin) {
        return new Execution(table, false, ExecutionTrace.running(profile)).run(semiJoin);
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
