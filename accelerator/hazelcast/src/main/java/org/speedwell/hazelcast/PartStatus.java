package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one member of a partitioned store.
 *
 * @param isOwner true if the member holds data, false if it only asks questions
 * @param layout the partitioned tables and their keys. All members must have the same layout
 * @param held the parts for which the member answers questions
 * @param loading the part that the member loads, or waits to load again after a failure. Null while it holds the part
 * that it must hold
 * @param failure why the member could not load. Empty if nothing failed
 */
record PartStatus(
        boolean isOwner,
        String layout,
        List<PartNumber> held,
        @Nullable PartNumber loading,
        String failure) implements Serializable {

    /** A member and its status. */
    record Of(Member member, PartStatus status) {
        boolean holds(PartNumber part) {
            return status.held.contains(part);
        }

        @Override
        public String toString() {
            return member.getAddress().toString();
        }
    }
}
