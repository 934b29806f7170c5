package org.speedwell.accelerator.following;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuples;
import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple3OfNullables;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.lang.ref.WeakReference;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/** Maintained queries over a table that follows a real server. */
@Tag("fault")
@Tag("database")
@Timeout(300)
class MaintainedQueryTest {
    private static final Function<Stream<Film>, Long> LONG_FILMS =
            films -> films.filter(Film.LENGTH.greaterThan(100)).count();

    @SuppressWarnings("NullAway.Init")
    private FollowedSakila sakila;

    @SuppressWarnings("NullAway.Init")
    private FilmManager films;

    @BeforeEach
    void start() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_maintained");
        films = sakila.start().getOrThrow(FilmManager.class);
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    private DataStoreComponent store() {
        return sakila.store();
    }

    private void change(String... sql) throws SQLException, InterruptedException {
        sakila.execute(sql);
        sakila.awaitOwn();
    }

    /** A subscriber that keeps all that it receives. */
    private static class Received<R> implements Flow.Subscriber<ResultChange<R>> {
        final BlockingQueue<ResultChange<R>> changes = new LinkedBlockingQueue<>();
        final CountDownLatch end = new CountDownLatch(1);
        volatile @Nullable Throwable failure;
        volatile Flow.@Nullable Subscription subscription;
        private final long requested;

        Received(long requested) {
            this.requested = requested;
        }

        @Override
        public void onSubscribe(Flow.Subscription of) {
            subscription = of;
            if (requested > 0) {
                of.request(requested);
            }
        }

        @Override
        public void onNext(ResultChange<R> change) {
            changes.add(change);
        }

        @Override
        public void onError(Throwable reason) {
            failure = reason;
            end.countDown();
        }

        @Override
        public void onComplete() {
            end.countDown();
        }

        ResultChange<R> next() throws InterruptedException {
            ResultChange<R> change = changes.poll(60, TimeUnit.SECONDS);
            return requireNonNull(change, "no change within a minute");
        }
    }

    @Test
    void resultFollowsEachTransaction() throws Exception {
        List<Function<Stream<Film>, ?>> queries = List.of(
                LONG_FILMS,
                of -> of.mapToInt(Film.LENGTH.asInt().orElse(0)).sum(),
                of -> of.mapToInt(Film.FILM_ID.asInt()).summaryStatistics().toString(),
                of -> of.collect(groupingBy(Film::getRating, counting())),
                of -> of.anyMatch(Film.TITLE.equal("NEW")),
                of -> of.sorted(Film.TITLE.comparator())
                        .limit(3)
                        .map(Film.TITLE)
                        .toList(),
                of -> of.filter(film -> film.getTitle().hashCode() % 3 == 0).count());
        List<MaintainedQuery<Object>> maintained = queries.stream()
                .map(of -> store().<Film, Object>maintain(films, of))
                .toList();
        assertThat(maintained.stream().map(MaintainedQuery::isIncremental))
                .containsExactly(true, true, true, true, true, true, false);
        for (String sql : List.of(
                "UPDATE film SET length = 20 WHERE film_id BETWEEN 3 AND 90",
                "UPDATE film SET rating = NULL WHERE film_id = 5",
                "UPDATE film SET rating = 'G' WHERE film_id = 5",
                "INSERT INTO film (title, language_id, rental_duration, rental_rate, replacement_cost, rating)"
                        + " VALUES ('NEW', 1, 3, 4.99, 20.99, 'R')",
                "UPDATE film SET film_id = 40000 WHERE title = 'NEW'",
                "DELETE FROM film WHERE title = 'NEW'",
                "UPDATE film SET length = length + 1")) {
            change(sql);
            for (int i = 0; i < queries.size(); i++) {
                Object expected = answer(queries.get(i), films.stream());
                MaintainedQuery<Object> query = maintained.get(i);
                assertThat(answer(_ -> query.get(), Stream.empty()))
                        .as(sql + ": " + i + ", " + query.describe())
                        .isEqualTo(expected);
            }
        }
    }

    private static Object answer(Function<Stream<Film>, ?> query, Stream<Film> stream) {
        try {
            return query.apply(stream);
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    @Test
    void joinFollowsTheChangesOfAllItsTables() throws Exception {
        JoinComponent joins = sakila.app().getOrThrow(JoinComponent.class);
        Join<Tuple3<Film, Inventory, Rental>> join = joins.from(FilmManager.IDENTIFIER)
                .innerJoinOn(Inventory.FILM_ID)
                .equal(Film.FILM_ID)
                .where(Inventory.STORE_ID.equal((short) 1))
                .innerJoinOn(Rental.INVENTORY_ID)
                .equal(Inventory.INVENTORY_ID)
                .build(Tuples::of);
        List<Function<Stream<Tuple3<Film, Inventory, Rental>>, ?>> queries = List.of(
                Stream::count,
                of -> of.filter(tuple -> tuple.get0().getRentalDuration() > 4).count(),
                of -> of.mapToInt(tuple -> tuple.get2().getCustomerId()).sum(),
                of -> of.limit(3).map(tuple -> tuple.get2().getRentalId()).toList());
        List<MaintainedQuery<Object>> maintained = queries.stream()
                .map(of -> store().<Tuple3<Film, Inventory, Rental>, Object>maintain(join, of))
                .toList();
        assertThat(maintained.stream().map(MaintainedQuery::isIncremental))
                .as(maintained.stream().map(MaintainedQuery::describe).toList().toString())
                .containsOnly(true);
        follow(150, statements -> {
            for (int i = 0; i < queries.size(); i++) {
                assertThat(maintained.get(i).get())
                        .as(statements + ": " + maintained.get(i).describe())
                        .isEqualTo(queries.get(i).apply(join.stream()));
            }
        });
        assertThat(maintained.getFirst().isIncremental()).isTrue();
    }

    /** Runs random transactions, and a check after each. */
    private void follow(int transactions, Consumer<List<String>> check) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        SakilaChanges changes = new SakilaChanges(random);
        for (int transaction = 0; transaction < transactions; transaction++) {
            List<String> statements = new ArrayList<>(List.of("BEGIN"));
            for (int i = random.nextInt(5); i >= 0; i--) {
                statements.add(changes.next());
            }
            statements.add("COMMIT");
            for (String sql : statements) {
                try {
                    sakila.execute(sql);
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as(sql).isNotNull(); // the table refuses a value or key
                }
            }
            sakila.awaitOwn();
            check.accept(statements);
        }
    }

    @Test
    void outerJoinFollowsTheChangesOfAllItsTables() throws Exception {
        JoinComponent joins = sakila.app().getOrThrow(JoinComponent.class);
        Join<Tuple3OfNullables<Film, Inventory, Rental>> join = joins.from(FilmManager.IDENTIFIER)
                .leftJoinOn(Inventory.FILM_ID)
                .equal(Film.FILM_ID)
                .leftJoinOn(Rental.INVENTORY_ID)
                .equal(Inventory.INVENTORY_ID)
                .build(TuplesOfNullables::ofNullables);
        List<Function<Stream<Tuple3OfNullables<Film, Inventory, Rental>>, Long>> queries = List.of(
                Stream::count,
                of -> of.filter(tuple -> tuple.get1().isEmpty()).count(),
                of -> of.filter(tuple -> tuple.get2().isPresent()).count());
        List<MaintainedQuery<Long>> maintained =
                queries.stream().map(of -> store().maintain(join, of)).toList();
        assertThat(maintained)
                .allSatisfy(
                        of -> assertThat(of.isIncremental()).as(of.describe()).isTrue());
        follow(60, statements -> {
            for (int i = 0; i < queries.size(); i++) {
                assertThat(maintained.get(i).get())
                        .as(statements + ": " + maintained.get(i).describe())
                        .isEqualTo(queries.get(i).apply(join.stream()));
            }
        });
        assertThat(maintained)
                .allSatisfy(
                        of -> assertThat(of.isIncremental()).as(of.describe()).isTrue());
    }

    @Test
    void referencesOverSeveralHopsFollowAllTables() throws Exception {
        RentalManager rentals = sakila.app().getOrThrow(RentalManager.class);
        Reference<Rental, Film> film = store().reference(Rental.INVENTORY_ID).then(Inventory.FILM_ID);
        List<Function<Stream<Rental>, Long>> queries = List.of(
                of -> of.filter(film.where(Film.LENGTH.greaterThan(100))).count(),
                of -> of.filter(film.where(Film.TITLE.equal("ACE 3")).negate()).count());
        List<MaintainedQuery<Long>> maintained =
                queries.stream().map(of -> store().maintain(rentals, of)).toList();
        follow(60, statements -> {
            for (int i = 0; i < queries.size(); i++) {
                assertThat(maintained.get(i).get())
                        .as(statements + ": " + maintained.get(i).describe())
                        .isEqualTo(queries.get(i).apply(rentals.stream()));
            }
        });
        assertThat(maintained.stream().map(MaintainedQuery::describe)).containsOnly("incremental: a count");
    }

    @Test
    void referencesFollowTheChangesOfBothTables() throws Exception {
        InventoryManager inventories = sakila.app().getOrThrow(InventoryManager.class);
        Reference<Inventory, Film> film = store().reference(Inventory.FILM_ID);
        MaintainedQuery<Long> ofLongFilms = store().maintain(
                        inventories,
                        of -> of.filter(film.where(Film.LENGTH.greaterThan(100)))
                                .count());
        // the collector looks up each film itself
        Function<Stream<Inventory>, Map<String, Long>> titles =
                of -> of.collect(groupingBy(film.get(Film.TITLE), TreeMap::new, counting()));
        MaintainedQuery<Map<String, Long>> byTitle = store().maintain(inventories, titles);
        for (String sql : List.of(
                "UPDATE inventory SET film_id = 1 WHERE inventory_id BETWEEN 20 AND 40",
                "UPDATE film SET length = 200, title = 'LONG' WHERE film_id = 1",
                "UPDATE inventory SET film_id = 2 WHERE inventory_id BETWEEN 20 AND 30",
                "UPDATE film SET length = 20 WHERE film_id < 10")) {
            change(sql);
            assertThat(ofLongFilms.get())
                    .as(sql)
                    .isEqualTo(inventories.stream()
                            .filter(film.where(Film.LENGTH.greaterThan(100)))
                            .count());
            assertThat(byTitle.get()).as(sql).isEqualTo(titles.apply(inventories.stream()));
        }
        assertThat(ofLongFilms.isIncremental()).as(ofLongFilms.describe()).isTrue();
        assertThat(byTitle.isIncremental()).isFalse();
    }

    @Test
    void subscriberMayCancelBeforeTheFirstChange() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        Received<Long> cancelled = new Received<>(Long.MAX_VALUE) {
            @Override
            public void onSubscribe(Flow.Subscription of) {
                of.cancel();
            }
        };
        query.subscribe(cancelled);
        Received<Long> other = new Received<>(Long.MAX_VALUE);
        query.subscribe(other);
        change("UPDATE film SET length = 20");
        while (other.next().after() > 0) {
            assertThat(cancelled.changes).isEmpty();
        }
        assertThat(cancelled.changes).isEmpty();
        assertThat(cancelled.end.getCount()).isEqualTo(1);
    }

    @Test
    void changesOfASubscriberAddUp() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        long first = query.get();
        Received<Long> received = new Received<>(Long.MAX_VALUE);
        query.subscribe(received);
        assertThat(received.next().after()).isEqualTo(first);
        change("UPDATE film SET length = 20 WHERE film_id = 1", "UPDATE film SET length = 200 WHERE film_id = 1");
        change("UPDATE film SET title = 'OTHER' WHERE film_id = 1"); // changes no result
        change("UPDATE film SET length = 20");
        long before = first;
        long version = 0;
        while (before > 0) {
            ResultChange<Long> change = received.next();
            assertThat(change.before()).isEqualTo(before);
            assertThat(change.after()).isNotEqualTo(before);
            assertThat(change.version()).isGreaterThan(version);
            assertThat(change.position()).isPresent();
            before = change.after();
            version = change.version();
        }
        query.close();
        assertThat(received.end.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(received.failure).isNull();
        assertThat(received.changes).isEmpty();
    }

    @Test
    void changesThatASlowSubscriberMissesAreMerged() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        change("UPDATE film SET length = 20");
        Received<Long> received = new Received<>(0);
        query.subscribe(received);
        int changes = MaintainedQuery.MAX_WAITING_CHANGES + 40;
        for (int i = 1; i <= changes; i++) {
            change("UPDATE film SET length = 200 WHERE film_id = " + i); // each is a version of its own
        }
        requireNonNull(received.subscription).request(Long.MAX_VALUE);
        long merged = 0;
        ResultChange<Long> change = received.next();
        assertThat(change.before()).isNull();
        for (long last = change.after(); last < changes; last = change.after()) {
            change = received.next();
            assertThat(change.before()).isEqualTo(last);
            merged += change.merged();
        }
        assertThat(merged).isEqualTo(changes + 1 - MaintainedQuery.MAX_WAITING_CHANGES);
    }

    @Test
    void failingSubscriberEndsOnlyItsOwnSubscription() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        Received<Long> failing = new Received<>(Long.MAX_VALUE) {
            @Override
            public void onNext(ResultChange<Long> change) {
                throw new IllegalStateException("I cannot take it.");
            }
        };
        Received<Long> other = new Received<>(Long.MAX_VALUE);
        query.subscribe(failing);
        query.subscribe(other);
        assertThat(failing.end.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(failing.failure).hasMessage("I cannot take it.");
        other.next();
        change("UPDATE film SET length = 20");
        assertThat(other.next().after()).isZero();
    }

    @Test
    void subscriberMaySubscribeAndCancelInsideACallback() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        Received<Long> inner = new Received<>(Long.MAX_VALUE);
        Received<Long> outer = new Received<>(Long.MAX_VALUE) {
            @Override
            public void onNext(ResultChange<Long> change) {
                super.onNext(change);
                query.subscribe(inner);
                Flow.Subscription own = subscription;
                if (own != null) {
                    own.cancel();
                }
            }
        };
        query.subscribe(outer);
        inner.next();
        change("UPDATE film SET length = 20");
        assertThat(inner.next().after()).isZero();
        assertThat(outer.changes).hasSize(1);
    }

    @Test
    void reloadIsOneChange() throws Exception {
        MaintainedQuery<Map<Integer, Long>> query =
                store().maintain(films, of -> of.collect(groupingBy(film -> film.getRentalDuration() % 2, counting())));
        assertThat(query.isIncremental()).as(query.describe()).isTrue();
        Received<Map<Integer, Long>> received = new Received<>(Long.MAX_VALUE);
        query.subscribe(received);
        received.next();
        store().stopFollowing();
        sakila.execute("UPDATE film SET rental_duration = 4");
        store().load();
        assertThat(received.next().after()).isEqualTo(Map.of(0, films.stream().count()));
        store().follow();
        change("UPDATE film SET rental_duration = 5 WHERE film_id = 1");
        assertThat(query.get()).containsEntry(1, 1L);
        assertThat(query.isIncremental()).isTrue();
    }

    @Test
    void snapshotAndQueryAgree() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        SnapshotView before = store().snapshot();
        long first = query.get();
        change("UPDATE film SET length = 20");
        assertThat(query.get()).isZero();
        assertThat(before.result(query)).isEqualTo(first);
        assertThat(LONG_FILMS.apply(before.stream(films))).isEqualTo(first);
        assertThat(store().snapshot().result(query)).isZero();
        MaintainedQuery<Long> later = store().maintain(films, LONG_FILMS);
        assertThat(before.result(later)).isEqualTo(first);
    }

    @Test
    void clearedStoreHasNoResultUntilTheNextLoad() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        long first = query.get();
        store().clear();
        assertThatThrownBy(query::get)
                .isInstanceOf(DataStoreNotLoadedException.class)
                .hasMessageContaining("load()");
        store().load();
        assertThat(query.get()).isEqualTo(first);
        assertThat(query.isIncremental()).isTrue();
    }

    @Test
    void closedQueryHasNoResult() {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        query.close();
        query.close();
        assertThatThrownBy(query::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a maintained query over film is closed. Create a new one with"
                        + " DataStoreComponent.maintain.");
    }

    @Test
    void stoppedTableMakesItsResultStale() throws Exception {
        MaintainedQuery<Long> query = store().maintain(films, LONG_FILMS);
        assertThat(query.staleness()).isEmpty();
        sakila.execute("ALTER TABLE film DROP COLUMN length");
        while (store().followStatus().orElseThrow().stopped().isEmpty()) {
            assertThat(store().await(Duration.ofMillis(100))).isIn(true, false);
        }
        assertThat(query.staleness())
                .hasValueSatisfying(
                        reason -> assertThat(reason).startsWith("Table sakila.film no longer follows the database: "));
        assertThat(query.get()).isPositive();
    }

    @Test
    void abandonedQueryIsReleased() throws Exception {
        WeakReference<Object> captured = abandoned();
        for (int i = 0; captured.get() != null; i++) {
            System.gc();
            change("UPDATE film SET length = " + (50 + i % 2) + " WHERE film_id = 1"); // a version releases it
        }
        assertThat(captured.get()).isNull();
    }

    private WeakReference<Object> abandoned() {
        Object captured = new Object();
        MaintainedQuery<Long> query = store().maintain(
                        films, of -> of.filter(film -> !film.equals(captured)).count());
        assertThat(query.get()).isEqualTo(1_000);
        return new WeakReference<>(captured);
    }

    @Test
    void failRejectsQueriesThatRunFromScratch() {
        FilmManager strict = sakila.start(StoreConfiguration.builder()
                        .follow()
                        .fallback(Fallback.FAIL)
                        .build())
                .getOrThrow(FilmManager.class);
        assertThat(store().maintain(strict, LONG_FILMS).isIncremental()).isTrue();
        assertThatThrownBy(() -> store().maintain(strict, of -> of.limit(3_000).toList()))
                .isInstanceOf(FallbackException.class)
                .hasMessageContaining("limit depends on other elements, and it needs the first 3,000 rows");
    }

    @Test
    void queryWithoutATerminalOperationIsRefused() {
        assertThatThrownBy(() -> store().maintain(films, of -> of.filter(Film.LENGTH.greaterThan(100))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no terminal operation");
    }
}
