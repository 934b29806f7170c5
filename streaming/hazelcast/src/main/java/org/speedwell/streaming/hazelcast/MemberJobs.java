package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;

/**
 * The jobs of one member. All processors of a job share one graph, and the last of them closes it. Some ended jobs stay
 * available, so that callers can read their views. A new job of the same name replaces them. Thread-safe.
 */
final class MemberJobs {
    private static final String KEY = MemberJobs.class.getName();

    /** The largest number of ended jobs that stay available. */
    private static final int KEPT = 8;

    /** The running jobs by execution id. */
    private final Map<Long, Run> running = new TreeMap<>();

    /** The newest run of each job by the job's id, in the order in which the runs started. */
    private final Map<Long, Run> last = new LinkedHashMap<>();

    /**
     * One execution of a job on this member.
     *
     * @param job the job's id in Jet
     * @param members the addresses of all members that take part
     */
    record Execution(long id, long job, String name, Set<String> members) {
        Execution {
            members = Set.copyOf(members);
        }
    }

    /** An execution and the graph of this member. */
    static final class Run {
        private final Execution execution;
        private final DistributedGraph spread;
        private int users;

        private Run(Execution execution, DistributedGraph spread) {
            this.execution = execution;
            this.spread = spread;
        }

        Execution execution() {
            return execution;
        }

        DistributedGraph spread() {
            return spread;
        }
    }

    private MemberJobs() {}

    static MemberJobs of(HazelcastInstance member) {
        return (MemberJobs) member.getUserContext().computeIfAbsent(KEY, none -> new MemberJobs());
    }

    /**
     * Returns the graph of an execution, and creates it at the first call. The caller must {@link #release release}
     * each result once.
     */
    synchronized DistributedGraph acquire(Execution execution, Supplier<DistributedGraph> definition) {
        Run run = running.get(execution.id);
        if (run == null) {
            run = new Run(execution, definition.get());
            running.put(execution.id, run);
            last.values().removeIf(before -> before.execution.name.equals(execution.name));
            last.put(execution.job, run);
            forgetSome();
        }
        run.users++;
        return run.spread;
    }

    private void forgetSome() {
        List<Long> over = last.entrySet().stream()
                .filter(each -> !running.containsValue(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        over.stream().limit(Math.max(0, over.size() - KEPT)).forEach(last::remove);
    }

    /** Releases the graph, and closes it after the last release. May block. */
    void release(long execution) {
        DistributedGraph over = released(execution);
        if (over != null) {
            over.close();
        }
    }

    private synchronized @Nullable DistributedGraph released(long execution) {
        Run run = running.get(execution);
        if (run == null || --run.users > 0) {
            return null;
        }
        running.remove(execution);
        return run.spread;
    }

    /**
     * Returns the newest run of a job. Empty if the job has not started here, or is no longer available.
     *
     * @param job the job's id in Jet
     */
    synchronized Optional<Run> find(long job) {
        return Optional.ofNullable(last.get(job));
    }
}
