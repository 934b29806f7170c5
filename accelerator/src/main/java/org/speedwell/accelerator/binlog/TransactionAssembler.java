package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeader;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.GtidTaggedEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.XAPrepareEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer.EventDataWrapper;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/** Assembles the events of a binlog into complete transactions. For one thread. */
final class TransactionAssembler implements AutoCloseable {
    private static final Pattern SAVEPOINT = Pattern.compile("SAVEPOINT (.+)", Pattern.DOTALL);
    private static final Pattern ROLLBACK_TO = Pattern.compile("ROLLBACK TO (?:SAVEPOINT )?(.+)", Pattern.DOTALL);
    private static final Pattern XA =
            Pattern.compile("XA (COMMIT|ROLLBACK) X'([0-9A-Fa-f]*)',X'([0-9A-Fa-f]*)',(\\d+).*", Pattern.DOTALL);

    /** The first and last kind of MariaDB's events with compressed rows. */
    private static final int FIRST_COMPRESSED = 165;

    private static final int LAST_COMPRESSED = 171;
    private static final int PARTIAL_JSON = 39;
    private static final int INCIDENT = 26;
    private static final int LOADED_FILE = 18;

    /**
     * The kinds of events that change no rows. For MySQL these are STOP, values for statements, parts of files for LOAD
     * DATA, HEARTBEAT, IGNORABLE, ROWS_QUERY, PREVIOUS_GTIDS, TRANSACTION_CONTEXT, VIEW_CHANGE and HEARTBEAT_V2. For
     * MariaDB these are ANNOTATE_ROWS, BINLOG_CHECKPOINT, GTID_LIST and START_ENCRYPTION.
     */
    private static final Set<Integer> HARMLESS =
            Set.of(3, 5, 9, 11, 13, 14, 17, 27, 28, 29, 35, 36, 37, 41, 160, 161, 163, 164);

    /** The table id in the last event of a statement that has changed no rows. */
    private static final long NO_TABLE = 0xFF_FFFF;

    /** MariaDB's flag of a group with one statement. Such a group has no end event. */
    private static final int STANDALONE = 1;

    /** The maximum number of table maps that the assembler keeps between transactions. */
    private static final int MAX_TABLE_MAPS = 10_000;

    private final @Nullable BinlogPlace known;
    private final LogOrder order;
    private final BiPredicate<String, String> follows;
    private final BinlogReader.EntryConsumer entryConsumer;

    /** The row formats by table id. The value is null for tables that the replication does not follow. */
    private final Map<Long, @Nullable RowFormat> tables = new HashMap<>();

    /** The last format of each table by its name. Rows of equal layout share one instance. */
    private final Map<String, RowFormat> formats = new HashMap<>();

    private final Map<String, RowsLog> prepared = new HashMap<>();
    private final Map<String, Integer> savepoints = new HashMap<>();
    private String file;
    private long offset;
    private String gtid = "";

    /**
     * The commit time of the current transaction, in microseconds since the epoch; 0 if the server does not send it.
     */
    private long committed;

    private @Nullable RowsLog rows;

    /** True between the id of a transaction and its end. */
    private boolean isOpen;

    /**
     * Creates an assembler that reads from a position.
     *
     * @param known the commit of a distributed transaction whose rows the reader searches for. Commits before it may
     * lack their rows. Null if the reader does not search
     */
    TransactionAssembler(
            Position from,
            @Nullable BinlogPlace known,
            LogOrder order,
            BiPredicate<String, String> follows,
            BinlogReader.EntryConsumer entryConsumer) {
        this.known = known;
        this.order = order;
        this.file = from.file();
        this.offset = from.offset();
        this.follows = follows;
        this.entryConsumer = entryConsumer;
    }

    void take(Event event) throws BinlogException, InterruptedException {
        EventHeaderV4 header = event.getHeader();
        EventType type = header.getEventType();
        EventData data = EventDataWrapper.internal(event.getData());
        long next = header.getNextPosition();
        if (type == EventType.ROTATE && data instanceof RotateEventData rotate) {
            if (next != 0) {
                requireComplete();
            }
            file = rotate.getBinlogFilename();
            offset = rotate.getBinlogPosition();
            return; // the next event shows whether the log continues
        }
        if (type == EventType.FORMAT_DESCRIPTION) {
            // a server that was killed during a transaction does not continue it
            if (!(header instanceof BinlogStream.NumberedHeader numbered && numbered.isServerStart)) {
                requireComplete();
            }
            tables.clear();
            drop();
            isOpen = false;
            return;
        }
        if (next > 0) {
            offset = next;
        }
        take(header, header, data);
    }

    /**
     * Processes an event.
     *
     * @param header the header of the outer event
     * @param own the header of the event itself; it differs from {@code header} inside a compressed transaction
     */
    private void take(EventHeaderV4 header, EventHeader own, @Nullable EventData data)
            throws BinlogException, InterruptedException {
        switch (data) {
            case GtidEventData id -> {
                open(id.getMySqlGtid().toString());
                committed = id.getOriginalCommitTimestamp();
            }
            case GtidTaggedEventData id -> {
                open(id.getMySqlGtid().toString());
                committed = id.getOriginalCommitTimestamp();
            }
            case MariadbGtidEventData id -> {
                id.setServerId(header.getServerId());
                open(id.toString());
                if ((id.getFlags() & STANDALONE) == 0) {
                    begin();
                }
            }
            case TableMap map -> addTable(map);
            case RawRows event -> add(own.getEventType(), event);
            case QueryEventData query -> query(header, query.getDatabase(), query.getSql());
            case XAPrepareEventData xa -> prepare(header, xa);
            case TransactionPayloadEventData compressed -> {
                for (Event inner : compressed.getUncompressedEvents()) {
                    take(header, inner.getHeader(), inner.getData());
                }
            }
            case null, default -> other(header, own);
        }
    }

    private void other(EventHeaderV4 header, EventHeader own) throws BinlogException, InterruptedException {
        int number = own instanceof BinlogStream.NumberedHeader numbered ? numbered.number : 0;
        switch (own.getEventType()) {
            case XID -> commit(header);
            case ANONYMOUS_GTID -> open("");
            case HEARTBEAT -> entryConsumer.take(new BinlogEntry.Heartbeat(place(""), Instant.now()));
            default -> {
                if (number >= FIRST_COMPRESSED && number <= LAST_COMPRESSED) {
                    throw event("compressed rows", "Run SET GLOBAL log_bin_compress = OFF.");
                }
                if (number == PARTIAL_JSON) {
                    throw event("partial updates of JSON", "Run SET GLOBAL binlog_row_value_options = ''.");
                }
                if (number == INCIDENT) {
                    throw event("an incident event", "The server has lost events.");
                }
                if (number == LOADED_FILE) {
                    throw event(
                            "LOAD DATA as a statement",
                            "Run SET GLOBAL binlog_format = 'ROW', and do not change it in any session.");
                }
                if (!HARMLESS.contains(number)
                        && !(own instanceof BinlogStream.NumberedHeader numbered && numbered.isIgnorable())) {
                    throw event("an event of the unknown type " + number, "");
                }
            }
        }
    }

    private BinlogException event(String what, String remedy) {
        return new BinlogException(
                BinlogException.Reason.EVENT,
                "The binlog contains " + what + " at " + file + ":" + offset + "." + (remedy.isEmpty() ? "" : " ")
                        + remedy);
    }

    /** Returns the current place. Inside a transaction the place is not decided, so that no reader starts there. */
    private BinlogPlace place(String id) {
        return new BinlogPlace(file, offset, id, prepared.isEmpty() && rows == null);
    }

    /** Starts a transaction, or a statement outside a transaction. */
    private void open(String id) throws BinlogException {
        requireComplete();
        if (!id.isEmpty() && !order.admits(id)) {
            throw damaged("transaction " + id + " came without the transactions before it");
        }
        isOpen = true;
        gtid = id;
    }

    /** Throws an exception if the previous transaction has no end. */
    private void requireComplete() throws BinlogException {
        if (isOpen || rows != null) {
            throw damaged("a transaction" + (gtid.isEmpty() ? "" : ", " + gtid + ",") + " has no end");
        }
    }

    /**
     * Throws an exception if the event with the transaction's id is missing. Every server sends such an event, even for
     * a transaction without an id. MariaDB omits it only after a damaged request. Without this check, a connection that
     * reads by ids would read the transaction twice.
     */
    private void requireId() throws BinlogException {
        if (!isOpen) {
            throw damaged("a transaction came without its id");
        }
    }

    private BinlogException damaged(String how) {
        return new BinlogException(
                BinlogException.Reason.DAMAGED, "The binlog is damaged: at " + file + ":" + offset + " " + how + ".");
    }

    private void begin() {
        drop();
        if (tables.size() >= MAX_TABLE_MAPS) {
            tables.clear();
        }
        rows = new RowsLog();
    }

    private void drop() {
        RowsLog dropped = rows;
        if (dropped != null) {
            dropped.close();
        }
        rows = null;
        savepoints.clear();
    }

    /** Remembers the format of a table. The server assigns new table ids when it starts and when a table is altered. */
    private void addTable(TableMap map) throws BinlogException {
        long id = map.getTableId();
        if (tables.containsKey(id)) {
            return;
        }
        tables.put(id, follows.test(map.getDatabase(), map.getTable()) ? format(map) : null);
    }

    /** Forgets which tables the replication does not follow, because it may follow them from now on. */
    void recheckTables() {
        tables.values().removeIf(Objects::isNull);
    }

    private RowFormat format(TableMap map) throws BinlogException {
        try {
            RowFormat format = RowFormat.of(map);
            String table = map.getDatabase() + '.' + map.getTable();
            RowFormat former = formats.get(table);
            if (former != null && format.isSame(former)) {
                return former;
            }
            formats.put(table, format);
            return format;
        } catch (RowFormatException e) {
            throw new BinlogException(
                    BinlogException.Reason.EVENT, "The binlog " + file + ":" + offset + ": " + e.getMessage(), e);
        }
    }

    private void add(EventType type, RawRows event) throws BinlogException {
        RowFormat format = tables.get(event.table());
        if (format == null) {
            if (!tables.containsKey(event.table()) && event.table() != NO_TABLE) {
                throw damaged("rows came without the description of their table");
            }
            return;
        }
        if (!event.isFull() || event.columns() != format.columns()) {
            throw event(
                    "rows of " + format.schema() + "." + format.table() + " without all their columns",
                    "A session has changed binlog_row_image. Run SET GLOBAL binlog_row_image = 'FULL', and do not"
                            + " change it in any session.");
        }
        RowsEvent.Kind kind = EventType.isWrite(type)
                ? RowsEvent.Kind.INSERT
                : EventType.isUpdate(type) ? RowsEvent.Kind.UPDATE : RowsEvent.Kind.DELETE;
        RowsLog log = rows;
        if (log == null) {
            log = new RowsLog();
            rows = log;
        }
        try {
            log.add(new RowsEvent(format, kind, event.foreignKeys(), event.bytes(), event.from()));
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    /** Creates an exception after which the reader tries again. There may be free space by then. */
    private BinlogException storageFailure(IOException e) {
        return new BinlogException(
                BinlogException.Reason.CONNECTION,
                "Speedwell could not write the large transaction at " + file + ":" + offset + " to a temporary file: "
                        + e + ". Free disk space in " + System.getProperty("java.io.tmpdir") + ".",
                e);
    }

    private RowsLog completed(@Nullable RowsLog log) throws BinlogException {
        if (log == null) {
            return new RowsLog();
        }
        try {
            log.complete();
            return log;
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    private void query(EventHeaderV4 header, String schema, String sql) throws BinlogException, InterruptedException {
        String text = sql.strip();
        String upper = text.substring(0, Math.min(text.length(), 40)).toUpperCase(Locale.ROOT);
        Matcher savepoint = SAVEPOINT.matcher(text);
        Matcher backTo = ROLLBACK_TO.matcher(text);
        Matcher xa = XA.matcher(text);
        if (upper.equals("BEGIN") || upper.startsWith("XA START")) {
            begin();
        } else if (upper.equals("COMMIT")) {
            commit(header);
        } else if (upper.equals("ROLLBACK")) {
            drop();
            commit(header);
        } else if (savepoint.matches()) {
            savepoints.put(savepoint.group(1), rows == null ? 0 : rows.size());
        } else if (backTo.matches()) {
            if (rows != null) {
                rows.takeBack(savepoints.getOrDefault(backTo.group(1), 0));
            }
        } else if (xa.matches() && upper.startsWith("XA COMMIT") && text.endsWith("ONE PHASE")) {
            commit(header);
        } else if (xa.matches()) {
            decide(header, xa.group(1), xid(xa.group(2), xa.group(3), xa.group(4)));
        } else if (!upper.startsWith("XA END")) {
            requireId();
            entryConsumer.take(new BinlogEntry.Statement(place(rows == null ? gtid : ""), at(header), schema, text));
            if (rows == null) {
                isOpen = false;
                gtid = "";
                committed = 0;
            }
        }
    }

    private static String xid(String global, String branch, String format) {
        return (global + ',' + branch + ',' + format).toLowerCase(Locale.ROOT);
    }

    private void prepare(EventHeaderV4 header, XAPrepareEventData xa) throws BinlogException, InterruptedException {
        if (xa.isOnePhase()) {
            commit(header);
            return;
        }
        HexFormat hex = HexFormat.of();
        byte[] both = xa.getData();
        String id = xid(
                hex.formatHex(both, 0, xa.getGtridLength()),
                hex.formatHex(both, xa.getGtridLength(), both.length),
                Integer.toString(xa.getFormatID()));
        RowsLog log = completed(rows);
        rows = null;
        RowsLog former = prepared.put(id, log);
        if (former != null) {
            former.close();
        }
        commit(header); // this commit has no rows; it consumes the id of the prepared transaction
    }

    private void decide(EventHeaderV4 header, String decision, String id) throws BinlogException, InterruptedException {
        requireId();
        drop();
        RowsLog log = prepared.remove(id);
        if (decision.equals("COMMIT")) {
            if (log == null && (known == null || !place(gtid).isBefore(known.file(), known.offset()))) {
                throw new UnknownPrepareException(place(gtid), id);
            }
            rows = log;
        } else if (log != null) {
            log.close();
        }
        commit(header);
    }

    private void commit(EventHeaderV4 header) throws BinlogException, InterruptedException {
        requireId();
        RowsLog log = completed(rows);
        rows = null;
        isOpen = false;
        savepoints.clear();
        String id = gtid;
        Instant at = at(header);
        gtid = "";
        committed = 0;
        entryConsumer.take(new BinlogEntry.Transaction(place(id), at, log));
    }

    /**
     * Returns the commit time. Headers only have whole seconds, and for an autocommit statement the time at which it
     * began.
     */
    private Instant at(EventHeaderV4 header) {
        return committed == 0
                ? Instant.ofEpochMilli(header.getTimestamp())
                : Instant.EPOCH.plus(committed, ChronoUnit.MICROS);
    }

    /** Discards all uncommitted, prepared and undecided transactions. The next connection reads them again. */
    @Override
    public void close() {
        drop();
        prepared.values().forEach(RowsLog::close);
        prepared.clear();
    }
}
