package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import org.speedwell.streaming.JobReport;

/** A call that asks a member for the report of its parts of a job. */
final class ReportCall extends JobCall<JobReport> {
    ReportCall(long job) {
        super(job);
    }

    @Override
    JobReport answer(MemberJobs.Run run, HazelcastInstance here) {
        return run.spread().report();
    }
}
