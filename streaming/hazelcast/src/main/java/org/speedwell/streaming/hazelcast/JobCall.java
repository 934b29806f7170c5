package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call to a member about a job that runs there. The answer is null if the job has not begun on the member. */
abstract class JobCall<R> implements Callable<@Nullable R>, HazelcastInstanceAware, Serializable {
    private final long job;
    private transient @Nullable HazelcastInstance member;

    /**
     * Creates a call.
     *
     * @param job the job's id in Jet
     */
    JobCall(long job) {
        this.job = job;
    }

    @Override
    public final void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public final @Nullable R call() {
        HazelcastInstance here = Objects.requireNonNull(member);
        return MemberJobs.of(here).find(job).map(run -> answer(run, here)).orElse(null);
    }

    /**
     * Answers for the newest run of the job on this member.
     *
     * @param here the member
     */
    abstract R answer(MemberJobs.Run run, HazelcastInstance here);
}
