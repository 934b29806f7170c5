package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call to a member that stops the sources of a job there. Returns whether the member runs the job. */
final class DrainCall implements Callable<Boolean>, HazelcastInstanceAware, Serializable {
    private final long job;
    private transient @Nullable HazelcastInstance member;

    /**
     * Creates a call.
     *
     * @param job the job's id in Jet
     */
    DrainCall(long job) {
        this.job = job;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public Boolean call() {
        MemberJobs.Run found =
                MemberJobs.of(Objects.requireNonNull(member)).find(job).orElse(null);
        if (found != null) {
            found.spread().drain();
        }
        return found != null;
    }
}
