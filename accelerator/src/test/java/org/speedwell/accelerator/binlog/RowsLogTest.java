package org.speedwell.accelerator.binlog;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.DocumentedBytes;

/** Verifies logs of transactions that exceed their memory, on disks with and without enough space. */
@Tag("fault")
class RowsLogTest {
    private static final long SEED = 20_261_122;
    private static final int EVENT = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final RowFormat format =
            RowFormat.of(new TableMap(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 1, 's', 0, 1, 't', 0, 0, 0 // no columns
            }));

    private RowsEvent event(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new RowsEvent(format, RowsEvent.Kind.INSERT, RowsEvent.ForeignKeys.CHECKED, bytes, 0);
    }

    /** Creates a log of events of about 1 MiB each, so that the last ones are in the file. */
    private RowsLog log(RowsLog.Opener opener, int events) throws IOException {
        Random random = new Random(SEED);
        RowsLog log = new RowsLog(opener);
        for (int i = 0; i < events; i++) {
            log.add(event(random, EVENT - i));
        }
        log.complete();
        return log;
    }

    @Test
    void returnsRemainingEventsInOrder() throws IOException {
        Random random = new Random(SEED);
        Random copied = new Random(SEED);
        RowsLog log = log(() -> disk(Long.MAX_VALUE), 20);
        log.takeBack(18);
        assertThat(folder).isNotEmptyDirectory();
        try (RowsLog copy = log.copy((schema, table) -> table.equals("t"))) {
            for (int i = 0; i < 15; i++) {
                assertThat(requireNonNull(copy.next()).bytes())
                        .isEqualTo(event(copied, EVENT - i).bytes());
            }
        }
        int[] read = {0};
        log.read(event -> assertThat(event.bytes())
                .isEqualTo(event(random, EVENT - read[0]++).bytes()));
        assertThat(read[0]).isEqualTo(18);
        assertThat(folder).isEmptyDirectory();
    }

    /** Fills the disk at random offsets, and one byte before the end. The log must fail and delete its file. */
    @Test
    void fullDiskRefusesTheLog() throws IOException {
        long[] written = {0};
        log(() -> new Disk(written, Long.MAX_VALUE), 12).close();
        Random random = new Random(SEED);
        for (long room : Stream.concat(
                        Stream.of(0L, 1L, written[0] - 1),
                        random.longs(20, 0, written[0]).boxed())
                .toList()) {
            assertThatThrownBy(() -> log(() -> disk(room), 12))
                    .as("room for %d of %d bytes", room, written[0])
                    .isInstanceOf(IOException.class)
                    .hasMessage("No space left on device");
            assertThat(folder).isEmptyDirectory();
        }
        try (RowsLog all = log(() -> disk(written[0]), 12)) {
            assertThat(all.size()).isEqualTo(12);
        }
    }

    /** Reads an event that the file contains in another form. Nothing may come back but the bytes that were added. */
    @Test
    void damagedFileIsRefused() throws IOException {
        byte[] event = {1, 2, 3};
        byte[] whole = file(event);
        assertThat(DocumentedBytes.dump(whole)).isEqualTo(DocumentedBytes.below("An event of a large transaction"));
        assertThat(inFile(event, whole)).isEqualTo(event);
        for (int length = 0; length < whole.length; length++) {
            assertRefused(event, Arrays.copyOf(whole, length), "cut to " + length);
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            assertRefused(event, flipped, "flipped at " + at);
        }
    }

    private void assertRefused(byte[] event, byte[] file, String how) {
        assertThatThrownBy(() -> inFile(event, file))
                .as(how)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("Speedwell could not read the temporary file of a large transaction: ");
    }

    /** Returns the bytes of the file of a log whose memory is full. */
    private byte[] file(byte[] event) throws IOException {
        return withFile(event, (_, file) -> Files.readAllBytes(file));
    }

    /** Replaces the file of a log, and returns the event that the log then reads from it. */
    private byte[] inFile(byte[] event, byte[] replacement) throws IOException {
        return withFile(event, (log, file) -> {
            Files.write(file, replacement);
            requireNonNull(log.next());
            return requireNonNull(log.next()).bytes();
        });
    }

    private interface Use {
        byte[] of(RowsLog log, Path file) throws IOException;
    }

    private byte[] withFile(byte[] event, Use use) throws IOException {
        try (RowsLog log = new RowsLog(() -> disk(Long.MAX_VALUE))) {
            log.add(event(new Random(SEED), RowsLog.MAX_BYTES_IN_MEMORY));
            log.add(new RowsEvent(format, RowsEvent.Kind.INSERT, RowsEvent.ForeignKeys.CHECKED, event, 0));
            log.complete();
            try (Stream<Path> files = Files.list(folder)) {
                return use.of(log, files.findFirst().orElseThrow());
            }
        }
    }

    private Disk disk(long room) throws IOException {
        return new Disk(new long[1], room);
    }

    /** A file in the folder that accepts at most {@code room} bytes. */
    private final class Disk implements SeekableByteChannel {
        private final FileChannel file;
        private final long[] written;
        private final long room;
        private final Path path;

        Disk(long[] written, long room) throws IOException {
            this.path = Files.createTempFile(folder, "kept", "");
            this.file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            this.written = written;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (source.remaining() > room - written[0]) {
                throw new IOException("No space left on device");
            }
            written[0] += source.remaining();
            return file.write(source);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return file.read(target);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long to) throws IOException {
            file.position(to);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
            Files.delete(path);
        }
    }
}
