package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.JobObjectInput;
import org.speedwell.streaming.engine.JobObjectOutput;

/**
 * The states of a processor's parts on their way into a snapshot of Jet and out of it: bytes, in pieces. They come to all
 * processors of the stage, as a part may be anywhere after a restart, and each takes those of its parts. For one thread.
 */
final class Snapshot {
    private static final int PIECE = 1 << 19;

    private final ObjectInputFilter filter;
    private final List<Part> parts = new ArrayList<>();
    private final ArrayDeque<Map.Entry<String, byte[]>> pieces = new ArrayDeque<>();
    private @Nullable Future<List<Map.Entry<String, byte[]>>> writing;
    private final Map<String, Map<Integer, byte[]>> taken = new TreeMap<>();

    private record Part(String key, String name, Save save) {}

    /** @param filter decides which classes are read from a snapshot */
    Snapshot(ObjectInputFilter filter) {
        this.filter = filter;
    }

    /** Writes a state. */
    @FunctionalInterface
    interface Save {
        void save(ObjectOutput out) throws IOException;
    }

    /** Reads one. */
    @FunctionalInterface
    interface Restore {
        void restore(ObjectInput in) throws IOException, ClassNotFoundException;
    }

    /** Whether states are being saved. */
    boolean isBegun() {
        return !parts.isEmpty();
    }

    /** A state to save, under a key that has no slash. */
    void add(String key, String name, Save save) {
        parts.add(new Part(key, name, save));
    }

    /**
     * Saves the states, written by a virtual thread as that may take long; whether all is handed over. If not, states must not
     * change until it is called again.
     */
    boolean offer(Outbox outbox) {
        if (parts.isEmpty()) {
            return true;
        }
        Future<List<Map.Entry<String, byte[]>>> task = writing;
        if (task == null) {
            FutureTask<List<Map.Entry<String, byte[]>>> started = new FutureTask<>(this::write);
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Thread thread = Thread.ofVirtual().name("speedwell-snapshot").unstarted(started);
            thread.setContextClassLoader(loader);
            thread.start();
            writing = started;
            return false;
        }
        if (!task.isDone()) {
            return false;
        }
        if (pieces.isEmpty()) {
            pieces.addAll(result(task));
        }
        while (!pieces.isEmpty()) {
            Map.Entry<String, byte[]> piece = pieces.element();
            if (!outbox.offerToSnapshot(BroadcastKey.broadcastKey(piece.getKey()), piece.getValue())) {
                return false;
            }
            pieces.remove();
        }
        parts.clear();
        writing = null;
        return true;
    }

    private static <T> T result(Future<T> done) {
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private List<Map.Entry<String, byte[]>> write() {
        List<Map.Entry<String, byte[]>> all = new ArrayList<>();
        for (Part part : parts) {
            byte[] bytes = write(part);
            for (int i = 0; i == 0 || i * PIECE < bytes.length; i++) {
                byte[] piece = Arrays.copyOfRange(bytes, i * PIECE, Math.min(bytes.length, (i + 1) * PIECE));
                all.add(Map.entry(part.key + "/" + i, piece));
            }
        }
        return all;
    }

    private static byte[] write(Part part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new JobObjectOutput(bytes)) {
            part.save.save(out);
        } catch (NotSerializableException e) {
            throw new IllegalStateException(
                    "The state of " + part.name + " cannot be saved: " + e.getMessage()
                            + ". Keys, events and accumulators that are held across a snapshot must be,"
                            + " unless the aggregate overrides save and restore.",
                    e);
        } catch (IOException e) {
            throw new IllegalStateException("The state of " + part.name + " cannot be saved: " + e, e);
        }
        return bytes.toByteArray();
    }

    /** Takes in what comes out of a snapshot. */
    void take(Inbox inbox) {
        for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
            String key = (String) ((BroadcastKey<?>) entry.getKey()).key();
            int slash = key.lastIndexOf('/');
            taken.computeIfAbsent(key.substring(0, slash), none -> new TreeMap<>())
                    .put(Integer.valueOf(key.substring(slash + 1)), (byte[]) entry.getValue());
        }
    }

    /** The keys of all states that came. */
    Collection<String> taken() {
        return taken.keySet();
    }

    /** Reads a state that came. */
    void restore(String key, String name, Restore restore) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        requireNonNull(taken.get(key)).values().forEach(bytes::writeBytes);
        try (ObjectInputStream in = new JobObjectInput(new ByteArrayInputStream(bytes.toByteArray()), filter)) {
            restore.restore(in);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new IllegalStateException(
                    "The state of " + name + " cannot be restored: " + JobObjectInput.reason(e), e);
        }
    }

    /** Forgets all that came. */
    void clear() {
        taken.clear();
    }
}
