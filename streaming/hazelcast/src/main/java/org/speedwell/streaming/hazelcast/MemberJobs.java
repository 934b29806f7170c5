package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Spread;

/**
 * The jobs of one member: each is defined once for all its processors, and closed with the last of them. The last run of each
 * name is kept behind its end, until there is another, so that its views can be read. Thread-safe.
 */
final class MemberJobs {
    private static final String KEY = MemberJobs.class.getName();

    /** By execution. */
    private final Map<Long, Run> running = new TreeMap<>();

    /** By the job's name. */
    private final Map<String, Spread> last = new TreeMap<>();

    private static final class Run {
        private final Spread spread;
        private int users;

        private Run(Spread spread) {
            this.spread = spread;
        }
    }

    private MemberJobs() {}

    static MemberJobs of(HazelcastInstance member) {
        return (MemberJobs) member.getUserContext().computeIfAbsent(KEY, none -> new MemberJobs());
    }

    /** The job of an execution, defined if it is not yet; to be {@link #release released} as often. */
    synchronized Spread acquire(long execution, String name, Supplier<Spread> definition) {
        Run run = running.get(execution);
        if (run == null) {
            run = new Run(definition.get());
            running.put(execution, run);
            last.put(name, run.spread);
        }
        run.users++;
        return run.spread;
    }

    /** Closes the job if nobody has it any more, which may block. */
    void release(long execution) {
        Spread over = released(execution);
        if (over != null) {
            over.close();
        }
    }

    private synchronized @Nullable Spread released(long execution) {
        Run run = running.get(execution);
        if (run == null || --run.users > 0) {
            return null;
        }
        running.remove(execution);
        return run.spread;
    }

    /** The newest run of a name. */
    synchronized Optional<Spread> find(String name) {
        return Optional.ofNullable(last.get(name));
    }
}
