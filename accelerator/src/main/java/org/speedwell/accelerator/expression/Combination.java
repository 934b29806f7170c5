package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.predicate.CombinedPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A conjunction or disjunction of predicates.
 *
 * @param isAnd true if all parts must hold, false if one part is enough
 */
public record Combination(boolean isAnd, List<Predicate<?>> parts) {
    /** Returns the parts of a predicate. Returns null if it is not a combination. */
    public static @Nullable Combination of(Object predicate) {
        if (!(predicate instanceof CombinedPredicate<?> combined)) {
            return null;
        }
        List<Predicate<?>> parts = new ArrayList<>(combined.size());
        combined.stream().forEachOrdered(part -> parts.add((Predicate<?>) part));
        return new Combination(combined.getType() == CombinedPredicate.Type.AND, parts);
    }

    /** Returns the combination as one predicate. */
    @SuppressWarnings("unchecked") // the parts take the elements of one stream
    public <E> Predicate<? super E> predicate() {
        List<Predicate<? super E>> all = new ArrayList<>();
        parts.forEach(part -> all.add((Predicate<? super E>) part));
        return isAnd ? CombinedPredicate.and(all) : CombinedPredicate.or(all);
    }
}
