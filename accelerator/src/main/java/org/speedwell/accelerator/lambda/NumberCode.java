package org.speedwell.accelerator.lambda;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as elements, such as the results of aggregates. They are longs or decimals. The analysis treats both as
 * decimals, which include all longs.
 */
public final class NumberCode extends ElementCode {
    public static final NumberCode NUMBERS = new NumberCode();

    private NumberCode() {}

    @Override
    Code element(int index) {
        return new Code.Read(index, "value", BigDecimal.class);
    }

    @Override
    int size() {
        return 1;
    }

    @Override
    @Nullable
    NotAnalyzableException refusal() {
        return null;
    }

    @Override
    EntityCode entity(Code.Element of) {
        throw new IllegalStateException("A number is not an entity.");
    }

    @Override
    boolean isTuple(Class<?> type) {
        return false;
    }

    @Override
    Code called(Code.Tuple tuple, Class<?> owner, String name) {
        throw new IllegalStateException("A number is not a tuple: " + owner);
    }
}
