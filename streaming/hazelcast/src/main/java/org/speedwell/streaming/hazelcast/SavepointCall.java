package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import org.speedwell.streaming.DistributedGraph;

/**
 * A call that lets a member keep the next saved state of a job as a savepoint. Parts that have ended save no further
 * state, so the call keeps theirs at once.
 */
final class SavepointCall extends JobCall<Boolean> {
    private final String savepoint;

    SavepointCall(long job, String savepoint) {
        super(job);
        this.savepoint = savepoint;
    }

    @Override
    Boolean answer(MemberJobs.Run run, HazelcastInstance here) {
        Savepoints savepoints = new Savepoints(here);
        String self = here.getCluster().getLocalMember().getUuid().toString();
        run.spread().keepSavepoint(savepoint);
        run.spread()
                .forEachEnded((stage, number, part) -> savepoints.put(
                        savepoint,
                        stage.name(),
                        stage.kind() == DistributedGraph.Kind.SINK ? self : "" + number,
                        Snapshot.state(part.name(), part::save)));
        return true;
    }
}
