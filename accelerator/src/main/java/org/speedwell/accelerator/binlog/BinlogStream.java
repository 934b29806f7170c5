package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.ServerException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * One connection to a server that sends its binlog, from a position on. The library that speaks the protocol is told to do
 * nothing by itself: where it would go on after a failure, or connect anew, this ends.
 */
final class BinlogStream implements BinlogReader.Stream {
    private static final System.Logger LOG = System.getLogger(BinlogStream.class.getName());
    private static final int POSITION_LOST = 1236;
    private static final int IGNORABLE = 0x80;
    private static final List<Integer> ACCESS = List.of(1044, 1045, 1142, 1227, 3118, 4151);

    private final BinaryLogClient client;
    private final BinlogAddress address;
    private final TransactionAssembler assembler;
    private final Stall stall;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile @Nullable Socket socket;
    private volatile boolean closed;

    /**
     * A connection that is not open yet.
     *
     * @param known before which nothing is asked for but what is prepared there; null if all is
     * @param serverId by which the server knows us; no other of its replicas may have it
     * @param heartbeat how often the server tells that it is there, while nothing is written
     * @param silence after which a server that sends no whole event is taken for lost
     * @param order of the transactions, over all connections of the same reader
     * @param follows tables, by schema and name, whose rows are asked for
     */
    BinlogStream(
            BinlogAddress address,
            Position from,
            @Nullable BinlogPlace known,
            long serverId,
            Duration heartbeat,
            Duration silence,
            LogOrder order,
            BiPredicate<String, String> follows,
            BinlogReader.Taker taker) {
        this.address = address;
        this.stall = new Stall(silence);
        order.begin(from.gtids());
        this.assembler = new TransactionAssembler(from, known, order, follows, taker);
        this.client = new BinaryLogClient(
                address.host(),
                address.port(),
                null,
                address.user(),
                address.password().get());
        client.setServerId(serverId);
        client.setKeepAlive(false);
        client.setHeartbeatInterval(heartbeat.toMillis());
        client.setConnectTimeout(silence.toMillis());
        client.setSSLMode(
                address.tls().mode() == Tls.Mode.VERIFY_IDENTITY
                        ? SSLMode.VERIFY_CA // the sockets see to the name
                        : SSLMode.valueOf(address.tls().mode().name()));
        client.setSslSocketFactory(new TlsSockets(address.tls(), address.host()));
        client.setSocketFactory(() -> newSocket(silence));
        client.setUseSendAnnotateRowsEvent(true); // else MariaDB leaves a gap where they are
        client.setEventDeserializer(
                registered(new CheckedEvents(new NumberedHeaders(), new LogContinuity(from, order))));
        client.setBinlogFilename(from.file());
        client.setBinlogPosition(from.offset());
        if (!from.gtids().isEmpty()) {
            client.setGtidSet(from.gtids());
        }
        client.registerEventListener(this::take);
        client.registerLifecycleListener(new Watch());
    }

    /** Reads the events of a transaction that was compressed: its checksum is that of the event around them. */
    private static EventDeserializer inner() {
        return registered(new EventDeserializer(new NumberedHeaders(), new NullEventDataDeserializer()));
    }

    private static EventDeserializer registered(EventDeserializer events) {
        events.setEventDataDeserializer(EventType.TABLE_MAP, new TableMap.Deserializer());
        events.setEventDataDeserializer(EventType.WRITE_ROWS, new RawRows.Reader(false, 1));
        events.setEventDataDeserializer(EventType.UPDATE_ROWS, new RawRows.Reader(false, 2));
        events.setEventDataDeserializer(EventType.DELETE_ROWS, new RawRows.Reader(false, 1));
        events.setEventDataDeserializer(EventType.EXT_WRITE_ROWS, new RawRows.Reader(true, 1));
        events.setEventDataDeserializer(EventType.EXT_UPDATE_ROWS, new RawRows.Reader(true, 2));
        events.setEventDataDeserializer(EventType.EXT_DELETE_ROWS, new RawRows.Reader(true, 1));
        events.setEventDataDeserializer(EventType.ROWS_QUERY, new NullEventDataDeserializer());
        events.setEventDataDeserializer(EventType.ANNOTATE_ROWS, new NullEventDataDeserializer());
        events.setEventDataDeserializer(EventType.TRANSACTION_PAYLOAD, new CompressedTransaction(BinlogStream::inner));
        return events;
    }

    /**
     * Reads until it is closed.
     *
     * @throws BinlogException why it cannot go on
     */
    @Override
    public void read() throws BinlogException, InterruptedException {
        try {
            if (!closed) {
                client.connect();
            }
        } catch (Throwable e) { // an Error too: the reader may try again
            failure.compareAndSet(null, e);
        } finally {
            cut(); // the library leaves it open after some failures
            assembler.close();
        }
        if (closed) {
            return;
        }
        Throwable reason = failure.get();
        switch (reason) {
            case BinlogException known -> throw known;
            case InterruptedException interrupted -> throw interrupted;
            case null ->
                throw new BinlogException(
                        BinlogException.Reason.CONNECTION, "The connection to " + address + " has ended.");
            default -> throw failed(reason);
        }
    }

    private BinlogException failed(Throwable reason) {
        if (reason instanceof AuthenticationException
                || reason instanceof ServerException refused && ACCESS.contains(refused.getErrorCode())) {
            return new BinlogException(
                    BinlogException.Reason.ACCESS,
                    "The server " + address + " refuses its binlog to user " + address.user() + ": "
                            + reason.getMessage()
                            + ". It takes GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO that user, and a way to"
                            + " log in by caching_sha2_password, mysql_native_password or mysql_clear_password.",
                    reason);
        }
        if (reason instanceof ServerException lost && lost.getErrorCode() == POSITION_LOST) {
            return new BinlogException(
                    BinlogException.Reason.POSITION,
                    "The server " + address + " cannot go on from there: " + reason.getMessage(),
                    reason);
        }
        if (reason instanceof CheckedEvents.DamagedException) {
            return new BinlogException(
                    BinlogException.Reason.DAMAGED,
                    "The binlog of " + address + " came damaged: " + reason.getMessage() + ".",
                    reason);
        }
        return new BinlogException(
                BinlogException.Reason.CONNECTION, "The connection to " + address + " is lost: " + reason, reason);
    }

    private void take(Event event) {
        if (closed || failure.get() != null) {
            return; // it was read already when the socket was closed, and is read again by the next connection
        }
        stall.taking();
        try {
            assembler.take(event);
        } catch (Throwable e) { // the library would log an exception, and go on
            fail(e);
        } finally {
            stall.taken();
        }
    }

    @Override
    public Duration waiting() {
        return Duration.ofNanos(stall.nanos());
    }

    /** More tables are followed from the next transaction on. For who takes an entry. */
    @Override
    public void askAgain() {
        assembler.askAgain();
    }

    private void fail(Throwable reason) {
        failure.compareAndSet(null, reason);
        cut();
    }

    private void cut() {
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "A socket could not be closed", e);
            }
        }
    }

    /** For any thread; {@link #read} returns soon. */
    @Override
    public void close() {
        closed = true;
        cut();
    }

    /** The library logs some failures and goes on. */
    private final class Watch extends BinaryLogClient.AbstractLifecycleListener {
        @Override
        public void onCommunicationFailure(BinaryLogClient source, Exception e) {
            failure.compareAndSet(null, e);
        }

        @Override
        public void onEventDeserializationFailure(BinaryLogClient source, Exception e) {
            fail(e); // the bytes are read and understood by ours, which tells one from the other
        }
    }

    /** A socket that gives up on a silent server, and that we can close. */
    private Socket newSocket(Duration silence) throws SocketException {
        Socket made = new Socket() {
            @Override
            public InputStream getInputStream() throws IOException {
                return stall.watched(super.getInputStream());
            }
        };
        made.setSoTimeout((int) silence.toMillis());
        made.setTcpNoDelay(true);
        socket = made;
        if (closed) {
            cut();
        }
        return made;
    }

    /** Headers that tell the number of events of a kind that the library does not know. */
    private static final class NumberedHeaders implements EventHeaderDeserializer<EventHeaderV4> {
        @Override
        public EventHeaderV4 deserialize(ByteArrayInputStream in) throws IOException {
            NumberedHeader header = new NumberedHeader();
            header.setTimestamp(in.readLong(4) * 1_000);
            header.number = in.readInteger(1);
            EventType known = EventType.byEventNumber(header.number);
            header.setEventType(known == null ? EventType.UNKNOWN : known);
            header.setServerId(in.readLong(4));
            header.setEventLength(in.readLong(4));
            header.setNextPosition(in.readLong(4));
            header.setFlags(in.readInteger(2));
            return header;
        }
    }

    /** With the number of the event's kind. */
    static final class NumberedHeader extends EventHeaderV4 {
        private static final long serialVersionUID = 1L;

        int number;

        /** Returns whether the event describes the first file after a start of the server. The transaction before it may have no end. */
        boolean isServerStart;

        /** Returns whether a reader that does not know the event may skip it. */
        boolean isIgnorable() {
            return (getFlags() & IGNORABLE) != 0;
        }
    }
}
