package org.speedwell.demo;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to the tables of one application.
 *
 * @param question in a person's words
 * @param code what {@code answer} runs, as text
 * @param answer asks the tables
 * @param settled where the order of the code has ties, asks for the part of the answer that does not hang on them; null
 *     where the answer has to be the same everywhere
 */
record Query(
        String question,
        String code,
        Supplier<?> answer,
        @Nullable Supplier<?> settled) {

    Query(String question, String code, Supplier<?> answer) {
        this(question, code, answer, null);
    }
}
