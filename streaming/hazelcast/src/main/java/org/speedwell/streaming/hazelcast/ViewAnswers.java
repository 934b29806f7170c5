package org.speedwell.streaming.hazelcast;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the members to a query of a view. Immutable.
 *
 * @param byMember the answers by address, with null for a member on which the job has not begun
 */
record ViewAnswers(Map<String, ViewCall.@Nullable Rows> byMember) {

    /** Returns the event time of the newest rows of all members, or {@code Long.MIN_VALUE} if there are no rows. */
    long newest() {
        return known().stream().mapToLong(ViewCall.Rows::time).max().orElse(Long.MIN_VALUE);
    }

    private long execution() {
        return known().stream().mapToLong(ViewCall.Rows::execution).max().orElse(Long.MIN_VALUE);
    }

    /**
     * Returns the answers whose rows count. If a member has closed the newest time and has no rows of it, its older
     * rows do not count.
     */
    List<ViewCall.Rows> shown() {
        long newest = newest();
        return known().stream()
                .filter(rows -> rows.time() == newest || !isClosed(rows, newest))
                .toList();
    }

    /** Returns the times of the rows that count. */
    LongStream times() {
        return shown().stream().mapToLong(ViewCall.Rows::time).filter(time -> time != Long.MIN_VALUE);
    }

    /**
     * Returns the reasons why the rows may not be all rows of the newest time, one for each such member. The list is
     * empty if all rows are there.
     */
    List<String> missing() {
        long newest = newest();
        long execution = execution();
        TreeSet<String> taking = new TreeSet<>();
        known().stream().filter(rows -> rows.execution() == execution).forEach(rows -> taking.addAll(rows.members()));
        TreeSet<String> members = new TreeSet<>(taking);
        members.addAll(byMember.keySet());
        List<String> missing = new ArrayList<>();
        for (String member : members) {
            ViewCall.Rows rows = byMember.get(member);
            if (rows != null && rows.execution() == execution) {
                if (newest == Long.MIN_VALUE && rows.closed() != Long.MAX_VALUE) {
                    missing.add("member " + member + " has no rows yet");
                } else if (!isClosed(rows, newest)) {
                    missing.add("member " + member + " has not completed the results of time " + newest);
                }
            } else if (!byMember.containsKey(member)) {
                missing.add("member " + member + " has left the cluster");
            } else if (taking.isEmpty() || taking.contains(member)) {
                missing.add("the job has not started on member " + member);
            }
        }
        return missing;
    }

    private static boolean isClosed(ViewCall.Rows rows, long time) {
        return rows.closed() > time;
    }

    private List<ViewCall.Rows> known() {
        return byMember.values().stream().filter(Objects::nonNull).toList();
    }
}
