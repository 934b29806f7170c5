package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;

/** A call that stops the sources of a job on a member. */
final class DrainCall extends JobCall<Boolean> {
    DrainCall(long job) {
        super(job);
    }

    @Override
    Boolean answer(MemberJobs.Run run, HazelcastInstance here) {
        run.spread().drain();
        return true;
    }
}
