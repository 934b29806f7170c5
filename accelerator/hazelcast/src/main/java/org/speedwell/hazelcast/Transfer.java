package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A transfer of one published file. It compares each chunk with its checksum and writes it into a file beside the
 * target. It forces the complete file to disk and moves it to the target. A later attempt, also of another process,
 * verifies and keeps the chunks that an earlier one received. For one thread.
 */
final class Transfer {
    /** The number of chunks that the transfer requests at the same time. */
    private static final int AHEAD = 4;

    private final Peers peers;
    private final String name;
    private final PublishedSnapshot snapshot;
    private final Path target;
    private final Duration timeout;
    private final TransferProgress progress;

    /** An exception for a transfer that failed. The message contains the reason. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        FailedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** @param timeout the time limit for one chunk */
    Transfer(
            Peers peers,
            String name,
            PublishedSnapshot snapshot,
            Path target,
            Duration timeout,
            TransferProgress progress) {
        this.peers = peers;
        this.name = name;
        this.snapshot = snapshot;
        this.target = target;
        this.timeout = timeout;
        this.progress = progress;
    }

    /**
     * Receives the file, and returns at once if another process has received it.
     *
     * @throws FailedException if the connection breaks, the disk is full, or another process is receiving the file. The
     * caller may try again
     */
    void receive(Member from) throws FailedException, InterruptedException {
        if (Files.exists(target)) {
            return;
        }
        try (PartFile part = PartFile.open(target)) {
            if (part == null) {
                throw new FailedException("another process on this machine is receiving it into " + target, null);
            }
            receive(part, from);
        } catch (ClosedByInterruptException e) { // the received bytes remain
            throw new InterruptedException("interrupted while receiving a snapshot");
        } catch (IOException e) {
            throw new FailedException("it could not be written to the folder of " + target + ": " + reason(e), e);
        }
    }

    private void receive(PartFile part, Member from) throws IOException, FailedException, InterruptedException {
        if (Files.exists(target)) { // another process has received it
            part.delete();
            return;
        }
        FileChannel file = part.channel();
        try {
            int begin = verified(file);
            requireRoom(part.path(), snapshot.at(begin));
            receive(file, begin, from);
            file.truncate(snapshot.bytes());
            file.force(true);
            part.moveTo(target);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new FailedException(discard(part, e), e);
        }
    }

    /** Deletes the received bytes and returns a message. They are useless if the disk is full or broken. */
    private static String discard(PartFile part, IOException failure) {
        String message = "it could not be written to " + part.path() + ": " + reason(failure);
        try {
            part.delete();
        } catch (IOException e) {
            message += "; that file cannot be deleted either: " + reason(e);
        }
        return message;
    }

    /** Returns the text of a failure. The message of many exceptions of the JDK is only the path. */
    private static String reason(IOException failure) {
        return failure instanceof FileSystemException known && known.getReason() == null
                ? failure.toString()
                : String.valueOf(failure.getMessage());
    }

    /** Returns the number of correct chunks at the start of the file. */
    private int verified(FileChannel file) throws IOException {
        int chunk = 0;
        while (chunk < snapshot.chunks()) {
            long at = snapshot.at(chunk);
            ByteBuffer bytes = ByteBuffer.allocate((int) (snapshot.at(chunk + 1) - at));
            while (bytes.hasRemaining() && at + bytes.position() < file.size()) {
                if (file.read(bytes, at + bytes.position()) < 0) {
                    return chunk;
                }
            }
            if (bytes.hasRemaining() || !snapshot.isChunk(chunk, bytes.array())) {
                return chunk;
            }
            chunk++;
        }
        return chunk;
    }

    private void requireRoom(Path part, long there) throws IOException, FailedException {
        long needed = snapshot.bytes() - there;
        long room = Files.getFileStore(part).getUsableSpace();
        Path folder = part.toAbsolutePath().getParent();
        if (room < needed && folder != null && room > 0) { // some file systems report 0
            throw new FailedException(
                    "it needs %,d more bytes in %s, but only %,d are free: make room".formatted(needed, folder, room),
                    null);
        }
    }

    private void receive(FileChannel file, int begin, Member from)
            throws IOException, FailedException, InterruptedException {
        Deque<Future<byte @Nullable []>> coming = new ArrayDeque<>();
        int asked = begin;
        try {
            for (int chunk = begin; chunk < snapshot.chunks(); chunk++) {
                while (asked < snapshot.chunks() && asked < chunk + AHEAD) {
                    var task = new PublishTasks.Chunk(name, snapshot.id(), asked++);
                    coming.addAll(
                            peers.submit(Peers.QUERIES, task, List.of(from)).values());
                }
                write(file, snapshot.at(chunk), await(coming.removeFirst(), from, chunk));
                progress.received(snapshot.at(chunk + 1), snapshot.bytes());
            }
        } finally {
            coming.forEach(rest -> rest.cancel(true));
        }
    }

    private byte[] await(Future<byte @Nullable []> coming, Member from, int chunk)
            throws FailedException, InterruptedException {
        String cut = "the transfer stopped after %,d of %,d bytes: ".formatted(snapshot.at(chunk), snapshot.bytes());
        byte[] bytes;
        try {
            bytes = coming.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new FailedException(cut + from.getAddress() + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new FailedException(cut + from.getAddress() + " sent nothing for " + timeout.toMillis() + " ms", e);
        } catch (RuntimeException e) { // Hazelcast's own, for example that the member has left
            throw new FailedException(cut + from.getAddress() + " is lost: " + e, e);
        }
        if (bytes == null || bytes.length == 0) {
            throw new FailedException(cut + from.getAddress() + " does not have it any more", null);
        }
        if (!snapshot.isChunk(chunk, bytes)) {
            throw new FailedException(cut + "the data from " + from.getAddress() + " has a wrong checksum", null);
        }
        return bytes;
    }

    private static void write(FileChannel file, long at, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer, at + buffer.position());
        }
    }
}
