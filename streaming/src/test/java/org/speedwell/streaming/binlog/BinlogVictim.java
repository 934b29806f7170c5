package org.speedwell.streaming.binlog;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JdbcSink;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/**
 * A process that sums the committed payments by window until it is killed. It ends after a payment of {@link #LAST}.
 */
final class BinlogVictim {
    static final String LAST = "999.99";

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private BinlogVictim() {}

    /**
     * Runs the job. The arguments are a folder, and the file, offset and ids of a binlog position. The URL, user,
     * password and schema of a database follow, then the number of threads. The last argument is true for records.
     */
    public static void main(String[] args) throws InterruptedException {
        Position from = new Position(args[1], Long.parseLong(args[2]), args[3]);
        MysqlDataSource database = new MysqlDataSource();
        database.setUrl(args[4]);
        database.setUser(args[5]);
        database.setPassword(args[6]);
        if (Boolean.parseBoolean(args[9])) {
            try (MemoryStore store = Shop.store(database)) {
                BinlogSource<RowChange<Shop.Payment>> source =
                        BinlogSource.of(store, Shop.Payment.class).from(from);
                run(args, database, source, Shop.Payment::amount, Shop.Payment::customerId);
            }
        } else {
            Speedment app = BinlogSourceTest.application(args[4], args[5], args[6], args[7]);
            BinlogSource<RowChange<Payment>> source = BinlogSource.of(
                            app.getOrThrow(DataStoreComponent.class), app.getOrThrow(PaymentManager.class))
                    .from(from);
            run(args, database, source, Payment::getAmount, Payment::getCustomerId);
            app.stop();
        }
    }

    private static <E> void run(
            String[] args,
            DataSource database,
            BinlogSource<RowChange<E>> source,
            Function<E, BigDecimal> amount,
            ToIntFunction<E> customer)
            throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        try (Engine engine = new Engine(Integer.parseInt(args[8]))) {
            Job job = engine.start(
                    Events.from(source, BinlogSource.commitTime())
                            .filter(change -> isCounted(amount.apply(change.row()), end))
                            .keyLong(change -> customer.applyAsInt(change.row()))
                            .window(Window.tumbling(Duration.ofSeconds(1)))
                            .aggregate(Aggregates.sum(change -> cents(change, amount)))
                            .to(new JdbcSink<>(
                                    database,
                                    "total",
                                    List.of("customer", "start"),
                                    List.of("customer", "start", "cents"),
                                    (row, result) -> {
                                        row.setLong(1, result.key());
                                        row.setLong(2, result.start());
                                        row.setLong(3, result.value());
                                    })),
                    JobOptions.DEFAULT.named("payments").withCheckpoints(Path.of(args[0]), INTERVAL));
            System.out.println("running");
            job.checkpoint();
            System.out.println("saved");
            end.await();
            job.drain();
            job.await();
        }
    }

    private static boolean isCounted(BigDecimal amount, CountDownLatch end) {
        boolean isLast = amount.toPlainString().equals(LAST);
        if (isLast) {
            end.countDown();
        }
        return !isLast;
    }

    /** Returns the amount in cents that a change adds to the total. */
    private static <E> long cents(RowChange<E> change, Function<E, BigDecimal> amount) {
        return change.after().map(amount).map(BinlogVictim::cents).orElse(0L)
                - change.before().map(amount).map(BinlogVictim::cents).orElse(0L);
    }

    private static long cents(BigDecimal amount) {
        return amount.movePointRight(2).longValueExact();
    }
}
