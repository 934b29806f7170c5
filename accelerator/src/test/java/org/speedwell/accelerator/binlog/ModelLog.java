package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.GtidSet;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.MySqlGtid;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.XAPrepareEventData;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * A binlog in memory, as a server of a given kind writes and sends it. Its transactions set rows, by number, to values.
 */
public final class ModelLog {
    private static final UUID SERVER = new UUID(1, 1);
    private static final int FIRST_EVENT = 4;
    private static final int EVENT_LENGTH = 10;
    private static final int TABLE = 7;

    private final Kind kind;
    private final List<Group> groups = new ArrayList<>();
    private int file = 1;
    private long offset = FIRST_EVENT;
    private int transactions;

    /** A kind of server. */
    public enum Kind {
        MYSQL_WITH_IDS,
        MYSQL_WITHOUT_IDS,
        MARIADB
    }

    /** The events that a server writes at once: a transaction, or one part of a distributed transaction. */
    private record Group(int file, long offset, String gtid, List<Event> events) {}

    public ModelLog(Kind kind) {
        this.kind = kind;
    }

    /** Writes a transaction and returns its id. */
    public int commit(int row, int value) {
        return write(List.of(query("BEGIN"), map(), rows(row, value), new Content(EventType.XID, null)));
    }

    /**
     * Writes a transaction with a statement after its row, as a session with another binlog_format does. Returns its
     * id.
     */
    public int commitWithStatement(int row, int value) {
        return write(List.of(
                query("BEGIN"),
                map(),
                rows(row, value),
                query("UPDATE other SET a = 1"),
                new Content(EventType.XID, null)));
    }

    /** Writes the first part of a distributed transaction and returns its id. */
    public int prepare(String xid, int row, int value) {
        XAPrepareEventData prepare = new XAPrepareEventData();
        prepare.setOnePhase(false);
        prepare.setFormatID(1);
        prepare.setGtridLength(xid.length());
        prepare.setBqualLength(0);
        prepare.setData(xid.getBytes(StandardCharsets.US_ASCII));
        return write(List.of(
                query("XA START " + literal(xid)),
                map(),
                rows(row, value),
                query("XA END " + literal(xid)),
                new Content(EventType.XA_PREPARE, prepare)));
    }

    /** Writes the second part, COMMIT or ROLLBACK, and returns its id. */
    public int decide(String decision, String xid) {
        return write(List.of(query("XA " + decision + " " + literal(xid))));
    }

    public void rotate() {
        file++;
        offset = FIRST_EVENT;
    }

    /** Returns the end position without ids. */
    public Position end() {
        return new Position(name(file), offset, "");
    }

    /** Returns the start position of the last file. */
    public Position lastFile() {
        return withIds(new Position(name(file), FIRST_EVENT, ""));
    }

    /** Returns the position before a transaction. */
    public Position before(int id) {
        Group group = groups.get(id - 1);
        return withIds(new Position(name(group.file), group.offset, ""));
    }

    /** Returns a position with the ids that MariaDB finds for it. */
    public Position withIds(Position position) {
        if (kind != Kind.MARIADB) {
            return position;
        }
        String last = "";
        for (Group group : groups) {
            if (BinlogPlace.isBefore(name(group.file), group.offset, position.file(), position.offset())) {
                last = group.gtid;
            }
        }
        return new Position(position.file(), position.offset(), last);
    }

    /** Returns the id of a transaction as the server writes it, or an empty text if it has none. */
    public String gtid(int id) {
        return groups.get(id - 1).gtid;
    }

    /** Reads all events after a position. */
    public void read(Position from, BinlogReader.EntryConsumer taker) throws BinlogException, InterruptedException {
        try (BinlogReader reader = new BinlogReader(from, taker, Connection::new)) {
            reader.read();
        }
    }

    private int write(List<Content> contents) {
        int id = ++transactions;
        long begin = offset;
        List<Event> events = new ArrayList<>();
        String gtid = "";
        switch (kind) {
            case MYSQL_WITH_IDS -> {
                gtid = SERVER + ":" + id;
                events.add(event(
                        EventType.GTID, new GtidEventData(new MySqlGtid(SERVER, id), (byte) 0, 0, 0, 0, 0, 0, 0, 0)));
            }
            case MYSQL_WITHOUT_IDS -> events.add(event(EventType.ANONYMOUS_GTID, null));
            case MARIADB -> {
                gtid = "0-1-" + id;
                MariadbGtidEventData data = new MariadbGtidEventData();
                data.setSequence(id);
                events.add(event(EventType.MARIADB_GTID, data));
            }
        }
        for (Content content : contents) {
            events.add(event(content.type, content.data));
        }
        groups.add(new Group(file, begin, gtid, events));
        return id;
    }

    private record Content(EventType type, @Nullable EventData data) {}

    private Event event(EventType type, @Nullable EventData data) {
        offset += EVENT_LENGTH;
        return event(type, data, offset);
    }

    private static Event event(EventType type, @Nullable EventData data, long next) {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setServerId(1);
        header.setEventLength(EVENT_LENGTH);
        header.setNextPosition(next);
        return new Event(header, data);
    }

    private static Content query(String sql) {
        QueryEventData data = new QueryEventData();
        data.setDatabase("model");
        data.setSql(sql);
        return new Content(EventType.QUERY, data);
    }

    private static String literal(String xid) {
        return "X'" + HexFormat.of().formatHex(xid.getBytes(StandardCharsets.US_ASCII)) + "',X'',1";
    }

    /** Creates the table map of a table with two INT columns and their names. */
    private static Content map() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {TABLE, 0, 0, 0, 0, 0, 1, 0});
        body.writeBytes("\5model\0\1t\0".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(new byte[] {2, 3, 3, 0, 0}); // two columns, their types, no metadata, none may be NULL
        body.writeBytes("\4\5\2id\1v".getBytes(StandardCharsets.US_ASCII)); // field 4 holds the names
        return new Content(EventType.TABLE_MAP, new TableMap(body.toByteArray()));
    }

    private static Content rows(int row, int value) {
        return new Content(
                EventType.EXT_WRITE_ROWS, new RawRows(TABLE, 0, 2, true, new byte[] {(byte) row, (byte) value}, 0));
    }

    private static String name(int number) {
        return "binlog.%06d".formatted(number);
    }

    /** A connection that ends at the end of the log, as if the server had reported the end. */
    private final class Connection implements BinlogReader.Stream {
        private final Position from;
        private final TransactionAssembler assembler;

        Connection(Position from, @Nullable BinlogPlace known, BinlogReader.EntryConsumer taker) {
            this.from = from;
            LogOrder order = new LogOrder();
            order.begin(from.gtids());
            this.assembler = new TransactionAssembler(from, known, order, (schema, table) -> true, taker);
        }

        @Override
        public void read() throws BinlogException, InterruptedException {
            if (from.gtids().isEmpty() && BinlogPlace.isBefore(name(file), Long.MAX_VALUE, from.file(), 0)) {
                throw new BinlogException(BinlogException.Reason.POSITION, "There is no file " + from.file());
            }
            int reading = 0;
            for (Group group : groups) {
                if (!isRequested(group)) {
                    continue;
                }
                if (group.file != reading) {
                    reading = group.file;
                    begin(reading);
                }
                for (Event event : group.events) {
                    assembler.take(event);
                }
            }
            if (reading != file) {
                begin(file);
            }
            assembler.take(event(EventType.HEARTBEAT, null, 0));
        }

        private void begin(int number) throws BinlogException, InterruptedException {
            RotateEventData begin = new RotateEventData();
            begin.setBinlogFilename(name(number));
            begin.setBinlogPosition(
                    from.file().equals(name(number)) && from.gtids().isEmpty() ? from.offset() : FIRST_EVENT);
            assembler.take(event(EventType.ROTATE, begin, 0));
            assembler.take(event(EventType.FORMAT_DESCRIPTION, null, 0));
        }

        private boolean isRequested(Group group) {
            if (from.gtids().isEmpty()) {
                return !BinlogPlace.isBefore(name(group.file), group.offset, from.file(), from.offset());
            }
            return kind == Kind.MARIADB
                    ? sequence(group.gtid) > sequence(from.gtids())
                    : !new GtidSet(group.gtid).isContainedWithin(new GtidSet(from.gtids()));
        }

        private static long sequence(String gtid) {
            return Long.parseLong(gtid.substring(gtid.lastIndexOf('-') + 1));
        }

        @Override
        public void recheckTables() {}

        @Override
        public Duration waiting() {
            return Duration.ZERO;
        }

        @Override
        public void close() {
            assembler.close();
        }
    }
}
