package org.speedwell.accelerator.expression;

import java.util.function.Predicate;
import org.speedwell.accelerator.filter.Filter;

/**
 * A predicate of the user's that was resolved before, by what no table knows of itself.
 *
 * @param filter what it means for the columns of the one table for which it was resolved
 */
public record ResolvedPredicate<E>(Filter filter, Predicate<E> given) implements PredicateOfTable<E> {
    @Override
    public boolean test(E entity) {
        return given.test(entity);
    }
}
