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
 * Receives one published file: chunk by chunk, each compared with its checksum, into a file beside its place, that is forced to the
 * disk and moved there when it is whole. What was received before a cut, by this process or one before it, is compared and kept.
 * For one thread.
 */
final class Transfer {
    /** So many chunks are on their way at once. */
    private static final int AHEAD = 4;

    private final Peers peers;
    private final String name;
    private final PublishedSnapshot snapshot;
    private final Path target;
    private final Duration timeout;
    private final TransferProgress progress;

    /** It did not come to its end, for the reason that it tells. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        FailedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** @param timeout for one chunk */
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
     * Receives it from the first member; there is nothing to do where another process has done so meanwhile.
     *
     * @throws FailedException if it was cut, or there is no room, or another process is about it; to be tried again
     */
    void receive(Member from) throws FailedException, InterruptedException {
        if (Files.exists(target)) {
            return;
        }
        try (PartFile part = PartFile.open(target)) {
            if (part == null) {
                throw new FailedException("another process of this machine is receiving it to " + target, null);
            }
            receive(part, from);
        } catch (ClosedByInterruptException e) { // what was received is kept
            throw new InterruptedException("while a snapshot was received");
        } catch (IOException e) {
            throw new FailedException("it could not be written beside " + target + ": " + reason(e), e);
        }
    }

    private void receive(PartFile part, Member from) throws IOException, FailedException, InterruptedException {
        if (Files.exists(target)) { // meanwhile
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
            throw new FailedException(giveUp(part, e), e);
        }
    }

    /** Where the disk is full or broken, what was received is of no use any more. */
    private static String giveUp(PartFile part, IOException failure) {
        String message = "it could not be written to " + part.path() + ": " + reason(failure);
        try {
            part.delete();
        } catch (IOException e) {
            message += "; nor can that be deleted: " + reason(e);
        }
        return message;
    }

    /** The JDK's message of many a failure is the path alone. */
    private static String reason(IOException failure) {
        return failure instanceof FileSystemException known && known.getReason() == null
                ? failure.toString()
                : String.valueOf(failure.getMessage());
    }

    /** How many chunks at the begin are there already as they are to be. */
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
        if (room < needed && folder != null && room > 0) { // some file systems do not tell
            throw new FailedException(
                    "it needs %,d bytes more in %s, where %,d are free: make room".formatted(needed, folder, room),
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
        String cut = "it was cut after %,d of %,d bytes: ".formatted(snapshot.at(chunk), snapshot.bytes());
        byte[] bytes;
        try {
            bytes = coming.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new FailedException(cut + from.getAddress() + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new FailedException(
                    cut + from.getAddress() + " has not sent more for " + timeout.toMillis() + " ms", e);
        } catch (RuntimeException e) { // Hazelcast's own: that the member has left, and so on
            throw new FailedException(cut + from.getAddress() + " is lost: " + e, e);
        }
        if (bytes == null || bytes.length == 0) {
            throw new FailedException(cut + from.getAddress() + " does not have it any more", null);
        }
        if (!snapshot.isChunk(chunk, bytes)) {
            throw new FailedException(cut + "what " + from.getAddress() + " sent has another checksum", null);
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
