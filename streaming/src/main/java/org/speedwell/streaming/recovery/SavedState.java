package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.JobObjectOutput;
import org.speedwell.streaming.engine.Stateful;

/** The serialized state of one participant, in chunks. Immutable after its creation. */
final class SavedState {
    private static final int CHUNK = 1 << 16;

    private final List<byte[]> chunks = new ArrayList<>();
    private long length;

    private SavedState() {}

    /** Creates the state of a text, in UTF-8. */
    static SavedState of(String text) {
        SavedState saved = new SavedState();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        saved.new Chunks().write(bytes, 0, bytes.length);
        return saved;
    }

    /**
     * Serializes the present state of an object.
     *
     * @throws CheckpointException if an object does not support serialization, or if the filter rejects its class
     */
    static SavedState of(String name, Stateful state, StateClasses classes) {
        SavedState saved = new SavedState();
        try (ObjectOutputStream out = new Output(saved.new Chunks(), classes)) {
            state.save(out);
        } catch (InvalidClassException e) {
            String refusal = classes.refusal();
            throw new CheckpointException(
                    "The state of " + name + " cannot be saved: " + (refusal == null ? Failures.describe(e) : refusal),
                    e);
        } catch (NotSerializableException e) {
            throw new CheckpointException(
                    "The state of " + name + " cannot be saved: " + Failures.message(e)
                            + ". Keys, events and accumulators that a checkpoint contains must be Serializable,"
                            + " unless the aggregate overrides save and restore.",
                    e);
        } catch (IOException e) {
            throw new CheckpointException("The state of " + name + " cannot be saved: " + Failures.describe(e), e);
        }
        return saved;
    }

    /**
     * Returns all chunks. The last one may contain unused bytes. {@link #length(int)} returns the number of bytes in
     * use.
     */
    List<byte[]> chunks() {
        return chunks;
    }

    long length() {
        return length;
    }

    /** Returns the number of bytes in use of a chunk. */
    int length(int chunk) {
        return (int) Math.min(CHUNK, length - (long) chunk * CHUNK);
    }

    /** A stream that rejects objects that a later read would reject. */
    private static final class Output extends JobObjectOutput {
        private final StateClasses classes;

        private Output(OutputStream out, StateClasses classes) throws IOException {
            super(out);
            this.classes = classes;
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            if (!isFailed() && !classes.allows(type)) {
                throw new InvalidClassException(type.getName(), "not allowed");
            }
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            annotateClass(type);
        }
    }

    private final class Chunks extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            int at = from;
            int left = count;
            while (left > 0) {
                int used = (int) (length % CHUNK);
                if (used == 0) {
                    chunks.add(new byte[CHUNK]);
                }
                int part = Math.min(left, CHUNK - used);
                System.arraycopy(bytes, at, chunks.getLast(), used, part);
                at += part;
                left -= part;
                length += part;
            }
        }
    }
}
