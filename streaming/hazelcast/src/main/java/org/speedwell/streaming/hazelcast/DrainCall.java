package org.speedwell.streaming.hazelcast;

/** A call that stops the sources of a job on a member. */
final class DrainCall extends JobCall<Boolean> {
    DrainCall(long job) {
        super(job);
    }

    @Override
    Boolean answer(MemberJobs.Run run, String self) {
        run.spread().drain();
        return true;
    }
}
