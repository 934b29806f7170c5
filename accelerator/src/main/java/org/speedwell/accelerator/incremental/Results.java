package org.speedwell.accelerator.incremental;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The comparison of results of queries. */
public final class Results {
    private Results() {}

    /**
     * Returns whether two results are the same. Arrays, and statistics of the JDK, have no {@code equals}: they are the
     * same if their elements or numbers are. So are lists and maps that contain them. The order of a map is part of the
     * result, unlike for {@code equals}.
     */
    @SuppressWarnings("ReferenceEquality") // a fast test; equals() follows
    public static boolean isSame(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null || one == other) {
            return one == other;
        }
        return switch (one) {
            case IntSummaryStatistics _, LongSummaryStatistics _, DoubleSummaryStatistics _ ->
                one.getClass() == other.getClass() && one.toString().equals(other.toString());
            case List<?> list -> other instanceof List<?> others && isSame(list, others);
            case Map<?, ?> map -> other instanceof Map<?, ?> others && isSame(map, others);
            default -> one.equals(other) || Objects.deepEquals(one, other);
        };
    }

    private static boolean isSame(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        Iterator<?> others = other.iterator();
        for (Object element : one) {
            if (!isSame(element, others.next())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Map<?, ?> one, Map<?, ?> other) {
        boolean hasOrder = one instanceof SequencedMap<?, ?> && other instanceof SequencedMap<?, ?>;
        boolean hasSameKeys = hasOrder
                ? Arrays.equals(one.keySet().toArray(), other.keySet().toArray())
                : one.keySet().equals(other.keySet());
        if (!hasSameKeys) {
            return false;
        }
        for (Map.Entry<?, ?> entry : one.entrySet()) {
            if (!isSame(entry.getValue(), other.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
