package org.speedwell.hazelcast;

import java.util.List;

/**
 * The distribution of the parts of a {@link PartitionedStore}. Immutable.
 *
 * @param isWhole true if the members hold all rows, so that they answer questions
 * @param owners the number of members that must each hold a part
 * @param held the parts of this member, as in "part 1 of 3". During a change of the members these may be two
 * @param missing the parts that no member holds, or no longer holds, each with the reason
 * @param failure why this member could not load its part. It tries again. Empty if nothing failed
 */
public record PartitionStatus(boolean isWhole, int owners, List<String> held, List<String> missing, String failure) {
    public PartitionStatus {
        held = List.copyOf(held);
        missing = List.copyOf(missing);
    }
}
