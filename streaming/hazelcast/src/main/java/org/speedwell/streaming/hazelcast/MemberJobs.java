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
 * The jobs of one member: each is defined once for all its processors, and closed with the last of them. Some that are over are
 * kept, until there is another of the name or there are too many, so that their views can be read. Thread-safe.
 */
final class MemberJobs {
    private static final String KEY = MemberJobs.class.getName();

    /** How many jobs that are over. */
    private static final int KEPT = 8;

    /** By execution. */
    private final Map<Long, Run> running = new TreeMap<>();

    /** By the job's id, the newest run, in the order in which they began. */
    private final Map<Long, Run> last = new LinkedHashMap<>();

    /**
     * One execution of a job on this member.
     *
     * @param job the id of the job in Jet
     * @param members the addresses of all members that take part
     */
    record Execution(long id, long job, String name, Set<String> members) {
        Execution {
            members = Set.copyOf(members);
        }
    }

    /** An execution with what this member has of it. */
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

    /** Returns the job of an execution, defined if it is not yet; to be {@link #release released} as often. */
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

    /** Closes the job if nobody has it any more, which may block. */
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

    /** Returns the newest run of a job by the job's id; empty if the job has not begun here or is forgotten. */
    synchronized Optional<Run> find(long job) {
        return Optional.ofNullable(last.get(job));
    }
}
