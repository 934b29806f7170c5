package org.speedwell.accelerator.debezium;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogPlace;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.binlog.RowsLog;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.schema.Database;
import org.speedwell.streaming.kafka.Broker;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A connector for tests and benchmarks. It reads the binlog of a database, and writes the records that Debezium writes
 * with its default settings and {@code provide.transaction.metadata}.
 */
public final class TestConnector implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int REPEATED = 200;
    private static final String SOURCE =
            "version:string connector:string name:string ts_ms:int64 snapshot:string db:string sequence:string"
                    + " ts_us:int64 ts_ns:int64 table:string server_id:int64 gtid:string file:string pos:int64"
                    + " row:int32 thread:int64 query:string";
    private static final String BLOCK = "id:string total_order:int64 data_collection_order:int64";
    private static final String TRUNCATE = "TRUNCATE TABLE ";
    private static final AtomicInteger SERVERS = new AtomicInteger(4_000_311);

    private final Broker broker;
    private final String schema;
    private final String prefix;
    private final int partitions;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<RowFormat, String> schemas = new IdentityHashMap<>();
    private final Map<String, Boolean> topics = new ConcurrentHashMap<>();
    private final int server = SERVERS.incrementAndGet();
    private final Deque<ProducerRecord<byte[], byte[]>> last = new ArrayDeque<>();
    private final Thread thread;
    private final Database database;
    private volatile Position reached;
    private volatile @Nullable BinlogReader reader;
    private volatile boolean closed;
    volatile boolean writesStatements = true;
    volatile boolean writesSchemas = true;

    /** True if rows are in the topic of transactions. */
    volatile boolean sharesTopic;

    /** Changes the payload of row events; null leaves an event out. */
    volatile UnaryOperator<@Nullable ObjectNode> rows = row -> row;

    private volatile @Nullable Throwable failure;

    /** Starts a connector at the present end of the binlog. */
    public TestConnector(Broker broker, Database database, String schema, String prefix, int partitions)
            throws Exception {
        this.broker = broker;
        this.database = database;
        this.schema = schema;
        this.prefix = prefix;
        this.partitions = partitions;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer());
        this.reached = end(database);
        create(prefix + ".transaction", 1);
        create(prefix, 1);
        this.thread = Thread.ofPlatform().name("test-connector").daemon().start(this::run);
    }

    /** Returns the end of the binlog, by file and offset. */
    private static Position end(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            Position end = BinlogStatus.currentPosition(connection).orElseThrow();
            return new Position(end.file(), end.offset(), "");
        }
    }

    /** Creates a topic, as Debezium does before its first record. */
    void create(String topic, int count) throws InterruptedException, ExecutionException {
        if (topics.putIfAbsent(topic, true) == null) {
            broker.create(topic, count, Map.of());
        }
    }

    /** Creates the topics of tables. */
    public void createTopics(String... tables) throws InterruptedException, ExecutionException {
        for (String table : tables) {
            create(topic(table), partitions);
        }
    }

    String topic(String table) {
        return sharesTopic ? prefix + ".transaction" : prefix + "." + schema + "." + table;
    }

    private void run() {
        while (!closed) {
            try (BinlogReader opened = new BinlogReader(
                    BinlogAddress.of(database.url(schema), database.user(), database::password)
                            .getFirst(),
                    reached,
                    server,
                    Duration.ofMillis(100),
                    Duration.ofSeconds(60),
                    new LogOrder(),
                    (of, _) -> of.equals(schema),
                    this::take)) {
                reader = opened;
                opened.read();
            } catch (Throwable e) {
                if (!closed) {
                    fail(e);
                }
                return;
            }
        }
    }

    /** Stops reading, so that the topics fall behind. */
    void pause() throws InterruptedException {
        closed = true;
        BinlogReader open = reader;
        if (open != null) {
            open.close();
        }
        thread.join();
    }

    /** Returns a connector that continues after this one has paused. It repeats the last records, as after a crash. */
    TestConnector resumed() throws Exception {
        TestConnector next = new TestConnector(this);
        for (ProducerRecord<byte[], byte[]> record : last) {
            producer.send(record);
        }
        producer.flush();
        next.thread.start();
        return next;
    }

    private TestConnector(TestConnector former) {
        this.broker = former.broker;
        this.database = former.database;
        this.schema = former.schema;
        this.prefix = former.prefix;
        this.partitions = former.partitions;
        this.producer = former.producer;
        this.reached = former.reached;
        this.topics.putAll(former.topics);
        this.last.addAll(former.last);
        this.writesStatements = former.writesStatements;
        this.thread = Thread.ofPlatform().name("test-connector").daemon().unstarted(this::run);
    }

    private void take(BinlogEntry entry) throws InterruptedException {
        try {
            switch (entry) {
                case BinlogEntry.Heartbeat _ -> {}
                case BinlogEntry.Statement statement -> {
                    if (writesStatements) {
                        if (statement.sql().startsWith(TRUNCATE)) {
                            writeTruncate(statement);
                        } else {
                            write(statement);
                        }
                    }
                }
                case BinlogEntry.Transaction transaction -> write(transaction);
            }
            reach(new Position(entry.end().file(), entry.end().offset(), ""));
        } catch (ExecutionException | IOException | RuntimeException e) {
            fail(e);
            throw new IllegalStateException(e);
        }
    }

    private synchronized void reach(Position position) {
        reached = position;
        notifyAll();
    }

    private synchronized void fail(Throwable reason) {
        failure = reason;
        notifyAll();
    }

    private void write(BinlogEntry.Statement statement) {
        ObjectNode payload = MAPPER.createObjectNode();
        payload.set("source", source(statement, ""));
        payload.put("databaseName", statement.schema()).put("ddl", statement.sql());
        send(prefix, "{}", wrapped("{\"type\":\"struct\",\"name\":\"statement\"}", payload));
    }

    /** Writes a TRUNCATE to the topic of its table, as Debezium does with {@code skipped.operations=none}. */
    private void writeTruncate(BinlogEntry.Statement statement) throws InterruptedException, ExecutionException {
        String table = statement.sql().substring(TRUNCATE.length()).strip();
        ObjectNode payload = MAPPER.createObjectNode();
        payload.putNull("before").putNull("after").put("op", "t").putNull("transaction");
        payload.set("source", source(statement, table));
        createTopics(table);
        byte[] value =
                wrapped("{\"type\":\"struct\",\"name\":\"truncate\"}", payload).getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(topic(table), null, value));
    }

    private ObjectNode source(BinlogEntry of, String table) {
        long millis = of.at().toEpochMilli();
        return MAPPER.createObjectNode()
                .put("version", "3.6.1.Final")
                .put("connector", "mysql")
                .put("name", prefix)
                .put("ts_ms", millis)
                .put("snapshot", "false")
                .put("db", schema)
                .putNull("sequence")
                .put("ts_us", millis * 1_000)
                .put("ts_ns", millis * 1_000_000)
                .put("table", table)
                .put("server_id", 1)
                .put("gtid", of.end().gtid())
                .put("file", of.end().file())
                .put("pos", of.end().offset())
                .put("row", 0)
                .put("thread", 1)
                .putNull("query");
    }

    private void write(BinlogEntry.Transaction transaction)
            throws InterruptedException, ExecutionException, IOException {
        String id = transaction.end().gtid();
        boundary("BEGIN", transaction, Map.of());
        Map<String, Long> counts = new TreeMap<>();
        List<RowsEvent> events = new ArrayList<>();
        transaction.rows().read(events::add);
        long order = 0;
        for (RowsEvent event : events) {
            RowFormat format = event.format();
            int[] starts = new int[format.columns()];
            for (int at = event.from(); at < event.bytes().length; ) {
                ObjectNode before = null;
                ObjectNode after = null;
                if (event.kind() != RowsEvent.Kind.INSERT) {
                    int end = format.locate(event.bytes(), at, starts);
                    before = row(format, event.bytes(), starts);
                    at = end;
                }
                if (event.kind() != RowsEvent.Kind.DELETE) {
                    int end = format.locate(event.bytes(), at, starts);
                    after = row(format, event.bytes(), starts);
                    at = end;
                }
                String table = schema + "." + format.table();
                if (before != null && after != null && !key(format, before).equals(key(format, after))) {
                    write(transaction, id, format, before, null, ++order, counts.merge(table, 1L, Long::sum));
                    write(transaction, id, format, null, after, ++order, counts.merge(table, 1L, Long::sum));
                } else {
                    write(transaction, id, format, before, after, ++order, counts.merge(table, 1L, Long::sum));
                }
            }
        }
        boundary("END", transaction, counts);
    }

    private static ObjectNode row(RowFormat format, byte[] image, int[] starts) throws IOException {
        ObjectNode row = MAPPER.createObjectNode();
        for (int i = 0; i < format.columns(); i++) {
            if (starts[i] == RowFormat.NULL) {
                row.putNull(format.name(i));
            } else {
                ImageJson.put(row, format.column(i), image, starts[i]);
            }
        }
        return row;
    }

    private static String key(RowFormat format, ObjectNode row) {
        ObjectNode key = MAPPER.createObjectNode();
        for (int place : format.primaryKey()) {
            key.set(format.name(place), row.get(format.name(place)));
        }
        return key.toString();
    }

    private void write(
            BinlogEntry.Transaction transaction,
            String id,
            RowFormat format,
            @Nullable ObjectNode before,
            @Nullable ObjectNode after,
            long order,
            long tableOrder)
            throws InterruptedException, ExecutionException {
        ObjectNode payload = MAPPER.createObjectNode();
        payload.set("before", before);
        payload.set("after", after);
        payload.set("source", source(transaction, format.table()));
        payload.put("op", before == null ? "c" : after == null ? "d" : "u");
        long now = System.currentTimeMillis();
        payload.put("ts_ms", now).put("ts_us", now * 1_000).put("ts_ns", now * 1_000_000);
        payload.putObject("transaction")
                .put("id", id)
                .put("total_order", order)
                .put("data_collection_order", tableOrder);
        ObjectNode changed = rows.apply(payload);
        createTopics(format.table());
        String key = key(format, requireNonNull(after == null ? before : after));
        if (changed != null) {
            send(topic(format.table()), key, wrapped(schemaOf(format), changed));
        }
        if (after == null) {
            producer.send(new ProducerRecord<>(topic(format.table()), key.getBytes(StandardCharsets.UTF_8), null));
        }
    }

    private String schemaOf(RowFormat format) {
        return schemas.computeIfAbsent(format, of -> {
            String table = prefix + "." + of.schema() + "." + of.table();
            List<ObjectNode> columns = IntStream.range(0, of.columns())
                    .mapToObj(i -> ImageJson.schema(of.column(i)))
                    .toList();
            return struct(
                            table + ".Envelope",
                            List.of(
                                    struct(table + ".Value", columns).put("field", "before"),
                                    struct(table + ".Value", columns).put("field", "after"),
                                    struct("io.debezium.connector.mysql.Source", fields(SOURCE))
                                            .put("field", "source"),
                                    struct("event.block", fields(BLOCK)).put("field", "transaction"),
                                    field("op:string"),
                                    field("ts_ms:int64"),
                                    field("ts_us:int64"),
                                    field("ts_ns:int64")))
                    .toString();
        });
    }

    private static ObjectNode struct(String name, List<ObjectNode> fields) {
        ObjectNode struct = MAPPER.createObjectNode().put("type", "struct");
        struct.putArray("fields").addAll(fields);
        return struct.put("optional", true).put("name", name).put("version", 1);
    }

    private static List<ObjectNode> fields(String all) {
        return Arrays.stream(all.split(" ")).map(TestConnector::field).toList();
    }

    private static ObjectNode field(String nameAndType) {
        String[] parts = nameAndType.split(":");
        return MAPPER.createObjectNode()
                .put("type", parts[1])
                .put("optional", true)
                .put("field", parts[0]);
    }

    private void boundary(String status, BinlogEntry of, Map<String, Long> counts) {
        ObjectNode payload = MAPPER.createObjectNode()
                .put("status", status)
                .put("id", of.end().gtid())
                .put("ts_ms", of.at().toEpochMilli());
        if (status.equals("END")) {
            payload.put(
                    "event_count",
                    counts.values().stream().mapToLong(Long::longValue).sum());
            ArrayNode tables = payload.putArray("data_collections");
            counts.forEach((table, count) ->
                    tables.addObject().put("data_collection", table).put("event_count", count));
        }
        send(prefix + ".transaction", "{}", wrapped("{\"type\":\"struct\",\"name\":\"transaction\"}", payload));
    }

    /** Writes the end of a transaction that the database does not have. */
    void writeEnd(String gtid) {
        BinlogPlace place = new BinlogPlace(reached.file(), reached.offset(), gtid, true);
        boundary("END", new BinlogEntry.Transaction(place, Instant.now(), new RowsLog()), Map.of());
    }

    private String wrapped(String of, JsonNode payload) {
        return writesSchemas ? "{\"schema\":" + of + ",\"payload\":" + payload + "}" : payload.toString();
    }

    private void send(String topic, String key, String value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        producer.send(record);
        last.add(record);
        if (last.size() > REPEATED) {
            last.remove();
        }
    }

    /** Returns why the connector has failed; null if it has not. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Waits until the topics contain all changes before the present end of the binlog. */
    public void catchUp() throws SQLException, InterruptedException {
        Position end = end(database);
        synchronized (this) {
            while (!reached.equals(end)) {
                if (failure != null) {
                    throw new IllegalStateException(failure);
                }
                wait();
            }
        }
        producer.flush();
    }

    @Override
    public void close() throws InterruptedException {
        pause();
        producer.close();
    }
}
