package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.map.IMap;
import java.util.concurrent.TimeUnit;

/**
 * The ids of the jobs that must drain, in a map of the cluster. A member that starts or restarts a job reads it, so
 * that no drain request is lost before the job's sources exist. Thread-safe.
 */
final class Drains {
    private static final String MAP = "speedwell-drains";

    /** The time in days after which an entry expires. It removes entries whose creator has ended before the job. */
    private static final long DAYS = 7;

    private Drains() {}

    /** Marks a job for draining until the job ends. */
    static void add(HazelcastInstance hazelcast, Job job) {
        IMap<Long, Boolean> drains = hazelcast.getMap(MAP);
        long id = job.getId();
        drains.set(id, true, DAYS, TimeUnit.DAYS);
        var _ = job.getFuture().whenComplete((done, failed) -> {
            var _ = drains.removeAsync(id);
        });
    }

    /** Returns whether a job must drain. May block. */
    static boolean has(HazelcastInstance hazelcast, long job) {
        return hazelcast.<Long, Boolean>getMap(MAP).containsKey(job);
    }
}
