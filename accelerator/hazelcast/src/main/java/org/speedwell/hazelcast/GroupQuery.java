package org.speedwell.hazelcast;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A question that computes one total per group. Each part computes its totals, and the caller merges them by key. The
 * parts send totals only:
 *
 * <pre>{@code
 * public record RentalsByStaff() implements GroupQuery<Rental, Short, Long> {
 *     public Map<Short, Long> groups(TablePart<Rental> rentals) {
 *         return rentals.stream().collect(groupingBy(Rental.STAFF_ID, counting()));
 *     }
 *
 *     public Long merge(Long one, Long other) {
 *         return one + other;
 *     }
 * }
 * }</pre>
 *
 * Two averages cannot be merged into one, and neither can two medians. Use {@link CollectQuery} for these.
 * Alternatively, partition the table by the key of the group, so that one member has all rows of a group.
 *
 * @param <K> the key of a group: serializable, with {@code equals} by value. Null is a group of its own
 * @param <V> the total of a group: serializable
 */
public interface GroupQuery<T, K, V> extends ClusterQuery<T, Map<K, V>, Map<K, V>> {
    /** Returns the groups of a part. The map must be serializable, as the maps of the JDK are. */
    Map<K, V> groups(TablePart<T> part);

    /** Merges the totals of a group that occurs in two parts. */
    V merge(V one, V other);

    @Override
    default Map<K, V> part(TablePart<T> part) {
        return groups(part);
    }

    /** Merges all groups. They come in the order in which they first occur in the parts. */
    @Override
    default Map<K, V> combine(List<Map<K, V>> parts) {
        Map<K, V> all = new LinkedHashMap<>();
        for (Map<K, V> part : parts) {
            part.forEach((key, value) -> all.merge(key, value, this::merge));
        }
        return all;
    }
}
