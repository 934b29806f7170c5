package org.speedwell.accelerator.lambda;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.speedwell.accelerator.expr.Expr;

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
     * @param key a column of the element or of a row that it references. The key throws if there is no such row
     * @param descending true if the greatest value comes first
     */
    public record By(Expr key, boolean descending) {
        By reversed() {
            return new By(key, !descending);
        }
    }

    /** Returns the same comparator with simpler expressions for its sort fields, which have the same values. */
    public AnalyzedOrder<E> with(UnaryOperator<Expr> simplified) {
        return new AnalyzedOrder<>(
                comparator,
                fields.stream()
                        .map(by -> new By(simplified.apply(by.key), by.descending))
                        .toList(),
                made);
    }

    @Override
    public int compare(E first, E second) {
        return comparator.compare(first, second);
    }
}
