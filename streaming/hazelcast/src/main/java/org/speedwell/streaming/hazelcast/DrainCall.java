package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Spread;

/** Tells a member to let no new events into a job; answers whether it has it. */
final class DrainCall implements Callable<Boolean>, HazelcastInstanceAware, Serializable {
    private final String job;
    private transient @Nullable HazelcastInstance member;

    DrainCall(String job) {
        this.job = job;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public Boolean call() {
        Spread found = MemberJobs.of(Objects.requireNonNull(member)).find(job).orElse(null);
        if (found != null) {
            found.drain();
        }
        return found != null;
    }
}
