package org.speedwell.demo.shop;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The result of a comparison of two answers to one query. */
public enum Verdict {
    SAME("same"),
    /** Two different but correct answers. The query's order has ties, and each side may order them differently. */
    TIES("ties"),
    DIFFERENT("DIFFERENT");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    public static Verdict of(Query sql, @Nullable Object sqlAnswer, Query memory, @Nullable Object memoryAnswer) {
        if (Objects.equals(value(sqlAnswer), value(memoryAnswer))) {
            return SAME;
        }
        boolean ties = sql.tieFreePart() != null
                && memory.tieFreePart() != null
                && Objects.equals(sql.tieFreePart().get(), memory.tieFreePart().get());
        return ties ? TIES : DIFFERENT;
    }

    /** Returns an object with a meaningful {@code equals}. Entities have one that compares all columns. */
    private static @Nullable Object value(@Nullable Object answer) {
        return answer instanceof IntSummaryStatistics statistics
                ? List.of(statistics.getCount(), statistics.getSum(), statistics.getMin(), statistics.getMax())
                : answer;
    }

    @Override
    public String toString() {
        return text;
    }
}
