package org.speedwell.demo.shop;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.monitor.Explanation;

/**
 * A question to the tables of one application.
 *
 * @param question in a person's words
 * @param code what {@code answer} runs, as text
 * @param answer asks the tables
 * @param settled where the order of the code has ties, asks for the part of the answer that does not hang on them; null
 *     where the answer has to be the same everywhere
 * @param plan has the application's store run the question and tell how; null for one that is no stream over a table
 */
public record Query(
        String question,
        String code,
        Supplier<?> answer,
        @Nullable Supplier<?> settled,
        @Nullable Function<DataStoreComponent, Explanation> plan) {

    /** A question that only an answer is wanted of. */
    public Query(String question, String code, Supplier<?> answer) {
        this(question, code, answer, null, null);
    }
}
