package org.speedwell.hazelcast;

import java.util.List;

/**
 * How the parts of a {@link PartitionedStore} are held. Immutable.
 *
 * @param isWhole whether all rows are held, so that questions are answered
 * @param owners how many members are to hold a part
 * @param held what this member holds, as "part 1 of 3"; two while the tables are shared out anew
 * @param missing parts that are to be held and are not yet, or are no longer, each with why
 * @param failure why this member could not load its part, which it tries again; empty if nothing is known against it
 */
public record PartitionStatus(boolean isWhole, int owners, List<String> held, List<String> missing, String failure) {
    public PartitionStatus {
        held = List.copyOf(held);
        missing = List.copyOf(missing);
    }
}
