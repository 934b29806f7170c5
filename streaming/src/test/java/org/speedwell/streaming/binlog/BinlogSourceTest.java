package org.speedwell.streaming.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests jobs over the transactions of a real server. The store loads no table. */
@Tag("database")
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(BinlogSourceTest.Rows.class)
class BinlogSourceTest {
    private static final String SCHEMA = "speedwell_test_binlog_source";
    private static final Database DATABASE = Database.forTests();

    /** The rows of the tables. */
    enum Rows {
        ENTITIES_OF_SPEEDMENT,
        OWN_CLASSES
    }

    /** A store that loads no table, and its sources. */
    private sealed interface Sources extends AutoCloseable {
        DataStore store();

        /** Returns a source of the changes of inventory and rentals. */
        BinlogSource<RowChange<?>> several();

        /** Returns a source of the changes of payments whose former row belongs to no customer. */
        BinlogSource<? extends RowChange<?>> noPayments();

        BinlogSource<? extends RowChange<?>> payments();

        /** Returns the jobs that count rentals of a staff member by the last digit of the copy. */
        Pipeline counts(Position from, Sink<WindowResult<Long, Long>> results);

        String describe(RowChange<?> change);

        @Override
        void close();
    }

    private record OfSpeedment(Speedment app) implements Sources {
        @Override
        public DataStoreComponent store() {
            return app.getOrThrow(DataStoreComponent.class);
        }

        private InventoryManager inventory() {
            return app.getOrThrow(InventoryManager.class);
        }

        private RentalManager rentals() {
            return app.getOrThrow(RentalManager.class);
        }

        @Override
        public BinlogSource<RowChange<?>> several() {
            return BinlogSource.of(store(), List.of(inventory(), rentals()));
        }

        @Override
        public BinlogSource<RowChange<Payment>> noPayments() {
            return payments().filter(RowChange.whereBefore(Payment.CUSTOMER_ID.equal(-1)));
        }

        @Override
        public BinlogSource<RowChange<Payment>> payments() {
            return BinlogSource.of(store(), app.getOrThrow(PaymentManager.class));
        }

        @Override
        public Pipeline counts(Position from, Sink<WindowResult<Long, Long>> results) {
            return Events.from(
                            BinlogSource.of(store(), rentals())
                                    .filter(RowChange.whereAfter(Rental.STAFF_ID.equal((short) 1)))
                                    .from(from),
                            BinlogSource.commitTime())
                    .filter(change -> change.kind() == RowChange.Kind.INSERT)
                    .keyLong(change -> change.row().getInventoryId() % 10)
                    .window(Window.tumbling(Duration.ofMinutes(1)))
                    .aggregate(Aggregates.count())
                    .to(results);
        }

        @Override
        public String describe(RowChange<?> change) {
            return change.as(inventory())
                    .map(of -> "film " + of.row().getFilmId())
                    .or(() ->
                            change.as(rentals()).map(of -> "rental " + of.row().getInventoryId()))
                    .orElseThrow();
        }

        @Override
        public void close() {
            app.stop();
        }
    }

    private record OfClasses(MemoryStore store) implements Sources {
        @Override
        public BinlogSource<RowChange<?>> several() {
            return BinlogSource.of(store, Set.of(Shop.Copy.class, Shop.Rental.class));
        }

        @Override
        public BinlogSource<RowChange<Shop.Payment>> noPayments() {
            return payments().filter(RowChange.whereBefore(payment -> payment.customerId() == -1));
        }

        @Override
        public BinlogSource<RowChange<Shop.Payment>> payments() {
            return BinlogSource.of(store, Shop.Payment.class);
        }

        @Override
        public Pipeline counts(Position from, Sink<WindowResult<Long, Long>> results) {
            return Events.from(
                            BinlogSource.of(store, Shop.Rental.class)
                                    .filter(RowChange.whereAfter(rental -> rental.getStaffId() == 1))
                                    .from(from),
                            BinlogSource.commitTime())
                    .filter(change -> change.kind() == RowChange.Kind.INSERT)
                    .keyLong(change -> change.row().getCopy().getId() % 10)
                    .window(Window.tumbling(Duration.ofMinutes(1)))
                    .aggregate(Aggregates.count())
                    .to(results);
        }

        @Override
        public String describe(RowChange<?> change) {
            return change.as(Shop.Copy.class)
                    .map(of -> "film " + of.row().getFilmId())
                    .or(() -> change.as(Shop.Rental.class)
                            .map(of -> "rental " + of.row().getCopy().getId()))
                    .orElseThrow();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static Sources sources;

    @SuppressWarnings("NullAway.Init")
    private static Connection connection;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Rows kind;

    @BeforeParameterizedClassInvocation
    static void start(Rows rows) throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        connection = DATABASE.connect(SCHEMA);
        sources = switch (rows) {
            case ENTITIES_OF_SPEEDMENT ->
                new OfSpeedment(application(DATABASE.url(SCHEMA), DATABASE.user(), DATABASE.password(), SCHEMA));
            case OWN_CLASSES -> new OfClasses(Shop.store(dataSource()));
        };
    }

    private static DataSource dataSource() {
        MysqlDataSource database = new MysqlDataSource();
        database.setUrl(DATABASE.url(SCHEMA));
        database.setUser(DATABASE.user());
        database.setPassword(DATABASE.password());
        return database;
    }

    /** Creates an application without loading a table. */
    static Speedment application(String url, String user, String password, String schema) {
        return new SakilaApplicationBuilder()
                .withConnectionUrl(url)
                .withUsername(user)
                .withPassword(password)
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws SQLException {
        sources.close();
        execute("DROP DATABASE " + SCHEMA);
        connection.close();
    }

    /** Runs the example of the README. */
    @Test
    void rentalsOfStaffMemberAreCountedByWindow(@TempDir Path folder) throws Exception {
        BlockingQueue<WindowResult<Long, Long>> results = new LinkedBlockingQueue<>();
        Position position = position();
        try (Engine engine = new Engine()) {
            Job job = engine.start(
                    sources.counts(position, Sink.of(results::add)),
                    JobOptions.DEFAULT.named("rentals").withCheckpoints(folder, Duration.ofSeconds(1)));

            execute(
                    "INSERT INTO rental (rental_date, inventory_id, customer_id, staff_id) VALUES"
                            + " ('2030-01-01', 1, 1, 1), ('2030-01-01', 11, 1, 1), ('2030-01-01', 12, 1, 1),"
                            + " ('2030-01-01', 13, 1, 2)",
                    "UPDATE rental SET return_date = '2030-01-02' WHERE rental_date = '2030-01-01'",
                    "INSERT INTO rental (rental_date, inventory_id, customer_id, staff_id) VALUES"
                            + " ('2030-01-01', 21, 1, 1)");
            while (job.metrics().events() < 7) {
                Thread.onSpinWait();
            }
            job.drain();

            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            long[] counts = new long[10];
            results.forEach(result -> counts[result.key().intValue()] += result.value());
            assertThat(counts).containsExactly(0, 3, 1, 0, 0, 0, 0, 0, 0, 0);
        }
    }

    /**
     * Continues to read after any event and expects exactly the following events. The transactions are small, large, or
     * distributed and decided late.
     */
    @Test
    void readingContinuesAfterAnyEvent() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Position from = position();
        List<String> expected = new ArrayList<>();
        int number = 0;
        for (int i = 0; i < 40; i++) {
            String xid = "'" + seed + "','" + i + "'";
            try (Connection other = DATABASE.connect(SCHEMA)) {
                boolean isPrepared = random.nextInt(4) == 0;
                String prepared = insert(number++, 1 + random.nextInt(3));
                if (isPrepared) {
                    execute(other, "XA START " + xid, prepared, "XA END " + xid, "XA PREPARE " + xid);
                }
                execute("UPDATE language SET last_update = NOW() WHERE language_id = 1", "START TRANSACTION");
                List<String> own = new ArrayList<>();
                for (int n = random.nextInt(4); n >= 0; n--) {
                    int rows = random.nextInt(10) == 0 ? 1500 : 1 + random.nextInt(4);
                    execute(insert(number, rows));
                    addTo(own, number++, rows);
                }
                if (random.nextInt(5) == 0) {
                    execute("ROLLBACK");
                } else {
                    execute("COMMIT");
                    expected.addAll(own);
                }
                if (isPrepared) {
                    boolean isCommitted = random.nextBoolean();
                    execute(other, (isCommitted ? "XA COMMIT " : "XA ROLLBACK ") + xid);
                    if (isCommitted) {
                        addTo(expected, number(prepared), rows(prepared));
                    }
                }
            }
        }

        List<Serializable> places = new ArrayList<>();
        assertThat(read(source(from), expected.size(), places))
                .as("seed " + seed)
                .isEqualTo(expected);
        for (int i = 0; i < 8; i++) {
            int after = random.nextInt(expected.size());
            BinlogSource<RowChange<?>> again = source(from);
            again.seek(copy(places.get(after)));
            assertThat(read(again, expected.size() - after - 1, new ArrayList<>()))
                    .as("seed " + seed + ", behind " + places.get(after))
                    .isEqualTo(expected.subList(after + 1, expected.size()));
        }
    }

    /**
     * Prepares a distributed transaction, commits another one, and then decides the first. The position of the changes
     * in between is one before the distributed transaction, plus a number of changes.
     */
    @Test
    void positionsAroundDistributedTransactionsAreCorrect() throws Exception {
        Position from = position();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String xid = "'beside','" + i + "'";
            boolean isCommitted = i == 2;
            try (Connection other = DATABASE.connect(SCHEMA)) {
                execute(other, "XA START " + xid, insert(500 + 2 * i, 1), "XA END " + xid, "XA PREPARE " + xid);
                for (int rows = 1; rows <= 2; rows++) {
                    execute(insert(600 + 2 * i, rows));
                    addTo(expected, 600 + 2 * i, rows);
                }
                execute(other, (isCommitted ? "XA COMMIT " : "XA ROLLBACK ") + xid);
                if (isCommitted) {
                    addTo(expected, 500 + 2 * i, 1);
                }
            }
        }
        List<Serializable> places = new ArrayList<>();
        assertThat(read(source(from), expected.size(), places)).isEqualTo(expected);
        for (int after = 0; after < expected.size(); after++) {
            BinlogSource<RowChange<?>> again = source(from);
            again.seek(copy(places.get(after)));
            assertThat(read(again, expected.size() - after - 1, new ArrayList<>()))
                    .as("behind " + places.get(after))
                    .isEqualTo(expected.subList(after + 1, expected.size()));
        }
    }

    private static String insert(int number, int rows) {
        StringBuilder sql = new StringBuilder(
                number % 2 == 0
                        ? "INSERT INTO inventory (film_id, store_id) VALUES "
                        : "INSERT INTO rental (inventory_id, rental_date, customer_id, staff_id) VALUES ");
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "" : ", ")
                    .append(
                            number % 2 == 0
                                    ? "(" + (1 + number) + ", 1)"
                                    : "(" + (1 + row) + ", FROM_UNIXTIME(" + 86_400 * (10 + number) + "), 1, 1)");
        }
        return sql.append(" /* ")
                .append(number)
                .append(' ')
                .append(rows)
                .append(" */")
                .toString();
    }

    private static int number(String insert) {
        return Integer.parseInt(insert.replaceAll(".*/\\* (\\d+) .*", "$1"));
    }

    private static int rows(String insert) {
        return Integer.parseInt(insert.replaceAll(".* (\\d+) \\*/", "$1"));
    }

    private static void addTo(List<String> expected, int number, int rows) {
        for (int row = 0; row < rows; row++) {
            expected.add(number % 2 == 0 ? "film " + (1 + number) : "rental " + (1 + row));
        }
    }

    private static String describe(RowChange<?> change) {
        return sources.describe(change);
    }

    private static BinlogSource<RowChange<?>> source(Position from) {
        return sources.several().from(from);
    }

    /**
     * Reads {@code count} events and the position after each. Events beyond that count, which were read ahead, are
     * marked as too many.
     */
    private static List<String> read(BinlogSource<RowChange<?>> source, int count, List<Serializable> places) {
        List<String> read = new ArrayList<>();
        while (read.size() < count) {
            RowChange<?> change = source.poll();
            if (change != null) {
                read.add(describe(change));
                places.add(source.position());
            } else {
                assertThat(source.isExhausted()).isFalse();
                Thread.onSpinWait();
            }
        }
        source.stop();
        while (!source.isExhausted()) {
            RowChange<?> more = source.poll();
            if (more != null) {
                read.add(describe(more) + " too many, of " + more.transaction());
            }
        }
        source.close();
        return read;
    }

    private static Serializable copy(Serializable place) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(place);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Serializable) in.readObject();
        }
    }

    /** Verifies that other transactions and changes that do not match still advance the position. */
    @Test
    void positionAdvancesWithoutMatchingChanges() throws Exception {
        BinlogSource<? extends RowChange<?>> source = sources.noPayments();
        while (source.position().equals(Place.START)) {
            assertThat(source.poll()).isNull();
        }
        execute("UPDATE payment SET amount = amount + 1 WHERE customer_id = 1");
        execute("UPDATE language SET last_update = NOW() + INTERVAL 1 HOUR");
        String end = position().gtids();
        while (!((Place) source.position()).gtids().equals(end)) {
            assertThat(source.poll()).isNull();
            assertThat(source.isExhausted()).isFalse();
        }
        assertThat(((Place) source.position()).given()).isZero();
        source.close();
    }

    /** Verifies that a statement without row events ends the job, with the reason. */
    @Test
    void unreplicableStatementFailsJobWithReason() throws Exception {
        Position from = position();
        execute("CREATE TABLE kept LIKE payment", "INSERT INTO kept SELECT * FROM payment", "TRUNCATE TABLE payment");
        execute("INSERT INTO payment SELECT * FROM kept", "DROP TABLE kept");
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(Events.from(sources.payments().from(from), BinlogSource.commitTime())
                    .to(Sink.of(change -> {})));
            assertThatThrownBy(job::await)
                    .isInstanceOf(JobException.class)
                    .hasStackTraceContaining("changes of")
                    .hasStackTraceContaining("TRUNCATE TABLE payment");
        }
    }

    @Test
    void definitionNamesTables() {
        assertThat(source(new Position("", 0, "")).definition())
                .isEqualTo("changes of %1$s.inventory, %1$s.rental"
                        .formatted(sources instanceof OfSpeedment ? "sakila" : SCHEMA));
        assertThatThrownBy(() -> BinlogSource.of(sources.store(), Set.<Class<?>>of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BinlogSource.of(sources.store(), String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("String");
        if (sources instanceof OfSpeedment of) {
            assertThatThrownBy(() -> BinlogSource.of(of.store(), List.<Manager<?>>of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Position position() {
        Class<?> rows = sources instanceof OfSpeedment ? Payment.class : Shop.Payment.class;
        try (ChangeStream now = sources.store().changes(Set.of(rows))) {
            return now.position();
        }
    }

    private static void execute(String... statements) throws SQLException {
        execute(connection, statements);
    }

    private static void execute(Connection on, String... statements) throws SQLException {
        try (Statement statement = on.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
