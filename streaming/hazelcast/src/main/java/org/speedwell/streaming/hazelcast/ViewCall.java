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

/** Asks a member for all rows of its part of a view; the answer is null if the job has not begun there. */
final class ViewCall implements Callable<ViewCall.@Nullable Rows>, HazelcastInstanceAware, Serializable {
    private final long job;
    private final String view;
    private transient @Nullable HazelcastInstance member;

    /**
     * Values of rows of one time.
     *
     * @param self the address of the member that answers
     * @param execution of the job, another after each restart
     * @param members the addresses of all members that take part in it
     * @param time {@code Long.MIN_VALUE} where there are no rows
     * @param closed before which event time no rows of this member are missing
     */
    record Rows(String self, long execution, TreeSet<String> members, long time, long closed, ArrayList<List<?>> rows)
            implements Serializable {}

    /** @param job the id of the job in Jet */
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
