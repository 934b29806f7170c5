package org.speedwell.accelerator.binlog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderV4Deserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.binlog.CheckedEvents.DamagedException;
import org.speedwell.accelerator.model.Position;

/** Verifies the detection of binlog events that are damaged, missing or out of order. */
@Tag("fault")
class CheckedEventsTest {
    private static final int ROTATE = 4;
    private static final int FORMAT = 15;
    private static final int XID = 16;
    private static final int HEARTBEAT = 27;
    private static final int ARTIFICIAL = 0x20;
    private static final String FILE = "binlog.000001";

    private final CheckedEvents events = events();

    private static CheckedEvents events() {
        return events(new Position(FILE, 4, ""), new LogOrder());
    }

    private static CheckedEvents events(Position from, LogOrder order) {
        CheckedEvents events = new CheckedEvents(new EventHeaderV4Deserializer(), new LogContinuity(from, order));
        events.setChecksumType(ChecksumType.CRC32);
        return events;
    }

    private static byte[] event(int type, int flags, long next, byte[] body) {
        int length = CheckedEvents.HEADER + body.length + 4;
        ByteBuffer event = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        event.putInt(0)
                .put((byte) type)
                .putInt(1)
                .putInt(length)
                .putInt((int) next)
                .putShort((short) flags);
        event.put(body);
        CRC32 sum = new CRC32();
        sum.update(event.array(), 0, length - 4);
        return event.putInt((int) sum.getValue()).array();
    }

    private static byte[] begin(String file, long offset) {
        byte[] name = file.getBytes(UTF_8);
        byte[] body = ByteBuffer.allocate(8 + name.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(offset)
                .put(name)
                .array();
        return event(ROTATE, ARTIFICIAL, 0, body);
    }

    /** Returns the event that ends a transaction. It takes 31 bytes. */
    private static byte[] commit(long from) {
        return event(XID, 0, from + 31, new byte[8]);
    }

    private static byte[] heartbeat(long at) {
        return event(HEARTBEAT, 0, at, FILE.getBytes(UTF_8));
    }

    private static List<EventType> read(CheckedEvents events, byte[]... sent) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] event : sent) {
            bytes.write(event);
        }
        ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
        List<EventType> types = new ArrayList<>();
        for (Event event = events.nextEvent(in); event != null; event = events.nextEvent(in)) {
            types.add(event.getHeader().getEventType());
        }
        return types;
    }

    @Test
    void consecutiveEventsAreRead() throws IOException {
        assertThat(read(events, begin(FILE, 4), commit(4), commit(35), heartbeat(66), commit(66)))
                .containsExactly(EventType.ROTATE, EventType.XID, EventType.XID, EventType.HEARTBEAT, EventType.XID);
    }

    @Test
    void anyFlippedBitIsDetected() {
        for (int bit = 0; bit < commit(4).length * 8; bit++) {
            byte[] damaged = commit(4);
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> read(events(), begin(FILE, 4), damaged, commit(35)))
                    .as("bit %d", bit)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void missingRepeatedOrReorderedEventIsDetected() {
        assertDamaged(begin(FILE, 4), commit(4), commit(66));
        assertDamaged(begin(FILE, 4), commit(4), commit(4));
        assertDamaged(begin(FILE, 4), commit(35), commit(4));
        assertDamaged(begin(FILE, 35), commit(35));
        assertDamaged(begin("binlog.000002", 4), commit(4));
    }

    @Test
    void heartbeatRevealsMissingEvents() {
        assertDamaged(begin(FILE, 4), commit(4), heartbeat(66));
    }

    @Test
    void eventBeforeTheFileNameIsRefused() {
        for (String ids : List.of("", "0-1-7", "11111111-2222-3333-4444-555555555555:1-7")) {
            Position from = new Position(FILE, 4, ids);
            for (byte[] first : List.of(commit(4), heartbeat(66), event(FORMAT, 0, 0, new byte[80]))) {
                assertThatThrownBy(() -> read(events(from, new LogOrder()), first))
                        .as("event %d from %s", CheckedEvents.type(first), from)
                        .isInstanceOf(DamagedException.class)
                        .hasMessageContaining("before the name of its file");
            }
        }
    }

    @Test
    void shortFileIsAcceptedOnlyOnTheSecondConnection() throws IOException {
        byte[] next = begin("binlog.000002", 4);
        Position from = new Position(FILE, 35, "");
        LogOrder order = new LogOrder();
        assertThatThrownBy(() -> read(events(from, order), begin(FILE, 35), next))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("after binlog.000001:35 the server sent binlog.000002:4");
        assertThat(read(events(from, order), begin(FILE, 35), next)).hasSize(2);
    }

    private static void assertDamaged(byte[]... sent) {
        assertThatThrownBy(() -> read(events(), sent)).isInstanceOf(DamagedException.class);
    }

    @Test
    void connectionLostInsideAnEventIsNotDamage() throws IOException {
        byte[] commit = commit(4);
        InputStream cut = new InputStream() {
            private int at;

            @Override
            public int read() throws IOException {
                if (at == 25) {
                    throw new SSLException("Connection reset");
                }
                return commit[at++] & 0xFF;
            }
        };
        assertThat(read(events, begin(FILE, 4))).hasSize(1);
        assertThatThrownBy(() -> events.nextEvent(new ByteArrayInputStream(cut)))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
    }
}
