package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.query.TableDescription;

/**
 * The maintained questions that this member asks. A thread registers them at all members after each change of the
 * members, and otherwise periodically. Thread-safe.
 */
final class ClusterQueries implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterQueries.class.getName());

    /** The longest time until a member learns of a question, and this member of the state there, without a notice. */
    private static final Duration CHECK = Duration.ofSeconds(10);

    private final String name;
    private final Peers peers;
    private final Rebalancing rebalancing;
    private final Scatter scatter;
    private final Wire wire;
    private final Duration answer;
    private final Map<UUID, MergedQuery<?, ?>> queries = new ConcurrentHashMap<>();
    private final Semaphore changes = new Semaphore(0);
    private final Thread thread;
    private volatile boolean isClosed;

    /** True if members may know questions. Only the thread uses it. */
    private boolean hasRegistered;

    /** @param answer how long a member may take to report its state */
    ClusterQueries(String name, Peers peers, Rebalancing rebalancing, Scatter scatter, Wire wire, Duration answer) {
        this.name = name;
        this.peers = peers;
        this.rebalancing = rebalancing;
        this.scatter = scatter;
        this.wire = wire;
        this.answer = answer;
        this.thread = Thread.ofVirtual().name("speedwell-maintain-" + name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Makes the thread register the questions at all members. */
    void look() {
        changes.release();
    }

    <T, P, R> MaintainedQuery<R> maintain(TableDescription<T> table, ClusterQuery<T, P, R> query, Duration timeout) {
        PartQueries.Question question =
                new PartQueries.Question(UUID.randomUUID(), Wire.name(table), scatter.write(query));
        MergedQuery<P, R> merged = new MergedQuery<>(question, query, wire, this::staleness);
        CompletableFuture<MaintainedQuery<R>> first = requireNonNull(merged.first());
        queries.put(question.id(), merged);
        boolean isMaintained = false;
        try {
            if (isClosed) {
                throw new IllegalStateException("The store " + name + " is closed. Start another one.");
            }
            look();
            MaintainedQuery<R> handle = await(first, merged, timeout);
            isMaintained = true;
            return new MergedHandle<>(merged, handle, () -> remove(question.id()));
        } finally {
            merged.taken();
            if (!isMaintained) {
                remove(question.id());
            }
        }
    }

    private <R> MaintainedQuery<R> await(
            CompletableFuture<MaintainedQuery<R>> first, MergedQuery<?, R> merged, Duration timeout) {
        try {
            rebalancing.askIfIncomplete();
            return first.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known
                    ? known
                    : new ClusterQueryException("Cannot maintain " + merged + ": " + e.getCause(), List.of(), e);
        } catch (TimeoutException e) {
            first.completeExceptionally(e);
            List<String> missing = rebalancing.directory().missing();
            throw new ClusterQueryException(
                    "No result of %s within %,d ms. %s"
                            .formatted(
                                    merged,
                                    timeout.toMillis(),
                                    missing.isEmpty()
                                            ? "The parts have reached no common position yet."
                                                    + " Raise the timeout, or check that all members follow the database."
                                            : "Missing: " + String.join("; ", missing) + "."),
                    missing,
                    e);
        } catch (InterruptedException e) {
            first.completeExceptionally(e);
            Thread.currentThread().interrupt();
            throw new ClusterQueryException(
                    "The thread was interrupted before " + merged + " had a result.", List.of(), e);
        }
    }

    /** Returns why a result for a number of parts is not that of the present members. */
    private Optional<String> staleness(int parts) {
        if (isClosed) {
            return Optional.of("The store " + name + " is closed.");
        }
        Directory seen = rebalancing.directory();
        int owners = seen.owners().size();
        if (!seen.isWhole(owners)) {
            return Optional.of("The members do not hold all parts: " + String.join("; ", seen.missing()) + ".");
        }
        return owners == parts
                ? Optional.empty()
                : Optional.of("The result is that of " + parts + " parts, but the tables now have " + owners
                        + ", which have reached no common position yet.");
    }

    /**
     * Takes results of a question.
     *
     * @return whether this member still needs the question
     */
    boolean report(UUID query, UUID member, PartState state, List<PartResult> results) {
        MergedQuery<?, ?> merged = queries.get(query);
        if (merged == null || merged.isAbandoned()) {
            queries.remove(query);
            return false;
        }
        merged.report(member, state, results);
        return true;
    }

    private void remove(UUID id) {
        if (queries.remove(id) != null) {
            look();
        }
    }

    private void run() {
        while (!isClosed) {
            try {
                var _ = changes.tryAcquire(CHECK.toNanos(), TimeUnit.NANOSECONDS);
                changes.drainPermits();
                register();
            } catch (InterruptedException | HazelcastInstanceNotActiveException e) {
                return;
            } catch (RuntimeException e) { // the next round may succeed
                LOG.log(System.Logger.Level.WARNING, "The maintained questions of " + name + " were not registered", e);
            }
        }
    }

    /** Registers all questions at all members. The members release those that are missing. */
    private void register() throws InterruptedException {
        queries.values().removeIf(MergedQuery::isAbandoned);
        List<MergedQuery<?, ?>> asked = List.copyOf(queries.values());
        if (asked.isEmpty() && !hasRegistered) {
            return;
        }
        hasRegistered = !asked.isEmpty();
        var answers = peers.queryAllMembers(maintain(asked), answer);
        for (MergedQuery<?, ?> query : asked) {
            Map<UUID, PartState> states = new HashMap<>();
            answers.received().forEach((member, ofMember) -> {
                PartState state = ofMember.get(query.question().id());
                if (state != null) {
                    states.put(member.getUuid(), state);
                }
            });
            query.use(states);
        }
    }

    private PartitionTasks.Maintain maintain(List<MergedQuery<?, ?>> asked) {
        return new PartitionTasks.Maintain(
                name,
                peers.local().getUuid(),
                asked.stream().map(MergedQuery::question).toList());
    }

    /** Closes all questions. The members release them. */
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        queries.values().forEach(MergedQuery::close);
        queries.clear();
        peers.ifRunning(_ -> {
            var _ = peers.submit(Peers.CONTROL, maintain(List.of()), peers.members());
        });
    }
}
