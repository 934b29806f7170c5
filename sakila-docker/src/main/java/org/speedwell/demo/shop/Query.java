package org.speedwell.demo.shop;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.monitor.Explanation;

/**
 * A query over the tables of one application.
 *
 * @param question a short title for people
 * @param code the code that {@code answer} runs, as text
 * @param answer runs the query
 * @param tieFreePart computes the part of the answer that does not depend on ties in its order; null if there are no ties
 * @param plan runs the query in the application's store and explains it; null if the query is not a stream over a table
 */
public record Query(
        String question,
        String code,
        Supplier<?> answer,
        @Nullable Supplier<?> tieFreePart,
        @Nullable Function<DataStoreComponent, Explanation> plan) {

    /** Creates a query without a plan, and without ties. */
    public Query(String question, String code, Supplier<?> answer) {
        this(question, code, answer, null, null);
    }
}
