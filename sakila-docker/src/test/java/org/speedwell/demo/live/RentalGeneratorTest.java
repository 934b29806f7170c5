package org.speedwell.demo.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Starts and stops the generator at difficult moments, over a real database. */
@Tag("fault")
@Tag("database")
class RentalGeneratorTest {
    private static final Database DATABASE = Database.forTests();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch ends = new CountDownLatch(1);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private static Shop shop;
    private static Catalogue catalogue;

    private final RentalWindows windows = new RentalWindows();

    @BeforeAll
    static void open() {
        shop = new Shop(DATABASE, new SakilaRows(1, null, false), Progress.none(), _ -> {});
        catalogue = Catalogue.of(shop.applications().memory());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @AfterEach
    void closeWindows() {
        mayEnd.countDown();
        windows.close();
    }

    @Test
    void startWhileThreadEndsIsNotLost() throws Exception {
        try (RentalGenerator generator = generator(slowlyEnding(), RandomGenerator.getDefault())) {
            generator.start(100);
            await().atMost(PATIENCE).until(() -> generator.written() > 0);
            Thread stop = Thread.ofPlatform().start(generator::stop);
            ends.await();
            long written = generator.written();

            generator.start(100);
            mayEnd.countDown();

            stop.join();
            await().atMost(PATIENCE).until(() -> generator.written() > written);
            assertThat(threads).hasSize(2);
        }
    }

    @Test
    void sameCopyAndCustomerAreRentedOnceAtATime() {
        RandomGenerator constant = () -> 0;
        try (RentalGenerator generator = generator(Thread.ofPlatform().daemon().factory(), constant)) {
            generator.start(RentalGenerator.MAX_RATE);
            await().atMost(PATIENCE).until(() -> generator.written() > 5 || generator.problem() != null);
            assertThat(generator.problem()).isNull();
        }
    }

    @Test
    void stopAfterFailureRemovesRows() throws Exception {
        long before = rentals();
        try (RentalGenerator generator =
                generator(Thread.ofPlatform().daemon().factory(), RandomGenerator.getDefault())) {
            generator.start(100);
            await().atMost(PATIENCE).until(() -> generator.written() > 0);
            execute("CREATE TRIGGER refuse BEFORE INSERT ON payment FOR EACH ROW SIGNAL SQLSTATE '45000'");
            try {
                await().atMost(PATIENCE).until(() -> generator.problem() != null);
                generator.stop();
            } finally {
                execute("DROP TRIGGER refuse");
            }
            assertThat(rentals()).isEqualTo(before);
        }
    }

    private RentalGenerator generator(ThreadFactory factory, RandomGenerator random) {
        return new RentalGenerator(shop, catalogue, windows, new CommitTimes(), factory, random);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect(Sakila.SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long rentals() throws SQLException {
        try (Connection connection = DATABASE.connect(Sakila.SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM rental")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns a factory of threads that still exist for a while after their work. */
    private ThreadFactory slowlyEnding() {
        return work -> {
            Thread made = Thread.ofPlatform().daemon().unstarted(() -> {
                work.run();
                ends.countDown();
                awaitEnd();
            });
            threads.add(made);
            return made;
        };
    }

    private void awaitEnd() {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
