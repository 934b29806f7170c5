package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Address;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which member, and which of its processors, runs which part. Every member comes to the same, as it follows from the
 * partitions that each has; those are what Jet sends items by. Immutable.
 */
final class Placement {
    private final List<Address> members;
    private final int[][] partitions;
    private final int threads;

    /**
     * @param assignment by member, its partitions
     * @param threads how many processors of each operation a member has
     */
    Placement(Map<Address, int[]> assignment, int threads) {
        List<Map.Entry<Address, int[]>> all = assignment.entrySet().stream()
                .filter(each -> each.getValue().length > 0)
                .sorted(Comparator.comparing(each -> each.getKey().toString()))
                .toList();
        this.members = all.stream().map(Map.Entry::getKey).toList();
        this.partitions = all.stream().map(Map.Entry::getValue).toArray(int[][]::new);
        this.threads = Math.min(
                threads,
                Arrays.stream(partitions).mapToInt(each -> each.length).min().orElse(1));
    }

    /** Whether a part of a stage is of a member. */
    boolean isOn(Address member, int stage, int part) {
        return members.get(slot(stage, part) % members.size()).equals(member);
    }

    /** Whether it is of one of the processors of that, by its number. */
    boolean isOf(Address member, int processor, int stage, int part) {
        return isOn(member, stage, part) && processor(stage, part) == processor;
    }

    /** The partition by which an item for it is sent. Jet gives a member's partitions to its processors in turn. */
    int partition(int stage, int part) {
        return partitions[slot(stage, part) % members.size()][processor(stage, part)];
    }

    /** Whether a member is the one that takes over what others that are gone have left. */
    boolean isFirst(Address member) {
        return members.getFirst().equals(member);
    }

    /** Neighbours are on other members, and stages of one part alone on others than the next such. */
    private int slot(int stage, int part) {
        return (stage + part) % (members.size() * threads);
    }

    private int processor(int stage, int part) {
        return slot(stage, part) / members.size();
    }
}
