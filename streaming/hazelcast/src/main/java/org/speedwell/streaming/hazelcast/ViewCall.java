package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.speedwell.streaming.view.View;

/** A call that asks a member for the first rows of its part of a view. */
final class ViewCall extends JobCall<ViewCall.Rows> {
    private final String view;
    private final int limit;

    /**
     * The values of rows of one time.
     *
     * @param self the address of the member that answers
     * @param execution the number of the job's execution, which changes with each restart
     * @param members the addresses of all members that take part in the execution
     * @param time the event time of the rows, or {@code Long.MIN_VALUE} if there are no rows
     * @param closed the event time before which this member's rows are complete
     * @param total the number of all rows of this member
     */
    record Rows(
            String self,
            long execution,
            TreeSet<String> members,
            long time,
            long closed,
            long total,
            ArrayList<List<?>> rows)
            implements Serializable {}

    ViewCall(long job, String view, int limit) {
        super(job);
        this.view = view;
        this.limit = limit;
    }

    @Override
    Rows answer(MemberJobs.Run run, HazelcastInstance here) {
        String self = "" + here.getCluster().getLocalMember().getAddress();
        return rows(self, run.execution(), ClusterJob.view(run.spread(), view), limit);
    }

    private static <E> Rows rows(String self, MemberJobs.Execution of, View<E> view, int limit) {
        View.Version<E> version = view.version();
        ArrayList<List<?>> rows = new ArrayList<>();
        version.stream().limit(limit).forEach(row -> rows.add(new ArrayList<>(view.values(row))));
        return new Rows(
                self,
                of.id(),
                new TreeSet<>(of.members()),
                version.time(),
                version.closed(),
                version.table().rows(),
                rows);
    }
}
