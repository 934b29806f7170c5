package org.speedwell.accelerator.aggregate;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The selection of the groups with the greatest values. It creates key objects only for groups that may be in the
 * result.
 */
public final class GreatestGroups {
    private GreatestGroups() {}

    /**
     * Returns whether a map is empty and uses equality or natural order. Choosing groups then does not need the map
     * itself.
     */
    public static boolean canRead(Map<?, ?> map) {
        return map.isEmpty()
                && (map.getClass() == HashMap.class
                        || map.getClass() == TreeMap.class && ((TreeMap<?, ?>) map).comparator() == null);
    }

    /**
     * Returns the groups with the greatest values, in descending order. Groups with equal values are in the order of
     * their keys.
     */
    @SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // keys and values are comparable; null throws
    public static List<Map.Entry<Object, Object>> of(GroupSequence groups, int limit) {
        Comparator<Map.Entry<Object, Object>> order =
                (Comparator) Map.Entry.<Object, Comparable>comparingByValue(Comparator.<Comparable>reverseOrder())
                        .thenComparing((Comparator) Map.Entry.<Comparable, Object>comparingByKey());
        PriorityQueue<Map.Entry<Object, Object>> worstFirst = new PriorityQueue<>(order.reversed());
        groups.forEach(
                parts -> limit > 0
                        && (worstFirst.size() < limit
                                || ((Comparable) parts[1])
                                                .compareTo(worstFirst.peek().getValue())
                                        >= 0),
                parts -> {
                    worstFirst.add(Map.entry(parts[0], parts[1]));
                    if (worstFirst.size() > limit) {
                        worstFirst.poll();
                    }
                });
        return worstFirst.stream().sorted(order).toList();
    }
}
