package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.follow.FollowStatus;

/**
 * A subscriber that loads an application from the snapshots of a {@link SnapshotPublisher} of the same name. It
 * receives each snapshot into a folder, opens it, and deletes the previous one. The application needs no load, and no
 * database for its streams.
 *
 * <pre>{@code
 * SnapshotSubscriber subscriber = SnapshotSubscriber.builder(hazelcast, application, "sakila", Path.of("/var/lib/sakila"))
 *     .start();
 * subscriber.await(Duration.ofMinutes(5));
 * }</pre>
 *
 * <p>The subscriber first opens the newest file in the folder, so that a restart does not wait for a publisher.
 *
 * <p>If the application is configured to follow the database, it continues from the binlog position in the file. While
 * it follows, the subscriber stores new files for the next start and does not open them.
 *
 * <p>The log and {@link #status} report each failure. The subscriber tries again, and the version in memory continues
 * to serve. Applications on one machine may share a folder. One of them receives each file, and all map the same file.
 * Thread-safe.
 */
public final class SnapshotSubscriber implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SnapshotSubscriber.class.getName());

    /** The longest time until this subscriber notices a version without a notice. */
    private static final Duration CHECK = Duration.ofMinutes(1);

    private final Peers peers;
    private final String name;
    private final DataStore store;
    private final Map<String, Integer> model;
    private final KeptFiles files;
    private final OpenMode mode;
    private final Duration timeout;
    private final Duration retry;
    private final TransferProgress progress;
    private final Semaphore changes = new Semaphore(1);
    private final Thread thread;

    private volatile SubscriberStatus status = new SubscriberStatus(Optional.empty(), 0, 0, "");
    private volatile boolean closed;
    private @Nullable UUID listener;

    // only the thread uses these
    private String keptId = "";
    private Instant keptAt = Instant.MIN;
    private String refusedId = "";
    private String lastFailure = "";

    private SnapshotSubscriber(Builder builder) {
        this.peers = new Peers(builder.hazelcast);
        this.name = builder.name;
        this.store = builder.store;
        this.model = ModelShape.of(store.describe());
        this.files = new KeptFiles(builder.folder, name);
        this.mode = builder.mode;
        this.timeout = builder.timeout;
        this.retry = builder.retry;
        this.progress = builder.progress;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("speedwell-subscriber-" + name)
                .unstarted(this::run);
    }

    /**
     * Creates a builder of a subscriber.
     *
     * @param application an application with an {@code InMemoryBundle} and the same model as the publisher's. Nothing
     * else may load it. The caller closes it, as well as the Hazelcast instance
     * @param name the name of the publisher: letters, digits, {@code _} and {@code -}
     * @param folder an existing local folder with room for two snapshots
     */
    public static Builder builder(HazelcastInstance hazelcast, Speedment application, String name, Path folder) {
        return builder(hazelcast, application.getOrThrow(DataStoreComponent.class), name, folder);
    }

    /**
     * Creates a builder of a subscriber, as {@link #builder(HazelcastInstance, Speedment, String, Path)} does.
     *
     * @param store a store of any kind, which has no version yet, such as one of {@code MemoryStore.Builder.create}
     */
    public static Builder builder(HazelcastInstance hazelcast, DataStore store, String name, Path folder) {
        return new Builder(hazelcast, store, name, folder);
    }

    private void start() {
        MemberTask.register(peers.hazelcast(), SnapshotSubscriber.class, name, this);
        listener = peers.hazelcast().getCluster().addMembershipListener(new Members());
        thread.start();
    }

    /** Returns what the subscriber has and does. */
    public SubscriberStatus status() {
        return status;
    }

    /**
     * Waits until a version is in memory.
     *
     * @return false if the time elapses first, or if the subscriber is closed
     */
    public synchronized boolean await(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (store.version() == 0 && !closed) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, 100_000_000)); // a lazily opened file sends no notice
        }
        return store.version() > 0;
    }

    /** Makes the thread ask for new versions. */
    void look() {
        changes.release();
    }

    private void run() {
        boolean isOrderly = false;
        try {
            openFirst();
            work();
            isOrderly = true;
        } finally {
            closed = true;
            if (isOrderly) {
                updateStatus(status);
            } else {
                updateStatus(
                        "the thread of the subscriber ended with an error: close the subscriber and start another");
            }
        }
    }

    private void openFirst() {
        try {
            openKept();
        } catch (Throwable e) { // it continues without the files of an earlier run
            reportFailure(e.toString(), e);
        }
    }

    private void work() {
        Duration wait = Duration.ZERO;
        while (!closed) {
            try {
                var _ = changes.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
                changes.drainPermits();
                step();
                wait = CHECK;
            } catch (InterruptedException | HazelcastInstanceNotActiveException e) {
                return;
            } catch (Throwable e) { // includes Errors: the status must report them, and they may be temporary
                if (!closed) {
                    reportFailure(e instanceof Error ? e.toString() : String.valueOf(e.getMessage()), e);
                }
                wait = retry;
            }
        }
    }

    private void step() throws InterruptedException, Transfer.FailedException {
        Map<Member, PublishedSnapshot> offers =
                peers.queryAllMembers(new PublishTasks.Offer(name), timeout).received();
        var newest = offers.entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.comparing(PublishedSnapshot::takenAt)))
                .orElse(null);
        if (newest == null) {
            updateStatus("no member publishes " + name);
            return;
        }
        PublishedSnapshot snapshot = newest.getValue();
        if (snapshot.id().equals(keptId)) {
            updateStatus("");
            return;
        }
        if (snapshot.takenAt().isBefore(keptAt)) {
            updateStatus("the snapshot of %s was taken at %s, before the one in memory, which was taken at %s"
                    .formatted(newest.getKey().getAddress(), snapshot.takenAt(), keptAt));
            return;
        }
        if (snapshot.id().equals(refusedId)) {
            return; // already reported; a later version may be better
        }
        take(newest.getKey(), snapshot);
    }

    private void take(Member from, PublishedSnapshot snapshot) throws InterruptedException, Transfer.FailedException {
        Optional<String> difference = ModelShape.difference(snapshot.model(), model);
        if (difference.isPresent()) {
            refuse(
                    snapshot,
                    ("The snapshot of %s that %s publishes has another model than this application: %s."
                                    + " Publish from an application of the same version.")
                            .formatted(snapshot.takenAt(), from.getAddress(), difference.get()),
                    null);
            return;
        }
        Path file = files.path(snapshot);
        SubscriberStatus before = status;
        try {
            new Transfer(peers, name, snapshot, file, timeout, (received, of) -> {
                        updateStatus(new SubscriberStatus(before.kept(), received, of, before.failure()));
                        progress.received(received, of);
                    })
                    .receive(from);
        } catch (Transfer.FailedException e) {
            throw new Transfer.FailedException(
                    "The snapshot of %s was not received from %s: %s."
                            .formatted(snapshot.takenAt(), from.getAddress(), e.getMessage()),
                    e);
        }
        if (store.followStatus().filter(SnapshotSubscriber::isRunning).isPresent()) {
            received(snapshot);
        } else {
            open(file, snapshot);
        }
    }

    private static boolean isRunning(FollowStatus follow) {
        return follow.phase() != FollowStatus.Phase.STOPPED;
    }

    private void open(Path file, PublishedSnapshot snapshot) {
        long version = store.version();
        try {
            store.open(file, mode).join();
            received(snapshot);
        } catch (DataStoreException | CompletionException e) {
            if (store.version() > version) { // it is in memory, but following failed
                received(snapshot);
                reportFailure(reason(e), e);
            } else if (files.isFileAtFault(file, reason(e))) {
                files.delete(file);
                refuse(snapshot, reason(e), e);
            } else {
                throw e; // for example, another load is running
            }
        }
    }

    /** Opens the newest file of an earlier run that can be opened. */
    private void openKept() {
        for (KeptFiles.Kept one : files.newestFirst()) {
            try {
                store.open(one.path(), mode).join();
                kept(one.id(), one.takenAt());
                return;
            } catch (DataStoreException | CompletionException e) {
                boolean isServed = store.version() > 0; // true if following failed
                if (isServed) {
                    kept(one.id(), one.takenAt());
                } else if (files.isFileAtFault(one.path(), reason(e))) {
                    files.delete(one.path());
                }
                reportFailure(reason(e), e);
                if (isServed) {
                    return;
                }
            }
        }
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return String.valueOf(cause == null ? failure.getMessage() : cause.getMessage());
    }

    private void received(PublishedSnapshot snapshot) {
        kept(snapshot.id(), snapshot.takenAt());
        try {
            files.deleteAllBut(snapshot.id());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "Cannot delete older snapshots", e);
        }
    }

    private void kept(String id, Instant takenAt) {
        keptId = id;
        keptAt = takenAt;
        lastFailure = "";
        updateStatus(new SubscriberStatus(Optional.of(takenAt), 0, 0, ""));
    }

    private void refuse(PublishedSnapshot snapshot, String reason, @Nullable Throwable why) {
        refusedId = snapshot.id();
        reportFailure(reason, why);
    }

    private void reportFailure(String reason, @Nullable Throwable why) {
        if (!reason.equals(lastFailure)) { // not for each retry
            lastFailure = reason;
            LOG.log(System.Logger.Level.WARNING, reason, why);
        }
        updateStatus(reason);
    }

    private void updateStatus(String failure) {
        updateStatus(new SubscriberStatus(status.kept(), 0, 0, failure));
    }

    private synchronized void updateStatus(SubscriberStatus now) {
        status = now;
        notifyAll();
    }

    /** Stops receiving. The version in memory and its file remain. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        peers.ifRunning(hazelcast -> {
            MemberTask.unregister(hazelcast, SnapshotSubscriber.class, name, this);
            UUID told = listener;
            if (told != null) {
                hazelcast.getCluster().removeMembershipListener(told);
            }
        });
    }

    private final class Members implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            changes.release();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            changes.release();
        }
    }

    /** A builder of a subscriber. For one thread. */
    public static final class Builder {
        private final HazelcastInstance hazelcast;
        private final DataStore store;
        private final String name;
        private final Path folder;
        private OpenMode mode = OpenMode.VERIFIED;
        private Duration timeout = Duration.ofSeconds(30);
        private Duration retry = Duration.ofSeconds(10);
        private TransferProgress progress = TransferProgress.NONE;

        private Builder(HazelcastInstance hazelcast, DataStore store, String name, Path folder) {
            this.hazelcast = requireNonNull(hazelcast);
            this.store = requireNonNull(store);
            this.name = requireNonNull(name);
            this.folder = requireNonNull(folder);
            if (!name.matches("[\\w-]+")) {
                throw new IllegalArgumentException("The name of the subscriber is \"" + name
                        + "\", but may contain only letters, digits, _ and -, because files have this name.");
            }
        }

        /** Sets how to open files. The default is {@link OpenMode#VERIFIED}. */
        public Builder openMode(OpenMode how) {
            this.mode = requireNonNull(how);
            return this;
        }

        /** Sets how long a publisher may take for a chunk of 1 MB. The default is 30 seconds. */
        public Builder timeout(Duration longest) {
            this.timeout = positive(longest);
            return this;
        }

        /** Sets the pause before a failed step is tried again. The default is 10 seconds. */
        public Builder retry(Duration pause) {
            this.retry = positive(pause);
            return this;
        }

        /** Sets a listener that receives the progress of each transfer. The default is none. */
        public Builder progress(TransferProgress listener) {
            this.progress = requireNonNull(listener);
            return this;
        }

        private static Duration positive(Duration time) {
            if (!time.isPositive()) {
                throw new IllegalArgumentException("The time is " + time + ", but must be longer than 0.");
            }
            return time;
        }

        /**
         * Starts the subscriber and returns. The subscriber opens the files in the folder and receives new ones in the
         * background.
         *
         * @throws IllegalStateException if this member already has a subscriber of the name
         */
        public SnapshotSubscriber start() {
            SnapshotSubscriber subscriber = new SnapshotSubscriber(this);
            subscriber.start();
            return subscriber;
        }
    }
}
