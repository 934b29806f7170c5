package org.speedwell.streaming.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.binlog.BinlogSource;
import org.speedwell.streaming.window.Window;

/** Sums the changes of a table of records in a view, over a restart, and joins the view with another table. */
@Tag("oracle")
@Tag("database")
@Timeout(120)
class OwnClassesTest {
    private static final String SCHEMA = "speedwell_test_own_view";
    private static final Database DATABASE = Database.forTests();
    private static final Duration LONG = Duration.ofSeconds(60);

    record Payment(int paymentId, int customerId, BigDecimal amount) {}

    record Customer(int customerId, String lastName) {}

    record Total(int customer, long cents) {
        static final TableSchema<Total> ROWS = TableSchema.ofRecord(Total.class);
        static final IntField<Total, Integer> CUSTOMER = ROWS.intField("customer", Total::customer);
        static final LongField<Total, Long> CENTS = ROWS.longField("cents", Total::cents);
    }

    @Test
    void viewOfChangesIsJoinedAfterARestart(@TempDir Path folder) throws Exception {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        long seed = System.nanoTime();
        Random random = new Random(seed);
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(DATABASE.url(SCHEMA));
        source.setUser(DATABASE.user());
        source.setPassword(DATABASE.password());
        try (MemoryStore store = MemoryStore.builder(source)
                        .tables(Payment.class, Customer.class)
                        .follow()
                        .open();
                Engine engine = new Engine(2)) {
            assertThat(store.await(LONG)).isTrue();
            Position from = store.position().orElseThrow();
            JobOptions options = JobOptions.DEFAULT.named("totals").withCheckpoints(folder, Duration.ofMillis(50));
            AtomicInteger seen = new AtomicInteger();
            Map<Integer, Long> expected = new HashMap<>();

            Job first = engine.start(totals(store, from, seen, new View<>(Total.ROWS)), options);
            int before = pay(random, expected);
            await(seen, before);
            first.checkpoint();
            first.cancel();
            assertThat(first.await()).isEqualTo(Job.Status.CANCELLED);

            View<Total> view = new View<>(Total.ROWS);
            Job second = engine.start(totals(store, from, seen, view), options);
            int after = pay(random, expected);
            await(seen, before + after);
            second.drain();
            assertThat(second.await()).isEqualTo(Job.Status.COMPLETED);

            List<String> named = store
                    .joins(view)
                    .from(Customer.class)
                    .join(Total.class, (customer, total) -> customer.customerId() == total.customer())
                    .stream()
                    .filter(row -> row.second().cents() > 1_000)
                    .map(row -> row.first().lastName() + " " + row.second().cents())
                    .sorted()
                    .toList();
            assertThat(named)
                    .as("seed " + seed)
                    .isEqualTo(store.stream(Customer.class).toList().stream()
                            .filter(customer -> expected.getOrDefault(customer.customerId(), 0L) > 1_000)
                            .map(customer -> customer.lastName() + " " + expected.get(customer.customerId()))
                            .sorted()
                            .toList())
                    .isNotEmpty();
            assertThat(seen).hasValue(before + after);
        }
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    /** Returns a job that sums new payments by customer in one window. */
    private static Pipeline totals(MemoryStore store, Position from, AtomicInteger seen, View<Total> view) {
        return Events.from(BinlogSource.of(store, Payment.class).from(from), BinlogSource.commitTime())
                .filter(change -> change.kind() == RowChange.Kind.INSERT && seen.incrementAndGet() > 0)
                .keyLong(change -> change.row().customerId())
                .window(Window.tumbling(Duration.ofDays(100_000)))
                .aggregate(Aggregates.sum(
                        change -> change.row().amount().movePointRight(2).longValueExact()))
                .map(result -> new Total(result.key().intValue(), result.value()))
                .to(view);
    }

    /** Inserts payments in several transactions. Returns their number. */
    private static int pay(Random random, Map<Integer, Long> expected) throws SQLException {
        int count = 20 + random.nextInt(100);
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < count; i++) {
                int customer = 1 + random.nextInt(20);
                int cents = random.nextInt(1_000);
                statement.execute("INSERT INTO payment (customer_id, staff_id, amount, payment_date) VALUES ("
                        + customer + ", 1, " + cents + " / 100, NOW())");
                expected.merge(customer, (long) cents, Long::sum);
                if (random.nextInt(5) == 0 || i == count - 1) {
                    connection.commit();
                }
            }
        }
        return count;
    }

    private static void await(AtomicInteger seen, int count) {
        while (seen.get() < count) {
            Thread.onSpinWait();
        }
    }
}
