package org.speedwell.accelerator.maintain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.incremental.Results;

/**
 * The change of one group of a grouped result.
 *
 * @param key the key of the group
 * @param before the former value; null if the group is new
 * @param after the new value; null if the group has disappeared
 */
public record GroupChange<K, V>(
        K key, @Nullable V before, @Nullable V after) {
    /**
     * Returns the groups that a change of a result added, changed or removed. The first change of a subscription adds
     * all groups. Runs in time proportional to the number of groups.
     */
    public static <K, V> List<GroupChange<K, V>> of(ResultChange<? extends Map<K, V>> change) {
        Map<K, V> before = change.before() == null ? Map.of() : change.before();
        Map<K, V> after = change.after();
        List<GroupChange<K, V>> groups = new ArrayList<>();
        after.forEach((key, value) -> {
            V former = before.get(key);
            if (former == null || !Results.isSame(former, value)) {
                groups.add(new GroupChange<>(key, former, value));
            }
        });
        before.forEach((key, value) -> {
            if (!after.containsKey(key)) {
                groups.add(new GroupChange<>(key, value, null));
            }
        });
        return groups;
    }
}
