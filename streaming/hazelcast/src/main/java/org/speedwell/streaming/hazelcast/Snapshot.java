package org.speedwell.streaming.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.format.Format;
import org.speedwell.accelerator.format.UnknownVersionException;
import org.speedwell.streaming.engine.JobObjectInput;
import org.speedwell.streaming.engine.JobObjectOutput;

/**
 * The states of a processor's parts, which it writes into a Jet snapshot or reads from one. A state is a sequence of
 * byte arrays: the header of a {@link Format}, and then the pieces of a stream of Java's serialization. A change of what
 * a part saves is a change of this format.
 *
 * <p>After a restart, any processor may run a part. So Jet sends all states to all processors of the stage, and each
 * processor restores those of its own parts. For one thread.
 */
final class Snapshot {
    private static final Format FORMAT = new Format("the state of a job", "SPWSTAT", '3');
    private static final int PIECE = 1 << 19;

    private final ObjectInputFilter filter;
    private final Keeper keeper;
    private final List<Part> parts = new ArrayList<>();
    private final ArrayDeque<Map.Entry<String, byte[]>> pieces = new ArrayDeque<>();
    private @Nullable Future<List<Map.Entry<String, byte[]>>> writing;
    private final Map<String, Map<Integer, byte[]>> taken = new TreeMap<>();

    private record Part(String key, String name, Save save) {}

    /**
     * Creates an empty snapshot.
     *
     * @param filter selects the classes that may be deserialised from a snapshot
     * @param keeper receives all states too
     */
    Snapshot(ObjectInputFilter filter, Keeper keeper) {
        this.filter = filter;
        this.keeper = keeper;
    }

    /** A receiver of saved states. It may block. */
    @FunctionalInterface
    interface Keeper {
        void keep(String part, byte[] state);
    }

    /** Returns the version of the format of states. */
    static char version() {
        return FORMAT.version();
    }

    /** A writer of a state. */
    @FunctionalInterface
    interface Save {
        void save(ObjectOutput out) throws IOException;
    }

    /** A reader of a state. */
    @FunctionalInterface
    interface Restore {
        void restore(ObjectInput in) throws IOException, ClassNotFoundException;
    }

    /** Returns whether the processor is saving states. */
    boolean isBegun() {
        return !parts.isEmpty();
    }

    /**
     * Adds a state to save.
     *
     * @param key contains no slash
     * @param name the name of the part for messages
     */
    void add(String key, String name, Save save) {
        parts.add(new Part(key, name, save));
    }

    /**
     * Writes the states and passes them to Jet. A virtual thread writes them, because this may take long. Returns
     * whether Jet has accepted all. If not, the caller calls again, and the states must not change until then.
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
            byte[] bytes = write(part.name, part.save);
            byte[] header = FORMAT.header(bytes);
            keeper.keep(part.key, joined(header, bytes));
            all.add(Map.entry(part.key + "/0", header));
            for (int i = 0; (long) i * PIECE < bytes.length; i++) {
                int end = (int) Math.min(bytes.length, (i + 1L) * PIECE);
                all.add(Map.entry(part.key + "/" + (i + 1), Arrays.copyOfRange(bytes, i * PIECE, end)));
            }
        }
        return all;
    }

    /**
     * Returns a state in one piece.
     *
     * @param name the name of the part for messages
     */
    static byte[] state(String name, Save save) {
        byte[] bytes = write(name, save);
        return joined(FORMAT.header(bytes), bytes);
    }

    private static byte[] joined(byte[] header, byte[] body) {
        byte[] state = Arrays.copyOf(header, header.length + body.length);
        System.arraycopy(body, 0, state, header.length, body.length);
        return state;
    }

    private static byte[] write(String name, Save save) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new JobObjectOutput(bytes)) {
            save.save(out);
        } catch (NotSerializableException e) {
            throw new IllegalStateException(
                    "The state of " + name + " cannot be saved: " + e.getMessage()
                            + ". Keys, events and accumulators that a snapshot contains must be Serializable,"
                            + " unless the aggregate overrides save and restore.",
                    e);
        } catch (IOException e) {
            throw new IllegalStateException("The state of " + name + " cannot be saved: " + e, e);
        }
        return bytes.toByteArray();
    }

    /** Reads the pieces of a Jet snapshot from an inbox. */
    void take(Inbox inbox) {
        for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
            String key = (String) ((BroadcastKey<?>) entry.getKey()).key();
            int slash = key.lastIndexOf('/');
            taken.computeIfAbsent(key.substring(0, slash), none -> new TreeMap<>())
                    .put(Integer.valueOf(key.substring(slash + 1)), (byte[]) entry.getValue());
        }
    }

    /** Takes states that a savepoint has kept. */
    void take(Map<String, byte[]> kept) {
        kept.forEach((key, state) -> taken.put(key, new TreeMap<>(Map.of(0, state))));
    }

    /** Returns the keys of all states read so far. */
    Collection<String> taken() {
        return taken.keySet();
    }

    /** Restores a state that {@link #take} has read. */
    void restore(String key, String name, Restore restore) {
        Map<Integer, byte[]> found = requireNonNull(taken.get(key));
        try (ObjectInputStream in = new JobObjectInput(new ByteArrayInputStream(body(found.values())), filter)) {
            restore.restore(in);
        } catch (UnknownVersionException e) {
            throw new IllegalStateException(
                    "The state of " + name + " cannot be restored: " + e.getMessage()
                            + ". Put the version of streaming-hazelcast that saved it on the class path of every member.",
                    e);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new IllegalStateException(
                    "The state of " + name + " cannot be restored: " + JobObjectInput.reason(e), e);
        }
    }

    private static byte[] body(Collection<byte[]> pieces) throws IOException {
        InputStream all = new SequenceInputStream(Collections.enumeration(
                pieces.stream().map(ByteArrayInputStream::new).toList()));
        byte[] body = FORMAT.read(new DataInputStream(all));
        Format.requireEnd(all.readAllBytes().length);
        return body;
    }

    /** Drops all states read so far. */
    void clear() {
        taken.clear();
    }
}
