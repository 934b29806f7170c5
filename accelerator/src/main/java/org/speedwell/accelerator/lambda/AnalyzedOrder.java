package org.speedwell.accelerator.lambda;

import java.util.Comparator;
import java.util.List;

/**
 * An analysed comparator of entities, or of the entities of tuples. It compares one field after another, each in
 * natural order, and throws for a null field. Calling it calls the user's comparator.
 *
 * @param comparator the user's comparator
 * @param fields the sort fields, the most significant first
 * @param made the code that creates it
 */
public record AnalyzedOrder<E>(Comparator<? super E> comparator, List<By> fields, Code made) implements Comparator<E> {

    /**
     * A sort field and its direction.
     *
     * @param element the position of the field's table in a tuple; 0 if elements are entities
     * @param field the instance field
     * @param descending true if the greatest value comes first
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
