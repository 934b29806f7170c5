package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member holds of the tables that are shared out.
 *
 * @param isOwner whether it takes parts, or only asks
 * @param layout which tables are shared out by what, the same on all members
 * @param held those that it answers of
 * @param loading the part that it loads, or waits to load again after a failure; null while it holds what it is to hold
 * @param failure why it could not load; empty if nothing is known against it
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
