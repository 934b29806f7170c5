package org.speedwell.hazelcast;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.SnapshotView;

/**
 * A background task that decides which part this member holds, and loads it. The member list of the cluster alone
 * determines the part: of <i>n</i> members that run the store, the <i>i</i>-th holds part <i>i</i> of <i>n</i>. The
 * members therefore need no agreement. A question names its part, so its answer is correct whichever member gives it.
 * After a change each member loads its new part. While the former parts are still complete, it answers from its former
 * part until all new parts are loaded.
 *
 * <p>One thread does this. It runs after each change, and otherwise periodically.
 */
final class Rebalancing implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Rebalancing.class.getName());

    /** The longest time until this member notices a change without a notice. */
    private static final Duration CHECK = Duration.ofSeconds(20);

    private static final long FIRST_RETRY_MILLIS = 200;

    private final String name;
    private final Peers peers;
    private final PartLoader loader;
    private final Timing timing;
    private final int atLeast;
    private final HeldParts held = new HeldParts();
    private final Semaphore changes = new Semaphore(1);
    private final Queue<CompletableFuture<String>> reloads = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    private volatile Directory directory = Directory.EMPTY;
    private volatile @Nullable PartNumber wanted;
    private volatile String failure = "";
    private volatile long settlesAt = System.nanoTime();
    private volatile boolean closed;

    // only the thread uses these
    private @Nullable Loading loading;
    private long retryAt = System.nanoTime();
    private long retryMillis = FIRST_RETRY_MILLIS;

    /**
     * The time limits of this class.
     *
     * @param settle how long the member list must stay unchanged before a load starts
     * @param retry the longest pause before a failed load is tried again
     * @param answer how long a member may take to report its status
     */
    record Timing(Duration settle, Duration retry, Duration answer) {}

    private record Loading(PartNumber part, CompletableFuture<Void> job, List<CompletableFuture<String>> waiting) {}

    Rebalancing(String name, Peers peers, PartLoader loader, int atLeast, Timing timing) {
        this.name = name;
        this.peers = peers;
        this.loader = loader;
        this.atLeast = atLeast;
        this.timing = timing;
        this.thread =
                Thread.ofPlatform().daemon().name("speedwell-parts-" + name).unstarted(this::run);
    }

    void start() {
        membersChanged();
        thread.start();
    }

    HeldParts held() {
        return held;
    }

    /** Returns the distribution of the parts, as this member saw it last. */
    Directory directory() {
        return directory;
    }

    /** Returns the status of this member, for the other members. */
    PartStatus status() {
        PartNumber target = wanted;
        return new PartStatus(
                isOwner(),
                loader.layout(),
                held.numbers(),
                target == null || held.has(target) ? null : target,
                failure);
    }

    private boolean isOwner() {
        return !peers.local().isLiteMember();
    }

    /** Makes the thread ask all members for their status. */
    void look() {
        changes.release();
    }

    /** Makes the thread ask all members for their status, and delays loads until the member list has settled. */
    void membersChanged() {
        settlesAt = System.nanoTime() + timing.settle.toNanos();
        changes.release();
    }

    /** Asks all members for their status. The directory names the members that do not answer. */
    Directory ask(Duration timeout) throws InterruptedException {
        var answers = peers.queryAllMembers(new PartitionTasks.Status(name), timeout);
        Directory seen = new Directory(
                answers.received().entrySet().stream()
                        .map(status -> new PartStatus.Of(status.getKey(), status.getValue()))
                        .toList(),
                answers.silent().keySet().stream()
                        .filter(member -> peers.members().contains(member))
                        .toList());
        synchronized (this) {
            directory = seen;
            notifyAll();
        }
        return seen;
    }

    /** Asks all members for their status if this member knows no complete table. A new member knows none. */
    void askIfIncomplete() throws InterruptedException {
        if (directory.whole().isEmpty()) {
            ask(timing.answer);
        }
    }

    /** Waits until the owners hold all parts. Returns false if the time elapses first. */
    synchronized boolean awaitWhole(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!isWhole() && !closed) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return isWhole();
    }

    private boolean isWhole() {
        Directory now = directory;
        return now.silent().isEmpty() && now.isWhole(now.owners().size());
    }

    /** Reloads the part and waits for the load. Returns the reason of a failure, or an empty text. */
    String reload() throws InterruptedException {
        CompletableFuture<String> done = new CompletableFuture<>();
        reloads.add(done);
        changes.release();
        if (closed) {
            return "the store is closed";
        }
        try {
            return done.get();
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        }
    }

    private void run() {
        boolean isOrderly = false;
        try {
            work();
            isOrderly = true;
        } finally {
            closed = true;
            if (!isOrderly) {
                failure = "the thread that loads parts ended with an error: close the store and start another";
            }
            cancel();
            reloads.forEach(reload -> reload.complete("the store is closed"));
            held.retain(count -> false);
            synchronized (this) {
                notifyAll();
            }
        }
    }

    private void work() {
        long wait = 0;
        while (!closed) {
            try {
                var _ = changes.tryAcquire(wait, TimeUnit.NANOSECONDS);
                changes.drainPermits();
                wait = step();
            } catch (InterruptedException | HazelcastInstanceNotActiveException e) {
                return;
            } catch (Throwable e) { // includes Errors: the status must report them, and they may be temporary
                fail(reason(e), e);
                wait = Math.max(1, retryAt - System.nanoTime());
            }
        }
    }

    /** Runs one round. Returns the nanoseconds until the next round, if nothing changes before. */
    private long step() throws InterruptedException {
        finishLoading();
        Directory seen = ask(timing.answer);
        if (!seen.silent().isEmpty()) { // it may own a part, which changes the number of our part
            throw new IllegalStateException("Members do not answer: " + seen.silent());
        }
        if (!isOwner()) {
            reloads.forEach(reload -> reload.complete(""));
            reloads.clear();
            return CHECK.toNanos();
        }
        requireSameLayout(seen);
        PartNumber target = target(seen);
        if (!Objects.equals(wanted, target)) {
            wanted = target;
            peers.notifyAllMembers(new PartitionTasks.Changed(name, false));
        }
        int parts = target == null ? 0 : target.of();
        boolean isDone = seen.isWhole(parts);
        held.retain(count -> count == parts || (!isDone && seen.isWhole(count)));
        Loading now = loading;
        if (now != null && !now.part.equals(target)) {
            cancel();
        }
        if (target == null) {
            failure = "waits for %d members, and sees %d"
                    .formatted(atLeast, seen.owners().size());
            return CHECK.toNanos();
        }
        if (held.has(target) && reloads.isEmpty()) {
            failure = "";
            retryMillis = FIRST_RETRY_MILLIS;
            return CHECK.toNanos();
        }
        long begins = Math.max(settlesAt, retryAt) - System.nanoTime();
        if (loading == null && begins <= 0) {
            load(target);
        }
        return loading == null ? begins : CHECK.toNanos();
    }

    private @Nullable PartNumber target(Directory seen) {
        List<PartStatus.Of> owners = seen.owners();
        for (int i = 0; i < owners.size() && owners.size() >= atLeast; i++) {
            if (owners.get(i).member().localMember()) {
                return new PartNumber(i, owners.size());
            }
        }
        return null;
    }

    private void requireSameLayout(Directory seen) {
        for (PartStatus.Of one : seen.members()) {
            if (!one.status().layout().equals(loader.layout())) {
                throw new IllegalStateException(
                        "Member " + one + " partitions " + one.status().layout() + ", but this member partitions "
                                + loader.layout() + ". Start " + name
                                + " with the same tables and keys on all members.");
            }
        }
    }

    private void load(PartNumber part) {
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (CompletableFuture<String> next = reloads.poll(); next != null; next = reloads.poll()) {
            waiting.add(next);
        }
        CompletableFuture<Void> job = loader.start(part);
        loading = new Loading(part, job, waiting);
        var _ = job.whenComplete((done, failed) -> changes.release());
    }

    private void finishLoading() {
        Loading done = loading;
        if (done == null || !done.job.isDone()) {
            return;
        }
        loading = null;
        String reason = "";
        try {
            done.job.join();
            SnapshotView version = loader.loaded(done.part)
                    .orElseThrow(() -> new IllegalStateException("the store has loaded another version meanwhile"));
            held.put(done.part, version);
            failure = "";
            retryMillis = FIRST_RETRY_MILLIS;
            LOG.log(System.Logger.Level.INFO, () -> name + " holds " + done.part);
            peers.notifyAllMembers(new PartitionTasks.Changed(name, false));
        } catch (CompletionException e) {
            reason = reason(Objects.requireNonNullElse(e.getCause(), e));
            fail(reason, e);
        } catch (CancellationException e) {
            reason = "the members changed during the load";
        } catch (Throwable e) { // the loop below informs the waiting callers
            reason = reason(e);
            fail(reason, e);
        }
        for (CompletableFuture<String> waiting : done.waiting) {
            waiting.complete(reason);
        }
    }

    /** Returns the message of a failure. For an Error, or a failure without a message, the text names its class. */
    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof Error ? failure.toString() : message;
    }

    private void fail(String reason, Throwable why) {
        if (!reason.equals(failure)) {
            LOG.log(System.Logger.Level.WARNING, name + " cannot load its part and will retry: " + reason);
        }
        LOG.log(System.Logger.Level.DEBUG, name, why);
        failure = reason;
        retryAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(retryMillis);
        retryMillis = Math.min(2 * retryMillis, Math.max(1, timing.retry.toMillis()));
    }

    private void cancel() {
        Loading now = loading;
        loading = null;
        if (now != null) {
            now.job.cancel(true);
            now.waiting.forEach(reload -> reload.complete("the members changed during the load"));
            retryAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FIRST_RETRY_MILLIS); // a load ends slowly
        }
    }

    /** Cancels a running load and releases all parts. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
