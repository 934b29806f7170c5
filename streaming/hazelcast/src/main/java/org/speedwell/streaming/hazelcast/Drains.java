package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.map.IMap;
import java.util.concurrent.TimeUnit;

/**
 * The jobs that were told to drain, by their ids, in a map of the cluster. A member that begins a job later reads it there, so
 * that the order does not get lost between the start of a job, or a restart, and its sources. Thread-safe.
 */
final class Drains {
    private static final String MAP = "speedwell-drains";

    /** An entry that nobody removes, as who made it is gone, goes by itself. */
    private static final long DAYS = 7;

    private Drains() {}

    /** Remembers that a job is to drain, until the job is over. */
    static void add(HazelcastInstance hazelcast, Job job) {
        IMap<Long, Boolean> drains = hazelcast.getMap(MAP);
        long id = job.getId();
        drains.set(id, true, DAYS, TimeUnit.DAYS);
        var _ = job.getFuture().whenComplete((done, failed) -> {
            var _ = drains.removeAsync(id);
        });
    }

    /** Tells whether a job is to drain. May block. */
    static boolean has(HazelcastInstance hazelcast, long job) {
        return hazelcast.<Long, Boolean>getMap(MAP).containsKey(job);
    }
}
