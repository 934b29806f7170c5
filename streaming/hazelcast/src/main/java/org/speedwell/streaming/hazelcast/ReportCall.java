package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.JobReport;

/** A call that asks a member for the report of its parts of a job. The answer is null if the job has not begun there. */
final class ReportCall implements Callable<@Nullable JobReport>, HazelcastInstanceAware, Serializable {
    private final long job;
    private transient @Nullable HazelcastInstance member;

    /**
     * Creates a call.
     *
     * @param job the job's id in Jet
     */
    ReportCall(long job) {
        this.job = job;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public @Nullable JobReport call() {
        return MemberJobs.of(Objects.requireNonNull(member))
                .find(job)
                .map(run -> run.spread().report())
                .orElse(null);
    }
}
