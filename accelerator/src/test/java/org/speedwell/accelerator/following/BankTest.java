package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;

/**
 * Transfers amounts between rows while readers check versions and the maintained sums over them. No version shows part
 * of a transfer.
 *
 * <p>The lengths of all films are the money. Each film has as many copies in the inventory as its rental duration says.
 */
@Tag("oracle")
@Tag("database")
class BankTest {
    private static final String SCHEMA = "speedwell_test_bank";
    private static final int WRITERS = 3;
    private static final int READERS = 3;
    private static final int ACCOUNTS = 200;
    private static final int LENGTH = 100;
    private static final Duration RUN = Duration.ofMillis(Long.getLong("speedwell.bankMillis", 4_000));
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong transfers = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();

    /** The sums that the readers check beside streams over the same version. */
    private record Sums(
            MaintainedQuery<Integer> money, MaintainedQuery<Integer> copies, MaintainedQuery<Long> inventory) {
        static Sums of(Speedment app) {
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            FilmManager films = app.getOrThrow(FilmManager.class);
            return new Sums(
                    store.maintain(
                            films,
                            all -> all.mapToInt(Film.LENGTH.asInt().orElse(0)).sum()),
                    store.maintain(
                            films,
                            all -> all.mapToInt(Film.RENTAL_DURATION.asInt()).sum()),
                    store.maintain(app.getOrThrow(InventoryManager.class), Stream::count));
        }

        void verify(SnapshotView version, String which) {
            assertThat(version.result(money)).as(which).isEqualTo(ACCOUNTS * LENGTH);
            assertThat(version.result(inventory)).as(which).isEqualTo((long) version.result(copies));
        }
    }

    /** A subscriber that checks that each change continues the one before. */
    private static final class Chain implements Flow.Subscriber<ResultChange<Long>> {
        private final AtomicLong changes = new AtomicLong();
        private volatile @Nullable Throwable failure;
        private @Nullable ResultChange<Long> last;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ResultChange<Long> change) {
            ResultChange<Long> before = last;
            if (before != null) {
                assertThat(change.before()).isEqualTo(before.after()).isNotEqualTo(change.after());
                assertThat(change.version()).isGreaterThan(before.version());
            }
            last = change;
            changes.incrementAndGet();
        }

        @Override
        public void onError(Throwable reason) {
            failure = reason;
        }

        @Override
        public void onComplete() {}
    }

    @Test
    @Timeout(3 * 3_600)
    void noVersionShowsPartOfATransaction() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila(SCHEMA)) {
            sakila.execute(
                    "ALTER TABLE inventory DROP FOREIGN KEY fk_inventory_film, ADD CONSTRAINT fk_copies FOREIGN KEY (film_id)"
                            + " REFERENCES film (film_id) ON UPDATE CASCADE ON DELETE CASCADE",
                    "ALTER TABLE rental DROP FOREIGN KEY fk_rental_inventory",
                    "DELETE FROM film_actor",
                    "DELETE FROM film_category",
                    "DELETE FROM inventory",
                    "DELETE FROM film WHERE film_id > " + ACCOUNTS,
                    "UPDATE film SET length = " + LENGTH + ", rental_duration = 0");
            Speedment app = sakila.start();
            Sums sums = Sums.of(app);
            Chain chain = new Chain();
            sums.inventory.subscribe(chain);
            ExecutorService threads = Executors.newCachedThreadPool();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Random random = new Random(SEED + i);
                running.add(threads.submit(() -> {
                    write(sakila, random);
                    return null;
                }));
            }
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(SEED - 1 - i);
                running.add(threads.submit(() -> {
                    while (!stopped.get()) {
                        SnapshotView version =
                                app.getOrThrow(DataStoreComponent.class).snapshot();
                        verifyVersion(version, random);
                        sums.verify(version, "maintained, version " + version.version() + ", seed " + SEED);
                        looks.incrementAndGet();
                    }
                    return null;
                }));
            }
            try {
                running.getFirst().get(RUN.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // expected: the writer is still running
            }
            stopped.set(true);
            for (Future<?> each : running) {
                each.get();
            }
            threads.shutdown();
            sakila.awaitAll();
            sakila.assertSameAsDatabase();
            FollowStatus status = sakila.store().followStatus().orElseThrow();
            System.out.printf(
                    "bank: %,d transactions, %,d looks, %,d versions, seed %d%n",
                    transfers.get(), looks.get(), status.versions(), SEED);
            assertThat(status.reloads()).isZero();
            assertThat(status.versions()).isPositive();
            assertThat(sums.money.isIncremental()).isTrue();
            assertThat(sums.inventory.get())
                    .isEqualTo(app.getOrThrow(InventoryManager.class).stream().count());
            assertThat(chain.failure).isNull();
            assertThat(chain.changes).hasPositiveValue();
        }
    }

    private void write(FollowedSakila sakila, Random random) throws SQLException {
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement();
                PreparedStatement transfer =
                        connection.prepareStatement("UPDATE film SET length = length + ? WHERE film_id = ?")) {
            connection.setAutoCommit(false);
            while (!stopped.get()) {
                try {
                    transact(statement, transfer, random);
                    if (random.nextInt(10) == 0) {
                        connection.rollback();
                    } else {
                        connection.commit();
                        transfers.incrementAndGet();
                    }
                } catch (SQLException e) {
                    connection.rollback(); // a deadlock, or a row that another writer has deleted or moved
                }
            }
        }
    }

    private static void transact(Statement statement, PreparedStatement transfer, Random random) throws SQLException {
        int from = 1 + random.nextInt(ACCOUNTS);
        int to = 1 + random.nextInt(ACCOUNTS);
        switch (random.nextInt(6)) {
            case 0 -> {
                statement.execute("INSERT INTO inventory (film_id, store_id) VALUES (" + from + ", 1)");
                requireOne(
                        statement.executeUpdate("UPDATE film SET rental_duration = rental_duration + 1 WHERE film_id = "
                                + from + " AND rental_duration < 100"));
            }
            case 1 -> {
                int copies = statement.executeUpdate("DELETE FROM inventory WHERE film_id = " + from + " LIMIT 2");
                statement.execute(
                        "UPDATE film SET rental_duration = rental_duration - " + copies + " WHERE film_id = " + from);
            }
            case 2 -> { // its copies go too; MariaDB's binlog omits them
                requireOne(statement.executeUpdate(
                        "DELETE FROM film WHERE film_id = " + from + " AND length = " + LENGTH));
                statement.execute("INSERT INTO film (film_id, title, language_id, rental_duration, rental_rate, length,"
                        + " replacement_cost) VALUES (" + from + ", 'NEW " + random.nextInt(1000) + "', 1, 0, 0.99, "
                        + LENGTH + ", 9.99)");
            }
            case 3 -> { // moves a film away and back, and its copies with it
                int away = 10_000 + random.nextInt(20_000);
                requireOne(statement.executeUpdate("UPDATE film SET film_id = " + away + " WHERE film_id = " + from));
                statement.execute("UPDATE film SET film_id = " + from + " WHERE film_id = " + away);
            }
            default -> {
                transfer.setInt(1, -7);
                transfer.setInt(2, from);
                requireOne(transfer.executeUpdate());
                transfer.setInt(1, 7);
                transfer.setInt(2, to);
                requireOne(transfer.executeUpdate());
            }
        }
    }

    private static void requireOne(int rows) throws SQLException {
        if (rows != 1) {
            throw new SQLException("no such row");
        }
    }

    private static void verifyVersion(SnapshotView version, Random random) {
        String which = "version " + version.version() + ", seed " + SEED;
        var films = version.stream(FilmManager.IDENTIFIER);
        if (random.nextBoolean()) {
            films = films.parallel();
        }
        assertThat(films.mapToInt(Film.LENGTH.asInt().orElse(0)).sum())
                .as(which)
                .isEqualTo(ACCOUNTS * LENGTH);
        long copies = version.stream(FilmManager.IDENTIFIER)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .sum();
        assertThat(version.stream(InventoryManager.IDENTIFIER).count())
                .as(which)
                .isEqualTo(copies);
        int film = 1 + random.nextInt(ACCOUNTS);
        Film one = version.stream(FilmManager.IDENTIFIER)
                .filter(Film.FILM_ID.equal(film))
                .findFirst()
                .orElseThrow(() -> new AssertionError("film " + film + " is missing in " + which));
        assertThat(version.stream(InventoryManager.IDENTIFIER)
                        .filter(Inventory.FILM_ID.equal(film))
                        .count())
                .as(which)
                .isEqualTo((long) one.getRentalDuration());
        Iterator<Film> all = version.stream(FilmManager.IDENTIFIER).iterator();
        int found = 0;
        while (all.hasNext()) {
            all.next();
            found++;
        }
        assertThat(found).as(which).isEqualTo(ACCOUNTS);
    }
}
