package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.view.View;

/** A call that asks a member for all rows of its part of a view. The answer is null if the job has not begun there. */
final class ViewCall implements Callable<ViewCall.@Nullable Rows>, HazelcastInstanceAware, Serializable {
    private final long job;
    private final String view;
    private transient @Nullable HazelcastInstance member;

    /**
     * The values of rows of one time.
     *
     * @param self the address of the member that answers
     * @param execution the number of the job's execution, which changes with each restart
     * @param members the addresses of all members that take part in the execution
     * @param time the event time of the rows, or {@code Long.MIN_VALUE} if there are no rows
     * @param closed the event time before which this member's rows are complete
     */
    record Rows(String self, long execution, TreeSet<String> members, long time, long closed, ArrayList<List<?>> rows)
            implements Serializable {}

    /**
     * Creates a call.
     *
     * @param job the id of the job in Jet
     */
    ViewCall(long job, String view) {
        this.job = job;
        this.view = view;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public @Nullable Rows call() {
        HazelcastInstance here = Objects.requireNonNull(member);
        String self = "" + here.getCluster().getLocalMember().getAddress();
        return MemberJobs.of(here)
                .find(job)
                .map(run -> rows(self, run.execution(), ClusterJob.view(run.spread(), view)))
                .orElse(null);
    }

    private static <E> Rows rows(String self, MemberJobs.Execution of, View<E> view) {
        View.Version<E> version = view.version();
        ArrayList<List<?>> rows = new ArrayList<>();
        version.stream().forEach(row -> rows.add(new ArrayList<>(view.values(row))));
        return new Rows(self, of.id(), new TreeSet<>(of.members()), version.time(), version.closed(), rows);
    }
}
