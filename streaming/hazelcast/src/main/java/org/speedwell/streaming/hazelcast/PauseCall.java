package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import org.speedwell.streaming.DistributedGraph;

/** A call that lets the sources of a job on a member take events or not, and returns the flow of frames there. */
final class PauseCall extends JobCall<DistributedGraph.Flow> {
    private final boolean pauses;

    PauseCall(long job, boolean pauses) {
        super(job);
        this.pauses = pauses;
    }

    @Override
    DistributedGraph.Flow answer(MemberJobs.Run run, HazelcastInstance here) {
        run.spread().setPaused(pauses);
        return run.spread().flow();
    }
}
