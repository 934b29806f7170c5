package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Spread;

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

    /** By the job's name, the newest run, in the order in which they began. */
    private final Map<String, Spread> last = new LinkedHashMap<>();

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
            last.remove(name);
            last.put(name, run.spread);
            forgetSome();
        }
        run.users++;
        return run.spread;
    }

    private void forgetSome() {
        List<Spread> alive = running.values().stream().map(run -> run.spread).toList();
        List<String> over = last.entrySet().stream()
                .filter(each -> !alive.contains(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        over.stream().limit(Math.max(0, over.size() - KEPT)).forEach(last::remove);
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
