package org.speedwell.accelerator.stream;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.AnalyzedComparison;
import org.speedwell.accelerator.expression.KeyComparison;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/**
 * What is known of a function of the user's that a filter is given.
 *
 * @param predicate the function itself where it is opaque
 * @param column that it compares, or {@link KeyComparison#NO_COLUMN}
 * @param key with which, or {@link KeyComparison#NO_KEY}
 * @param comparison null where it does more than to compare a column with a key
 */
record FilterRecognition(
        Predicate<?> predicate,
        int column,
        long key,
        @Nullable ComparisonOperator comparison) {

    static FilterRecognition of(
            TableStore<?> table, Predicate<?> function, FallbackListener fallbacks, @Nullable ExecutionTrace profile) {
        AnalyzedFunction<?, ?> known = LambdaRecognition.known(table, "filter", function, fallbacks, profile);
        AnalyzedComparison comparison = known == null ? null : AnalyzedComparison.of(table, known);
        Predicate<?> predicate = known == null ? resolved(table, function, fallbacks, profile) : known;
        return comparison == null
                ? new FilterRecognition(predicate, KeyComparison.NO_COLUMN, KeyComparison.NO_KEY, null)
                : new FilterRecognition(predicate, comparison.column(), comparison.key(), comparison.operator());
    }

    @SuppressWarnings("unchecked") // of the table's entities
    private static <E> Predicate<?> resolved(
            TableStore<E> table, Predicate<?> function, FallbackListener fallbacks, @Nullable ExecutionTrace profile) {
        return References.predicate(table, (Predicate<? super E>) function, fallbacks, profile);
    }
}
