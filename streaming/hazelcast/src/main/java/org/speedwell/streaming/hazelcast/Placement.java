package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Address;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The assignment of parts to members and to their processors. Every member computes the same assignment from the
 * cluster's partitions. Jet routes items by the same partitions. Immutable.
 */
final class Placement {
    private final List<Address> members;
    private final int[][] partitions;
    private final int threads;

    /**
     * Creates an assignment.
     *
     * @param assignment the partitions of each member
     * @param threads the number of processors of each operation on a member
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

    /** Returns whether a member runs a part of a stage. */
    boolean isOn(Address member, int stage, int part) {
        return members.get(slot(stage, part) % members.size()).equals(member);
    }

    /**
     * Returns whether a processor of a member runs a part of a stage.
     *
     * @param processor the processor's number on the member
     */
    boolean isOf(Address member, int processor, int stage, int part) {
        return isOn(member, stage, part) && processor(stage, part) == processor;
    }

    /**
     * Returns the partition that routes items to a part. Jet assigns a member's partitions to its processors in turn.
     */
    int partition(int stage, int part) {
        return partitions[slot(stage, part) % members.size()][processor(stage, part)];
    }

    /** Returns whether a member is the one that takes over the sink state of lost members. */
    boolean isFirst(Address member) {
        return members.getFirst().equals(member);
    }

    /**
     * Returns the slot of a part. Consecutive parts are on different members, and so are consecutive stages of one
     * part.
     */
    private int slot(int stage, int part) {
        return (stage + part) % (members.size() * threads);
    }

    private int processor(int stage, int part) {
        return slot(stage, part) / members.size();
    }
}
