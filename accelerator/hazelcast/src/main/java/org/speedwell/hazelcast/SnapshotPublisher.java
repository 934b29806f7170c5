package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;

/**
 * Gives the snapshots of one application, the loader, to all members of a Hazelcast cluster that have a {@link SnapshotSubscriber} of
 * the same name: so the database is read once, however many hosts there are.
 *
 * <pre>{@code
 * SnapshotPublisher publisher = SnapshotPublisher.start(hazelcast, application, "sakila", Path.of("/var/lib/sakila/all"));
 * store.load();
 * publisher.publish();
 * }</pre>
 *
 * Subscribers fetch the file in chunks, at their own pace, through {@code IExecutorService}; nothing is kept in the cluster. Several
 * publishers may have one name, of which the newest version is taken. Thread-safe.
 */
public final class SnapshotPublisher implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    /** A file that was replaced by another is given for so long after somebody has last asked for it. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final Peers peers;
    private final String name;
    private final DataStoreComponent store;
    private final Map<String, Integer> model;
    private final Path file;
    private final int chunkBytes;
    private final Map<String, Given> given = new HashMap<>();
    private @Nullable PublishedSnapshot newest;
    private boolean isClosed;

    /** A file that stays open, so that whoever has begun to fetch it ends, though another has taken its name. */
    private static final class Given {
        private final PublishedSnapshot snapshot;
        private final RandomAccessFile file; // no channel: that would be closed by the interrupt of a thread that reads
        private long asked = System.nanoTime();

        Given(PublishedSnapshot snapshot, RandomAccessFile file) {
            this.snapshot = snapshot;
            this.file = file;
        }
    }

    private SnapshotPublisher(
            HazelcastInstance hazelcast, Speedment application, String name, Path file, int chunkBytes) {
        this.peers = new Peers(hazelcast);
        this.name = requireNonNull(name);
        this.store = application.getOrThrow(DataStoreComponent.class);
        this.model = ModelShape.of(application);
        this.file = requireNonNull(file);
        this.chunkBytes = chunkBytes;
    }

    /**
     * A publisher, with nothing to give yet.
     *
     * @param application in memory, whose store is loaded by others; it stays the caller's, as the Hazelcast instance does
     * @param file to which it saves, in an existing folder with room for two
     * @throws IllegalStateException if there is one of the name on this member already
     */
    public static SnapshotPublisher start(HazelcastInstance hazelcast, Speedment application, String name, Path file) {
        return start(hazelcast, application, name, file, CHUNK_BYTES);
    }

    /** As the other, with how much is sent at a time. */
    static SnapshotPublisher start(
            HazelcastInstance hazelcast, Speedment application, String name, Path file, int chunkBytes) {
        SnapshotPublisher publisher = new SnapshotPublisher(hazelcast, application, name, file, chunkBytes);
        MemberTask.register(hazelcast, SnapshotPublisher.class, name, publisher);
        return publisher;
    }

    /**
     * Saves the version in memory and lets all subscribers know, who then fetch it; returns as soon as it is saved. A version that
     * subscribers have already, or that is older than theirs, they leave alone.
     *
     * @throws org.speedwell.accelerator.DataStoreNotLoadedException if nothing is in memory
     * @throws DataStoreException if it cannot be saved; what was published before is given still
     * @throws IllegalStateException if the publisher is closed
     */
    public synchronized void publish() {
        if (isClosed) {
            throw new IllegalStateException("The publisher of " + name + " is closed.");
        }
        Instant takenAt =
                store.snapshot().takenAt(); // before: the file has that, or more where the database is followed
        store.save(file);
        try {
            RandomAccessFile saved = new RandomAccessFile(file.toFile(), "r");
            boolean isOffered = false;
            try {
                PublishedSnapshot snapshot = PublishedSnapshot.of(saved, takenAt, chunkBytes, model);
                Given same = given.get(snapshot.id());
                if (same == null) {
                    given.put(snapshot.id(), new Given(snapshot, saved));
                    isOffered = true;
                }
                newest = snapshot;
            } finally {
                if (!isOffered) {
                    saved.close();
                }
            }
            forget(KEPT);
        } catch (IOException e) {
            throw new DataStoreException(
                    "The snapshot " + file + " was saved and cannot be read: " + e.getMessage(), e);
        }
        peers.tellAll(new PublishTasks.Announce(name));
    }

    synchronized @Nullable PublishedSnapshot offer() {
        return newest;
    }

    synchronized byte[] chunk(String id, int chunk) throws IOException {
        Given from = given.get(id);
        if (from == null) {
            return new byte[0];
        }
        from.asked = System.nanoTime();
        return from.snapshot.read(from.file, chunk);
    }

    /** Closes files that were replaced and that nobody has asked for as long as that. */
    private void forget(Duration idle) throws IOException {
        for (Iterator<Given> files = given.values().iterator(); files.hasNext(); ) {
            Given one = files.next();
            if (one.snapshot != newest && System.nanoTime() - one.asked > idle.toNanos()) {
                files.remove();
                one.file.close();
            }
        }
    }

    /** Gives nothing any more; what was saved last stays. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        newest = null;
        peers.ifRunning(hazelcast -> MemberTask.unregister(hazelcast, SnapshotPublisher.class, name, this));
        try {
            forget(Duration.ofNanos(-1));
        } catch (IOException e) {
            throw new DataStoreException("The snapshot " + file + " cannot be closed: " + e.getMessage(), e);
        }
    }
}
