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

/** The members of a cluster, to which tasks are sent. Thread-safe. */
final class Peers {
    /** For questions, which may take long. */
    static final String QUERIES = "speedwell-queries";

    /** For all else, so that it need not wait for questions. */
    static final String CONTROL = "speedwell-control";

    private static final System.Logger LOG = System.getLogger(Peers.class.getName());

    private final HazelcastInstance hazelcast;

    Peers(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    /** Does something with the instance, unless it has been shut down or is so meanwhile. */
    void ifRunning(Consumer<HazelcastInstance> action) {
        try {
            if (hazelcast.getLifecycleService().isRunning()) {
                action.accept(hazelcast);
            }
        } catch (HazelcastInstanceNotActiveException e) {
            LOG.log(System.Logger.Level.DEBUG, "Shut down meanwhile", e);
        }
    }

    /** In the cluster's order: the oldest first. */
    List<Member> members() {
        return List.copyOf(hazelcast.getCluster().getMembers());
    }

    Member local() {
        return hazelcast.getCluster().getLocalMember();
    }

    /** What all members answered; those that did not, in time or at all, with why. */
    record Answers<R>(Map<Member, R> heard, Map<Member, Throwable> silent) {}

    /** Asks all members; those on which there is no such service are not among the answers. */
    <R> Answers<R> askAll(MemberTask<?, R> task, Duration timeout) throws InterruptedException {
        return await(submit(CONTROL, task, members()), timeout);
    }

    /** Sends a task to each of these. */
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
                        | RuntimeException e) { // Hazelcast's own: that the member has left, and so on
                    silent.put(future.getKey(), e);
                }
            }
        } finally {
            futures.values().forEach(future -> future.cancel(true)); // those that are done do not mind
        }
        return new Answers<>(heard, silent);
    }

    /** Lets all members know; who is not reached finds it out himself. */
    void tellAll(MemberTask<?, Boolean> task) {
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
            LOG.log(System.Logger.Level.DEBUG, () -> "Not told of a change: " + unreached);
        }
    }
}
