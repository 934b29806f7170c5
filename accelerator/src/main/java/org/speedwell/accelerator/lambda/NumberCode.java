package org.speedwell.accelerator.lambda;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/**
 * Numbers as elements, such as the results of aggregates. They are longs or decimals. The analysis treats both as
 * decimals, which include all longs.
 */
public final class NumberCode extends ElementCode {
    public static final NumberCode NUMBERS = new NumberCode();

    private NumberCode() {}

    @Override
    Code element(int index) {
        return new Code.Read(new Row.Element(index), "value", BigDecimal.class);
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
    @Nullable
    EntityCode referenced(TableId<?> table) {
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
