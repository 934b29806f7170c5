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
 * One connection to a server that sends its binlog, from a position on. This class turns off all recovery of the
 * protocol library. The library would skip events after a failure, or reconnect; this stream ends instead.
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
     * Creates a stream without a connection.
     *
     * @param known the place before which the stream skips everything except prepared transactions; null to skip
     * nothing
     * @param serverId the id by which the server knows this stream; no other replica of the server may use it
     * @param heartbeat the time after which an idle server sends a sign of life
     * @param silence the time without a whole event after which the stream considers the connection lost
     * @param order the order of the transactions, over all connections of the same reader
     * @param follows tests the schema and name of a table whose rows the taker needs
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
            BinlogReader.EntryConsumer taker) {
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
                        ? SSLMode.VERIFY_CA // the sockets verify the host name
                        : SSLMode.valueOf(address.tls().mode().name()));
        client.setSslSocketFactory(new TlsSockets(address.tls(), address.host()));
        client.setSocketFactory(() -> newSocket(silence));
        client.setUseSendAnnotateRowsEvent(true); // without it, MariaDB leaves gaps between events
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

    /**
     * Creates the reader of the events inside a compressed transaction. They have no checksums; the enclosing event has
     * one.
     */
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
     * Reads until {@link #close} is called.
     *
     * @throws BinlogException if the binlog cannot be read further
     */
    @Override
    public void read() throws BinlogException, InterruptedException {
        try {
            if (!closed) {
                client.connect();
            }
        } catch (Throwable e) { // an Error too: the reader may retry
            failure.compareAndSet(null, e);
        } finally {
            closeSocket(); // the library does not close it after some failures
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
                            + ". Run GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO the user. The user must log"
                            + " in by caching_sha2_password, mysql_native_password or mysql_clear_password.",
                    reason);
        }
        if (reason instanceof ServerException lost && lost.getErrorCode() == POSITION_LOST) {
            return new BinlogException(
                    BinlogException.Reason.POSITION,
                    "The server " + address + " cannot continue from the requested position: " + reason.getMessage(),
                    reason);
        }
        if (reason instanceof CheckedEvents.DamagedException) {
            return new BinlogException(
                    BinlogException.Reason.DAMAGED,
                    "The binlog that " + address + " sent is damaged: " + reason.getMessage() + ".",
                    reason);
        }
        return new BinlogException(
                BinlogException.Reason.CONNECTION, "The connection to " + address + " was lost: " + reason, reason);
    }

    private void take(Event event) {
        if (closed || failure.get() != null) {
            return; // the library had buffered the event; the next connection reads it again
        }
        stall.taking();
        try {
            assembler.take(event);
        } catch (Throwable e) { // the library would log an exception and continue
            fail(e);
        } finally {
            stall.taken();
        }
    }

    @Override
    public Duration waiting() {
        return Duration.ofNanos(stall.nanos());
    }

    /**
     * Makes the stream test again which tables it follows, from the next transaction on. Call it only from
     * {@link BinlogReader.EntryConsumer#take}.
     */
    @Override
    public void recheckTables() {
        assembler.recheckTables();
    }

    private void fail(Throwable reason) {
        failure.compareAndSet(null, reason);
        closeSocket();
    }

    private void closeSocket() {
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "Speedwell could not close a socket", e);
            }
        }
    }

    /** Ends the reading. {@link #read} then returns soon. Callable by any thread. */
    @Override
    public void close() {
        closed = true;
        closeSocket();
    }

    /** A listener for the failures that the library logs and ignores. */
    private final class Watch extends BinaryLogClient.AbstractLifecycleListener {
        @Override
        public void onCommunicationFailure(BinaryLogClient source, Exception e) {
            failure.compareAndSet(null, e);
        }

        @Override
        public void onEventDeserializationFailure(BinaryLogClient source, Exception e) {
            fail(e); // our own deserializers classify the failure
        }
    }

    /** Returns a socket that times out if the server is silent. {@link #closeSocket} closes it. */
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
            closeSocket();
        }
        return made;
    }

    /** The deserializer of headers that keep the type number of events that the library does not know. */
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

    /** A header with the type number of its event. */
    static final class NumberedHeader extends EventHeaderV4 {
        private static final long serialVersionUID = 1L;

        int number;

        /**
         * True if the event describes the first file after a start of the server. The transaction before it may lack
         * its end.
         */
        boolean isServerStart;

        /** Returns whether a reader that does not know the event may skip it. */
        boolean isIgnorable() {
            return (getFlags() & IGNORABLE) != 0;
        }
    }
}
