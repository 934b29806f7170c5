package org.speedwell.accelerator.stream;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.AnalyzedComparison;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.expression.KeyComparison;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.store.TableStore;

/**
 * The result of analysing a predicate that the user passes to a filter.
 *
 * @param predicate the analysed predicate, or the original if it is opaque
 * @param column the column that it compares, or {@link KeyComparison#NO_COLUMN}
 * @param key the key that it compares with, or {@link KeyComparison#NO_KEY}
 * @param comparison the operator; null if the predicate is not a comparison of a column with a key
 */
record FilterRecognition(
        Predicate<?> predicate,
        int column,
        long key,
        @Nullable ComparisonOperator comparison) {

    /**
     * Analyses a predicate.
     *
     * @param query the rows that it filters
     * @param parallel true if the search for referenced rows may use several threads
     */
    static FilterRecognition of(
            TableStore<?> table,
            Predicate<?> function,
            Logical query,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        AnalyzedFunction<?, ?> known = LambdaRecognition.known(table, "filter", function, fallbacks, trace);
        AnalyzedComparison comparison =
                known == null || Logical.hasWindow(query) ? null : comparison(table, known, fallbacks);
        Predicate<?> predicate = resolved(table, known == null ? function : known, query, parallel, fallbacks, trace);
        return comparison == null
                ? new FilterRecognition(predicate, KeyComparison.NO_COLUMN, KeyComparison.NO_KEY, null)
                : new FilterRecognition(predicate, comparison.column(), comparison.key(), comparison.operator());
    }

    /** Returns the comparison of a predicate, if possible without its filter; null if it is not a comparison. */
    @SuppressWarnings("unchecked") // a predicate of the table's entities
    private static <E> @Nullable AnalyzedComparison comparison(
            TableStore<E> table, AnalyzedFunction<?, ?> known, FallbackListener fallbacks) {
        AnalyzedComparison read = AnalyzedComparison.of(table, known);
        return read != null || known.isReferring()
                ? read
                : AnalyzedComparison.of(
                        FilterResolver.resolve(table, (AnalyzedFunction<E, ?>) known, new BlockConditions(fallbacks)));
    }

    @SuppressWarnings("unchecked") // a predicate of the table's entities
    private static <E> Predicate<?> resolved(
            TableStore<E> table,
            Predicate<?> function,
            Logical query,
            boolean parallel,
            FallbackListener fallbacks,
            @Nullable ExecutionTrace trace) {
        return References.predicate(table, (Predicate<? super E>) function, query, parallel, fallbacks, trace);
    }
}
