package org.speedwell.accelerator.incremental;

import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The comparison of results of queries. */
public final class Results {
    private Results() {}

    /**
     * Returns whether two results are the same. Arrays, and statistics of the JDK, have no {@code equals}: they are the
     * same if their elements or numbers are. So are lists and maps that contain them.
     */
    public static boolean isSame(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null || one.equals(other)) {
            return Objects.equals(one, other);
        }
        return switch (one) {
            case IntSummaryStatistics _, LongSummaryStatistics _, DoubleSummaryStatistics _ ->
                one.getClass() == other.getClass() && one.toString().equals(other.toString());
            case List<?> list -> other instanceof List<?> others && isSame(list, others);
            case Map<?, ?> map -> other instanceof Map<?, ?> others && isSame(map, others);
            default -> Objects.deepEquals(one, other);
        };
    }

    private static boolean isSame(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        Iterator<?> others = other.iterator();
        return one.stream().allMatch(element -> isSame(element, others.next()));
    }

    private static boolean isSame(Map<?, ?> one, Map<?, ?> other) {
        return one.keySet().equals(other.keySet())
                && one.entrySet().stream().allMatch(entry -> isSame(entry.getValue(), other.get(entry.getKey())));
    }
}
