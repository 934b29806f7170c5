package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.IExecutorService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The members of a cluster, as receivers of tasks. Thread-safe. */
final class Peers {
    /** The executor for questions and chunks, which may take long. */
    static final String QUERIES = "speedwell-queries";

    /** The executor for all other tasks, so that they do not wait for questions. */
    static final String CONTROL = "speedwell-control";

    private static final System.Logger LOG = System.getLogger(Peers.class.getName());

    private final HazelcastInstance hazelcast;

    Peers(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    /** Runs an action with the instance, unless the instance is shut down or shuts down meanwhile. */
    void ifRunning(Consumer<HazelcastInstance> action) {
        try {
            if (hazelcast.getLifecycleService().isRunning()) {
                action.accept(hazelcast);
            }
        } catch (HazelcastInstanceNotActiveException e) {
            LOG.log(System.Logger.Level.DEBUG, "Hazelcast has shut down", e);
        }
    }

    /** Returns the members in the order of the cluster: the oldest first. */
    List<Member> members() {
        return List.copyOf(hazelcast.getCluster().getMembers());
    }

    Member local() {
        return hazelcast.getCluster().getLocalMember();
    }

    /**
     * The answers of members.
     *
     * @param received the answers by member
     * @param silent the failures of members that did not answer in time, or failed
     */
    record Answers<R>(Map<Member, R> received, Map<Member, Throwable> silent) {}

    /** Asks all members. The result omits members that do not have the service. */
    <R> Answers<R> queryAllMembers(MemberTask<?, R> task, Duration timeout) throws InterruptedException {
        return await(submit(CONTROL, task, members()), timeout);
    }

    /** Sends a task to some members. */
    <R> Map<Member, Future<@Nullable R>> submit(String executor, MemberTask<?, R> task, List<Member> to) {
        IExecutorService service = hazelcast.getExecutorService(executor);
        Map<Member, Future<@Nullable R>> futures = new LinkedHashMap<>();
        for (Member member : to) {
            futures.put(member, service.submitToMember(task, member));
        }
        return futures;
    }

    static <R> Answers<R> await(Map<Member, Future<@Nullable R>> futures, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        Map<Member, R> heard = new LinkedHashMap<>();
        Map<Member, Throwable> silent = new LinkedHashMap<>();
        try {
            for (Map.Entry<Member, Future<@Nullable R>> future : futures.entrySet()) {
                try {
                    R answer = future.getValue().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                    if (answer != null) {
                        heard.put(future.getKey(), answer);
                    }
                } catch (ExecutionException e) {
                    silent.put(future.getKey(), e.getCause() == null ? e : e.getCause());
                } catch (TimeoutException
                        | RuntimeException e) { // Hazelcast's own, for example that the member has left
                    silent.put(future.getKey(), e);
                }
            }
        } finally {
            futures.values().forEach(future -> future.cancel(true)); // has no effect on those that are done
        }
        return new Answers<>(heard, silent);
    }

    /** Sends a notice to all members. A member that does not receive it finds the change by itself later. */
    void notifyAllMembers(MemberTask<?, Boolean> task) {
        List<Member> unreached = new ArrayList<>();
        IExecutorService service = hazelcast.getExecutorService(CONTROL);
        for (Member member : members()) {
            try {
                var _ = service.submitToMember(task, member);
            } catch (RejectedExecutionException e) {
                unreached.add(member);
            }
        }
        if (!unreached.isEmpty()) {
            LOG.log(System.Logger.Level.DEBUG, () -> "These members do not know of a change: " + unreached);
        }
    }
}
