package org.speedwell.accelerator.lambda;

import java.util.Comparator;
import java.util.List;

/**
 * A comparator of the user's that is known to compare entities, or the entities of tuples, by their fields, one after another, each by
 * its natural order; it throws for a field that is null. Called, it calls the comparator.
 *
 * @param made the code that makes it
 */
public record KnownOrder<E>(Comparator<? super E> comparator, List<By> fields, Code made) implements Comparator<E> {

    /**
     * A field, and whether the greatest comes first.
     *
     * @param element whose field it is: the place of its table among those of a tuple, 0 where elements are entities
     */
    public record By(int element, String field, boolean descending) {
        By reversed() {
            return new By(element, field, !descending);
        }
    }

    @Override
    public int compare(E first, E second) {
        return comparator.compare(first, second);
    }
}
