package org.speedwell.hazelcast;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Totals of groups, which are made on each part and added up by their keys, so that only totals travel:
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
 * An average is none of two averages, and so are medians and others: see {@link CollectQuery}. Or share the table out by the group's key,
 * so that each group is whole on one member.
 *
 * @param <K> serializable, with {@code equals} by value; null is a group
 * @param <V> serializable
 */
public interface GroupQuery<T, K, V> extends ClusterQuery<T, Map<K, V>, Map<K, V>> {
    /** The groups of a part: a serializable map, as all of the JDK's are. */
    Map<K, V> groups(TablePart<T> part);

    /** The total of a group that two parts have. */
    V merge(V one, V other);

    @Override
    default Map<K, V> part(TablePart<T> part) {
        return groups(part);
    }

    /** In the order in which the parts have them. */
    @Override
    default Map<K, V> combine(List<Map<K, V>> parts) {
        Map<K, V> all = new LinkedHashMap<>();
        for (Map<K, V> part : parts) {
            part.forEach((key, value) -> all.merge(key, value, this::merge));
        }
        return all;
    }
}
