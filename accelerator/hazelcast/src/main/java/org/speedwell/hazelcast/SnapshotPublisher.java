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
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;

/**
 * A publisher that offers the snapshots of one application to all members of a Hazelcast cluster that have a
 * {@link SnapshotSubscriber} of the same name. Only the publisher's application reads the database, for any number of
 * hosts.
 *
 * <pre>{@code
 * SnapshotPublisher publisher = SnapshotPublisher.start(hazelcast, application, "sakila", Path.of("/var/lib/sakila/all"));
 * store.load();
 * publisher.publish();
 * }</pre>
 *
 * Subscribers fetch the file in chunks, at their own pace, through {@code IExecutorService}. The cluster itself stores
 * nothing. Several publishers may have the same name; subscribers take the newest version of all. Thread-safe.
 */
public final class SnapshotPublisher implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    /** The time for which a replaced file stays available after the last request for one of its chunks. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final Peers peers;
    private final String name;
    private final DataStore store;
    private final Map<String, Integer> model;
    private final Path file;
    private final int chunkBytes;
    private final Map<String, Given> given = new HashMap<>();
    private @Nullable PublishedSnapshot newest;
    private boolean isClosed;

    /**
     * A published file that stays open. A subscriber can therefore finish its transfer after another file has replaced
     * this one.
     */
    private static final class Given {
        private final PublishedSnapshot snapshot;
        private final RandomAccessFile file; // not a FileChannel, which an interrupt of the reading thread would close
        private long lastRequestNanos = System.nanoTime();

        Given(PublishedSnapshot snapshot, RandomAccessFile file) {
            this.snapshot = snapshot;
            this.file = file;
        }
    }

    private SnapshotPublisher(HazelcastInstance hazelcast, DataStore store, String name, Path file, int chunkBytes) {
        this.peers = new Peers(hazelcast);
        this.name = requireNonNull(name);
        this.store = store;
        this.model = ModelShape.of(store.describe());
        this.file = requireNonNull(file);
        this.chunkBytes = chunkBytes;
    }

    /**
     * Starts a publisher. It offers nothing before the first {@link #publish}.
     *
     * @param application an application in memory. The caller loads its store and closes it, as well as the Hazelcast
     * instance
     * @param file the file to save to, in an existing folder with room for two snapshots
     * @throws IllegalStateException if this member already has a publisher of the name
     */
    public static SnapshotPublisher start(HazelcastInstance hazelcast, Speedment application, String name, Path file) {
        return start(hazelcast, application, name, file, CHUNK_BYTES);
    }

    /**
     * Starts a publisher of a store, as {@link #start(HazelcastInstance, Speedment, String, Path)} does.
     *
     * @param store a store of any kind, such as a {@code MemoryStore}
     */
    public static SnapshotPublisher start(HazelcastInstance hazelcast, DataStore store, String name, Path file) {
        return start(hazelcast, store, name, file, CHUNK_BYTES);
    }

    /** Starts a publisher with a given chunk size, in bytes. */
    static SnapshotPublisher start(
            HazelcastInstance hazelcast, Speedment application, String name, Path file, int chunkBytes) {
        return start(hazelcast, application.getOrThrow(DataStoreComponent.class), name, file, chunkBytes);
    }

    private static SnapshotPublisher start(
            HazelcastInstance hazelcast, DataStore store, String name, Path file, int chunkBytes) {
        SnapshotPublisher publisher = new SnapshotPublisher(hazelcast, store, name, file, chunkBytes);
        MemberTask.register(hazelcast, SnapshotPublisher.class, name, publisher);
        return publisher;
    }

    /**
     * Saves the version in memory, notifies all subscribers, and returns. The subscribers fetch the file in the
     * background. They ignore a version that they already have, or that is older than theirs.
     *
     * @throws org.speedwell.accelerator.DataStoreNotLoadedException if nothing is in memory
     * @throws DataStoreException if saving fails. The publisher continues to offer the previous file
     * @throws IllegalStateException if the publisher is closed
     */
    public synchronized void publish() {
        if (isClosed) {
            throw new IllegalStateException("The publisher of " + name + " is closed. Start another one to publish.");
        }
        Instant takenAt = store.snapshot().takenAt(); // before save(): the file may contain later changes
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
                    "The snapshot " + file + " was saved, but cannot be read: " + e.getMessage(), e);
        }
        peers.notifyAllMembers(new PublishTasks.Announce(name));
    }

    synchronized @Nullable PublishedSnapshot offer() {
        return newest;
    }

    synchronized byte[] chunk(String id, int chunk) throws IOException {
        Given from = given.get(id);
        if (from == null) {
            return new byte[0];
        }
        from.lastRequestNanos = System.nanoTime();
        return from.snapshot.read(from.file, chunk);
    }

    /** Closes replaced files without a request for at least this time. */
    private void forget(Duration idle) throws IOException {
        for (Iterator<Given> files = given.values().iterator(); files.hasNext(); ) {
            Given one = files.next();
            if (one.snapshot != newest && System.nanoTime() - one.lastRequestNanos > idle.toNanos()) {
                files.remove();
                one.file.close();
            }
        }
    }

    /** Stops offering files. The file that was saved last remains on disk. */
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
