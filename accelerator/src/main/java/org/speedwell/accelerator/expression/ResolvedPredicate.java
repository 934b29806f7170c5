package org.speedwell.accelerator.expression;

import java.util.function.Predicate;
import org.speedwell.accelerator.filter.Filter;

/**
 * A predicate of the user with its filter. The caller resolved it with information that the table does not have.
 *
 * @param filter the filter for the one table that the predicate was resolved for
 */
public record ResolvedPredicate<E>(Filter filter, Predicate<E> given) implements PredicateOfTable<E> {
    @Override
    public boolean test(E entity) {
        return given.test(entity);
    }
}
